/* KD_ASSERT states what only a mistake of the programmer can break; wrong data gets a kd_result instead. A host may
 * define its own before including. Without NDEBUG a broken assertion stops the program on the spot, without any
 * library. */
#ifndef KDI_BASE_ASSERT_H
#define KDI_BASE_ASSERT_H

#ifndef KD_ASSERT
#if defined(NDEBUG)
#define KD_ASSERT(condition) ((void)0)
#elif defined(_MSC_VER)
#define KD_ASSERT(condition) ((condition) ? (void)0 : __debugbreak())
#else
#define KD_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif
#endif

#endif

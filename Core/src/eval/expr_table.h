/* How an evaluator of expression code goes from one instruction to the next. A handler returns where to go on, NULL at
 * the end; where the compiler turns a call in the last place into a jump, it calls the next handler itself, which saves
 * a return and gives each instruction its own branch to be predicted. Both ways do the same. */
#ifndef KDI_EVAL_EXPR_TABLE_H
#define KDI_EVAL_EXPR_TABLE_H

#if defined(__clang__) && defined(__has_attribute)
#if __has_attribute(musttail) && (defined(__x86_64__) || defined(__aarch64__))
#define KDI_EXPR_JUMP(call) __attribute__((musttail)) return call
#endif
#elif defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__wasm__)
#define KDI_EXPR_JUMP(call) return call
#endif

#endif

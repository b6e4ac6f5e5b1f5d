/* A 64-bit hash of bytes (FNV-1a) for tables of names and for comparing runs; not meant against an adversary. */
#ifndef KDI_BASE_HASH_H
#define KDI_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define KDI_HASH_START UINT64_C(0xcbf29ce484222325)

/* Continues a hash; begin with KDI_HASH_START. */
uint64_t kdi_hash(uint64_t hash, const void *data, size_t size);

#endif

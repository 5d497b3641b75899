#include "core/base/kept_memory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace shardscope {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int trimmed_from = 1 << 30;  // bytes free at the heap's end
  mallopt(M_MMAP_MAX, 0);                // blocks of a mapping of their own would go back
  mallopt(M_TRIM_THRESHOLD, trimmed_from);
#endif
}

}  // namespace shardscope

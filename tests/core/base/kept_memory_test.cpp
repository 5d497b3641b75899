#include "core/base/kept_memory.h"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <vector>

using namespace shardscope;

#ifdef __GLIBC__
extern "C" [[gnu::weak]] void __asan_init();  // there where the address sanitizer, which has its own memory, is linked

namespace {

long page_faults() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/// Those of filling 64 MB of new memory and giving it back.
long page_faults_of_a_block() {
  const long before = page_faults();
  const std::vector<char> block(64 << 20, 1);
  CHECK(block.back() == 1);
  return page_faults() - before;
}

}  // namespace

TEST_CASE("freed memory is there again without a page fault") {
  if (__asan_init != nullptr) return;
  keep_freed_memory();
  (void)page_faults_of_a_block();
  CHECK(page_faults_of_a_block() < 100);
}
#endif

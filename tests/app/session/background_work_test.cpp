#include "app/session/background_work.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

struct Counted {
  std::uint64_t version = 0;
  int reached = 0;
};
using Counting = BackgroundWork<int, Counted>;

void count_up(const int& last, const std::stop_token& stop, const Counting::Publish& publish) {
  for (int i = 1; i <= last && !stop.stop_requested(); ++i)
    if (!publish({0, i})) return;
}

}  // namespace

TEST_CASE("the latest question is answered, and one that is cancelled ends") {
  Counting work(count_up);
  work.ask(1'000'000'000);
  work.ask(3);
  Counted seen;
  while (seen.reached != 3)
    if (const auto newer = work.progress(seen.version)) seen = *newer;
  work.ask(1'000'000'000);
  work.cancel();
  while (work.is_working()) std::this_thread::yield();
  CHECK_FALSE(work.is_working());
}

TEST_CASE("work that goes on ends with its owner") {
  Counting work(count_up);
  work.ask(1'000'000'000);
  while (!work.progress(1)) std::this_thread::yield();
}

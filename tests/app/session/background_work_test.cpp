#include "app/session/background_work.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <future>

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

TEST_CASE("a question is answered while the work before it, which heeds no stop, is still ending") {
  std::promise<void> ends;
  std::atomic<int> waiting = 0;
  {
    Counting work([&, ended = ends.get_future().share()](const int& last, const std::stop_token&,
                                                         const Counting::Publish& publish) {
      if (last < 0) {
        ++waiting;
        ended.wait();
      }
      publish({0, last});
    });
    work.ask(-1);
    while (waiting < 1) std::this_thread::yield();
    work.ask(-2);
    while (waiting < 2) std::this_thread::yield();
    work.cancel();
    CHECK_FALSE(work.is_working());
    work.ask(7);
    Counted seen;
    while (seen.reached != 7)
      if (const auto newer = work.progress(seen.version)) seen = *newer;
    ends.set_value();
    for (int i = 0; i < 100; ++i) work.ask(8);  // what was left says nothing any more, whenever it ends
    while (seen.reached != 8)
      if (const auto newer = work.progress(seen.version)) seen = *newer;
  }
  CHECK(waiting == 2);
}

TEST_CASE("no more threads than a few are left behind, and what is asked last is answered then") {
  std::promise<void> ends;
  std::atomic<int> waiting = 0;
  Counting work([&, ended = ends.get_future().share()](const int& last, const std::stop_token&,
                                                       const Counting::Publish& publish) {
    ++waiting;
    ended.wait();
    publish({0, last});
  });
  for (int i = 1; i <= 20; ++i) {
    work.ask(i);
    while (waiting < std::min(i, static_cast<int>(left_threads_max) + 1)) std::this_thread::yield();
  }
  CHECK(waiting == static_cast<int>(left_threads_max) + 1);
  ends.set_value();
  Counted seen;
  while (seen.reached != 20)
    if (const auto newer = work.progress(seen.version)) seen = *newer;
}

TEST_CASE("asked and cancelled a thousand times it answers the last question") {
  Counting work(count_up);
  for (int i = 0; i < 1000; ++i) {
    work.ask(1'000'000'000);
    if (i % 3 == 0) work.cancel();
    if (i % 7 == 0) std::this_thread::yield();
  }
  work.ask(5);
  Counted seen;
  while (seen.reached != 5)
    if (const auto newer = work.progress(seen.version)) seen = *newer;
}

TEST_CASE("work that goes on ends with its owner") {
  Counting work(count_up);
  work.ask(1'000'000'000);
  while (!work.progress(1)) std::this_thread::yield();
}

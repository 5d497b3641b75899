#include "core/base/share_work.h"

#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

using namespace shardscope;

TEST_CASE("each number is worked on once, however many threads share them") {
  for (const unsigned threads : {1U, 2U, 7U}) {
    CAPTURE(threads);
    std::vector<int> times(100);
    share_work(times.size(), threads, {}, [&](std::size_t i) { ++times[i]; });
    CHECK(times == std::vector<int>(100, 1));
  }
}

TEST_CASE("what a thread throws is thrown by the call, and ends the work of all") {
  for (const unsigned threads : {1U, 4U}) {
    CAPTURE(threads);
    std::atomic<std::size_t> begun = 0;
    const auto work = [&](std::size_t) {
      ++begun;
      throw std::bad_alloc();
    };
    CHECK_THROWS_AS(share_work(1'000'000, threads, {}, work), std::bad_alloc);
    CHECK(begun <= threads);
  }
}

TEST_CASE("nothing more is begun once a stop is asked for") {
  std::stop_source stop;
  std::size_t begun = 0;
  const auto work = [&](std::size_t i) {
    ++begun;
    if (i == 2) stop.request_stop();
  };
  share_work(10, 1, stop.get_token(), work);
  CHECK(begun == 3);
}

#include <time.h>

#include <algorithm>
#include <vector>

#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the view has the window to itself, at every size, and no two cards lie over each other") {
  for (const WindowSize size :
       {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}, WindowSize{1024, 640, 1}, WindowSize{2560, 1440, 1.5F}}) {
    CAPTURE(size.width);
    SearchDriver driver("gpt2-xl-8-a100", size);
    driver.search();
    CHECK_FALSE(driver.window.shows("plan.tp"));
    CHECK_FALSE(driver.window.shows("verdict.memory"));
    CHECK(driver.window.shows("search.tp"));
    std::vector<Rect> cards;
    for (const Place& place : driver.window.explorer.places.all)
      if (place.name == "card") cards.push_back(place.rect);
    CHECK(cards.size() >= 3);
  }
}

TEST_CASE("another tab shows the scenario again, and the search is there when its tab is shown once more") {
  SearchDriver driver;
  driver.search();
  const std::uint64_t begun = driver.state().question.made();
  driver.window.click("tab.explorer");
  driver.window.frames(2);
  CHECK(driver.window.shows("plan.tp"));
  driver.window.click("tab.search");
  driver.window.frames(2);
  CHECK(driver.state().question.made() == begun);
  CHECK(driver.window.shows("search.rank.1"));
}

namespace {

/// Of this thread alone, whatever else the machine does.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

TEST_CASE("while a thread searches, a frame takes the window less than 16 ms") {
  SearchDriver driver("gpt4-25k-a100", {}, 1);
  driver.window.frames(4);
  std::vector<double> frames;
  for (int i = 0; i < 120; ++i) {
    const double from = thread_seconds();
    driver.window.frames(1);
    frames.push_back(thread_seconds() - from);
  }
  REQUIRE(is_working(driver.state()));
  std::sort(frames.begin(), frames.end());
  CAPTURE(frames.back());
  CHECK(frames[frames.size() / 2] < 16e-3);
}

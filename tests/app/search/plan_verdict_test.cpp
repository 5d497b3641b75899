#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("why a plan isn't first names the parts that cost it most, the largest first") {
  LostSeconds best{}, behind{};
  best[index_of(TimeLost::at_peak)] = behind[index_of(TimeLost::at_peak)] = Seconds{10};
  behind[index_of(TimeLost::bubble)] = Seconds{3}, behind[index_of(TimeLost::gradients)] = Seconds{1};
  behind[index_of(TimeLost::optimizer)] = Seconds{0.01};
  CHECK(why_not_first(behind, best) == "+3.0 s idle, +1.0 s gradients");
  CHECK(why_not_first(best, best).empty());
}

TEST_CASE("a plan's verdict says whether it fits and by how much") {
  SearchDriver driver;
  driver.search();
  const SearchRequest& request = driver.state().request;
  FoundPlan plan = driver.state().progress.ranking.front().plan;
  CHECK(fit_words(plan, request).starts_with("Fits, "));
  plan.peak_memory = Bytes{9e11};
  CHECK(fit_words(plan, request).starts_with("Needs 900 GB of "));
}

TEST_CASE("a plan is explained with its seconds, its verdict and what was measured near it") {
  SearchDriver driver;
  driver.search();
  REQUIRE(driver.state().progress.ranking.size() > 1);
  const FoundPlan second = driver.state().progress.ranking[1].plan;
  const ViewFrame frame = driver.window.view_frame();
  const Explanation tip = explain_plan(driver.state(), frame, second);
  CHECK(tip.title.starts_with("TP "));
  std::string all;
  for (const std::string& line : tip.lines) all += line + "\n";
  CHECK(all.find("MFU") != std::string::npos);
  CHECK(all.find("Fits") != std::string::npos);
  CHECK(all.find("behind the best") != std::string::npos);
  CHECK(all.find("Doublings from what was measured") != std::string::npos);
}

#include "core/logs/rank_timers.h"

#include "tests/core/logs/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool takes(RankTimers& timers, const std::string& line) {
  return timers.take(line, line.find("...."));
}

}  // namespace

TEST_CASE("a timer has a name, dots, a colon, and the ranks that took least and longest") {
  RankTimers timers;
  CHECK(takes(timers, "55:     forward-compute .........: (2611.34, 2930.71)"));
  CHECK(takes(timers, "    optimizer ....: 12.5"));
  CHECK_FALSE(takes(timers, "  num_layers ..... 24"));
  CHECK_FALSE(takes(timers, "    forward ....: (nan, 3.0)"));
  CHECK_FALSE(takes(timers, "    forward ....: (5.0, 3.0)"));
  CHECK_FALSE(takes(timers, "    forward ....: (5.0, 6.0) and more"));
  const auto typical = timers.typical();
  CHECK(typical.size() == 2);
  CHECK(typical.at("forward-compute").least == doctest::Approx(2.61134));
  CHECK(typical.at("forward-compute").most == doctest::Approx(2.93071));
  CHECK(typical.at("optimizer").most == doctest::Approx(0.0125));
}

TEST_CASE("a step's timer is the median without the warm-up, and their number is bounded") {
  RankTimers timers;
  for (const int value : {900, 800, 10, 20, 30}) takes(timers, "x ....: (1.0, " + std::to_string(value) + ".0)");
  CHECK(timers.typical().at("x").most == doctest::Approx(0.020));
  for (int i = 0; i < 200; ++i) takes(timers, "name" + std::to_string(i) + " ....: 1.0");
  CHECK(timers.typical().size() == RankTimers::names_max);
}

TEST_CASE("timers are no arguments, and steps that are no number are counted") {
  const MeasuredLog log = log_of(
      " iteration 1/ 9 | elapsed time per iteration (ms): nan | lm loss: 2 |\n"
      "    forward-compute ....: (1.00, 2.00)\n"
      " iteration 2/ 9 | elapsed time per iteration (ms): -5.0 | lm loss: 2 |\n"
      " iteration 3/ 9 | elapsed time per iteration (ms): 100.0 | lm loss: 2 |\n");
  CHECK(log.timers.size() == 1);
  CHECK(log.arguments.empty());
  CHECK(log.times_unread == 2);
  CHECK(log.step_seconds->median == doctest::Approx(0.1));
}

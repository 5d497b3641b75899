#include "app/explorer/derivation/derivation_card.h"
#include "render/text/format.h"
#include "tests/app/compare/compare_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const FigureName step = [](const Report&) { return std::string("time.step_seconds"); };

}  // namespace

TEST_CASE("columns are one a plan, then one for what each plan but the first has more") {
  const FigureColumns columns{100, 10, 2};
  CHECK_FALSE(columns.at(69));
  CHECK(columns.at(75) == 0);
  CHECK(columns.at(85) == 1);
  CHECK(columns.at(95) == 2);
  CHECK_FALSE(columns.at(101));
}

TEST_CASE("a difference says both plans' numbers, and which plan its links lead to") {
  CompareDriver driver;
  const ViewFrame frame = driver.window.view_frame();
  const Explanation of_b = explain_difference(driver.state(), frame, 1, step);
  const auto words = [&](std::size_t place) {
    return format_quantity(driver.state().plans[place].figures.step->value, Unit::seconds).text();
  };
  CHECK(of_b.lines.front() == "B has " + words(1) + ", A " + words(0));
  CHECK(of_b.lines.back().starts_with(words(1) + " − " + words(0) + " = "));
  CHECK(of_b.plan == nullptr);  // B is open
  const Explanation of_a = explain_compared(driver.state(), frame, 0, step);
  REQUIRE(of_a.plan != nullptr);
  CHECK(of_a.plan->name.starts_with("A, "));
  CHECK(of_a.value == words(0));
}

TEST_CASE("the tables' cells, the bars and the sentence say how they come about") {
  CompareDriver driver;
  WindowDriver& window = driver.window;
  const auto opened_at = [&](ImVec2 at) {
    window.explorer.derivations.clear();
    window.rest_at(at);
    window.key(ImGuiKey_E);
    REQUIRE(window.explorer.derivations.size() == 1);
    return window.explorer.derivations.back();
  };
  const Rect total = window.place("compare.memory_row.Total");
  CHECK(opened_at({total.max.x - 5, total.center().y}).said.title.find("less A") != std::string::npos);
  const OpenedDerivation of_a = opened_at({total.max.x - 2.5F * 58, total.center().y});
  CHECK(of_a.name == "memory.peak_bytes");
  REQUIRE(of_a.plan != nullptr);
  CHECK(of_a.plan->report.memory.peak.value == driver.state().plans[0].report.memory.peak.value);
  const Rect bar = window.place("compare.memory.A");
  CHECK(opened_at({bar.min.x + 40, bar.center().y}).name.starts_with("memory.stages."));
  CHECK_FALSE(opened_at(window.place("compare.sentence.B").center()).said.made_from.empty());
  const Rect row = window.place("compare.time_lost.at_peak");
  CHECK(opened_at({row.max.x - 5, row.center().y}).said.title.find("less A") != std::string::npos);
}

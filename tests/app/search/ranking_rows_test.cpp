#include "app/search/ranking_rows.h"

#include <set>

#include "app/explorer/derivation/derivation_card.h"
#include "core/derivation/derived_figures.h"
#include "core/derivation/time_figures.h"
#include "render/text/format.h"
#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("E over a row's figures opens each with the numbers of that row's plan") {
  SearchDriver driver;
  driver.search();
  WindowDriver& window = driver.window;
  REQUIRE(driver.state().progress.ranking.size() > 1);
  const RankedPlan second = driver.state().progress.ranking[1];
  const Rect row = window.place("search.rank.2");
  std::set<std::string> opened_names;
  for (float x = row.min.x + 4; x < row.max.x; x += 20) {
    window.explorer.derivations.clear();
    window.rest_at({x, row.center().y});
    window.key(ImGuiKey_E);
    REQUIRE(window.explorer.derivations.size() == 1);
    const OpenedDerivation& opened = window.explorer.derivations.back();
    REQUIRE(opened.plan != nullptr);
    CHECK(opened.plan->report.time->step.value == doctest::Approx(second.plan.step.value));
    CHECK(opened.plan->report.memory.peak.value == doctest::Approx(second.plan.peak_memory.value));
    opened_names.insert(opened.name);
    const DerivedFigures figures = derived_figures(opened.plan->report);
    if (const DerivedFigure* figure = find_figure(figures, opened.name))
      CHECK(derivation_words(window.view_frame(), opened).said.value ==
            format_quantity(figure->value, figure->unit).text());
  }
  for (const char* name :
       {"time.step_seconds", "throughput.tokens_per_second", "memory.peak_bytes", "plan.tp", "plan.pp", "plan.zero"}) {
    CAPTURE(name);
    CHECK(opened_names.count(name) == 1);
  }
  CHECK(opened_names.count(time_lost_figure(TimeLost::at_peak)) == 1);
}

TEST_CASE("E over the present plan's row opens its own figures, which follow its edits") {
  SearchDriver driver;
  driver.search();
  WindowDriver& window = driver.window;
  window.rest_at(window.place("search.present").center());
  window.key(ImGuiKey_E);
  REQUIRE(window.explorer.derivations.size() == 1);
  CHECK(window.explorer.derivations.back().plan == nullptr);
}

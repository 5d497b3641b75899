#include "app/explorer/derivation/derivation_card.h"

#include <doctest/doctest.h>

#include <utility>

#include "core/derivation/derived_figures.h"
#include "core/fields/fields.h"
#include "core/inspect/time_lost.h"
#include "render/explain/figure_words.h"
#include "render/memory/memory_bars.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"
#include "tests/app/compare/compare_driver.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using shardscope::tests::TimelineDriver;
using shardscope::tests::WindowDriver;

TEST_CASE("a click on each headline figure opens its derivation, which stays; Esc closes it") {
  struct Case {
    const char *place, *figure;
  };
  for (const Case& each :
       {Case{"verdict.memory", "memory.peak_bytes"}, Case{"verdict.step", "time.step_seconds"},
        Case{"verdict.throughput", "throughput.tokens_per_second"}, Case{"verdict.mfu", "throughput.mfu"},
        Case{"verdict.bubble", "pipeline.bubble_share_of_step"}}) {
    WindowDriver window;
    CAPTURE(each.place);
    CHECK_FALSE(window.shows("derivation"));
    window.click(each.place);
    window.frames(2);
    REQUIRE(window.explorer.derivations.size() == 1);
    CHECK(window.explorer.derivations.back().name == each.figure);
    CHECK(window.shows("derivation"));
    window.point_at(window.place("plan.tp").center());
    window.frames(5);
    CHECK(window.shows("derivation"));
    window.key(ImGuiKey_Escape);
    window.frames(2);
    CHECK_FALSE(window.shows("derivation"));
  }
}

TEST_CASE("the run's figure opens the run by a click, its derivation by E") {
  WindowDriver window;
  window.point_at(window.place("verdict.run").center());
  window.frames(2);
  window.key(ImGuiKey_E);
  window.frames(2);
  REQUIRE(window.shows("derivation"));
  CHECK(window.explorer.derivations.back().name == "run.calendar_days");
  CHECK(window.explorer.grown.empty());
}

TEST_CASE("clicks lead from MFU down to a field of the scenario and on to where that flows; Back leads back") {
  WindowDriver window;
  window.click("verdict.mfu");
  window.frames(2);
  for (const char* link : {"derivation.from=throughput.model_flops_per_gpu_per_second",
                           "derivation.from=throughput.tokens_per_second_per_gpu", "derivation.from=plan.tp"}) {
    CAPTURE(link);
    window.click(link);
    window.frames(2);
  }
  CHECK(window.explorer.derivations.back().name == "plan.tp");
  CHECK(window.shows("derivation.to=throughput.tokens_per_second_per_gpu"));
  window.click("derivation.back");
  window.frames(2);
  CHECK(window.explorer.derivations.back().name == "throughput.tokens_per_second_per_gpu");
  window.click("derivation.close");
  window.frames(2);
  CHECK_FALSE(window.shows("derivation"));
}

TEST_CASE("the card's numbers follow an edit") {
  WindowDriver window;
  const auto value = [&] {
    const ViewFrame frame = window.view_frame();
    return derivation_words(frame, source_of(frame), "throughput.tokens_per_second").said.value;
  };
  window.click("verdict.throughput");
  window.frames(2);
  const std::string before = value();
  window.set_value("plan.global_batch", "2080");
  window.frames(2);
  CHECK(value() != before);
  CHECK(window.shows("derivation"));
}

TEST_CASE("a figure says formula, numbers and links; a term its sentence; what isn't known, that") {
  WindowDriver window;
  const ViewFrame frame = window.view_frame();
  const DerivationSource source = source_of(frame);
  for (const DerivedFigure& figure : source.figures) {
    CAPTURE(figure.name);
    const DerivationWords words = derivation_words(frame, source, figure.name);
    CHECK(words.said.value == format_quantity(figure.value, figure.unit).text());
    CHECK(words.said.lines.size() >= 2);
    CHECK(words.made_from.size() == figure.terms.size());
  }
  const DerivationWords term = derivation_words(frame, source, "micro-batch");
  CHECK(term.said.lines.front().find("one replica runs forward and backward") != std::string::npos);
  const DerivationWords field = derivation_words(frame, source, "plan.tp");
  CHECK(field.said.title == find_field("plan.tp")->label);
  CHECK_FALSE(field.flows_into.empty());
  CHECK(derivation_words(frame, source, "no.such.figure").said.value == "unknown");
}

TEST_CASE("Ctrl+K finds figures and terms, and opens their cards") {
  WindowDriver window;
  for (const char* name : {"figure=Hardware FLOPs utilisation", "term=critical batch"}) {
    CAPTURE(name);
    const std::string entry = name;
    window.explorer.derivations.clear();
    window.key(ImGuiMod_Ctrl | ImGuiKey_K);
    window.frames(3);
    window.type(entry.substr(entry.find('=') + 1));
    window.frames(2);
    window.click("palette." + entry);
    window.frames(3);
    CHECK(window.shows("derivation"));
  }
}

TEST_CASE("a click on a row of the step, small or grown, opens that row's derivation with its seconds") {
  for (const bool grown : {false, true}) {
    CAPTURE(grown);
    WindowDriver window;
    if (grown) window.explorer.grown = "step";
    window.frames(2);
    const Rect chart = window.place(grown ? "step.waterfall" : "step.bars");
    const ViewFrame frame = window.view_frame();
    const LostSeconds lost = time_lost(frame.shown);
    const WaterfallLayout layout = waterfall_layout(chart, lost, window.theme());
    REQUIRE(layout.bars.size() >= 3);
    const DerivedFigures figures = derived_figures(frame.shown);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
      const TimeLost row = layout.rows[i];
      CAPTURE(i);
      window.explorer.derivations.clear();
      window.click({chart.min.x + 20, layout.bars[i].center().y});
      window.frames(2);
      REQUIRE(window.explorer.derivations.size() == 1);
      const DerivedFigure* figure = find_figure(figures, window.explorer.derivations.back().name);
      REQUIRE(figure != nullptr);
      const double drawn = layout.lost[index_of(row)].value;
      if (drawn == lost[index_of(row)].value)
        CHECK(figure->value == drawn);
      else
        CHECK(figure->name == "time.step_seconds");  // the smallest put together, which the step has apart
    }
  }
}

TEST_CASE("once a click has opened a derivation, the tip stays away from the card until the pointer moves") {
  constexpr std::string_view last_line = "its derivation";
  const auto tips = [&] {
    std::string all;
    for (const DrawnRun& run : tests::drawn_runs()) all += run.words + " ";
    return all.find(last_line) != std::string::npos;
  };
  WindowDriver window;
  window.frames(2);
  const Rect chart = window.place("step.bars");
  const WaterfallLayout layout = waterfall_layout(chart, time_lost(window.view_frame().shown), window.theme());
  const ImVec2 row{chart.min.x + 20, layout.bars.front().center().y};
  window.point_at(row);
  window.frames(120);  // tips come late
  REQUIRE(tips());
  window.click(row);
  window.frames(120);
  REQUIRE(window.explorer.derivations.size() == 1);
  CHECK(!tips());
  window.point_at({row.x + 2, row.y});
  window.frames(120);
  CHECK(tips());
}

TEST_CASE("E over a bar of the fullest stage opens the figure of what lies there, over another's what is said of it") {
  WindowDriver window;
  const Report& report = window.view_frame().shown;
  const DerivedFigures figures = derived_figures(report);
  const Rect chart = window.place("memory.bars");
  for (std::int32_t stage = 0; stage < static_cast<std::int32_t>(report.memory.stages.size()); ++stage) {
    CAPTURE(stage);
    const std::optional<Rect> bar = memory_bar_rect(chart, report, stage, window.theme());
    REQUIRE(bar);
    window.explorer.derivations.clear();
    window.point_at({bar->center().x, bar->max.y - 2});
    window.frames(2);
    window.key(ImGuiKey_E);
    window.frames(2);
    REQUIRE(window.explorer.derivations.size() == 1);
    const OpenedDerivation& opened = window.explorer.derivations.back();
    if (stage == report.memory.peak_stage)
      CHECK(find_figure(figures, opened.name) != nullptr);
    else
      CHECK_FALSE(opened.said.value.empty());
  }
}

TEST_CASE("what is said beside the pointer stays as a card once E is pressed, until an edit makes it say so") {
  TimelineDriver window;
  window.rest_at(window.at_bar(2, 5));
  window.key(ImGuiKey_E);
  REQUIRE(window.explorer.derivations.size() == 1);
  const OpenedDerivation opened = window.explorer.derivations.back();
  CHECK(opened.name.empty());
  CHECK_FALSE(opened.said.value.empty());
  const auto times_said = [&] {
    window.frames(2);
    std::size_t times = 0;
    for (const DrawnRun& run : tests::drawn_runs()) times += run.words == opened.said.title ? 1 : 0;
    return times;
  };
  CHECK(times_said() == 1);  // by the card alone, until the pointer moves
  const ImVec2 rested = ImGui::GetIO().MousePos;
  window.point_at({rested.x + 1, rested.y});
  CHECK(times_said() == 2);
  window.point_at({-1, -1});
  CHECK(window.shows("derivation"));
  const auto words = [&] { return derivation_words(window.view_frame(), window.explorer.derivations.back()); };
  CHECK(words().said.lines == opened.said.lines);
  window.set_value("plan.micro_batch", "2");
  CHECK(words().said.lines.size() == opened.said.lines.size() + 1);
  CHECK(words().said.lines.back().find("before an edit") != std::string::npos);
}

TEST_CASE("what is said beside the pointer leads to the figures and fields that it goes by") {
  WindowDriver window;
  const ViewFrame frame = window.view_frame();
  OpenedDerivation opened;
  opened.said = {"A pass",   "2.1 s", {"its seconds"},
                 "a source", {},      {"time.step_seconds", "plan.tp", "no.such.figure"}};
  opened.of = window.scenario();
  const DerivationWords words = derivation_words(frame, opened);
  REQUIRE(words.made_from.size() == 2);
  CHECK(words.made_from[0].to == "time.step_seconds");
  CHECK(words.made_from[1].to == "plan.tp");
  CHECK(words.said.lines == opened.said.lines);
}

TEST_CASE("E over a figure of another plan opens that plan's derivation, whose links lead to its own numbers") {
  tests::CompareDriver driver;
  WindowDriver& window = driver.window;
  const Report other = driver.state().plans[0].report;
  REQUIRE(driver.state().plans[1].document.said.scenario == window.scenario());
  for (const auto& [place, figure] :
       {std::pair{"compare.A.Step", "time.step_seconds"}, {"compare.A.Memory", "memory.peak_bytes"}}) {
    CAPTURE(place);
    window.explorer.derivations.clear();
    window.rest_at(window.place(place).center());
    window.key(ImGuiKey_E);
    REQUIRE(window.explorer.derivations.size() == 1);
    const DerivedFigures figures = derived_figures(other);
    const DerivationWords words = derivation_words(window.view_frame(), window.explorer.derivations.back());
    const DerivedFigure& own = *find_figure(figures, figure);
    CHECK(words.said.value == format_quantity(own.value, own.unit).text());
    CHECK(words.plan.find("isn't the plan that is open") != std::string::npos);
    REQUIRE(words.made_from.size() == own.terms.size());
    for (std::size_t i = 0; i < own.terms.size(); ++i) CHECK(words.made_from[i].value == term_words(own.terms[i]));
  }
  window.point_at({-1, -1});
  window.frames(2);
  REQUIRE(window.explorer.derivations.back().plan != nullptr);
  const std::string link = derivation_words(window.view_frame(), window.explorer.derivations.back()).made_from[0].to;
  window.click("derivation.from=" + link);
  window.frames(2);
  REQUIRE(window.explorer.derivations.size() == 2);
  CHECK(window.explorer.derivations.back().plan == window.explorer.derivations.front().plan);
  Scenario edited = window.scenario();
  edited.plan.micro_batch = 2;
  edit_as_step(window.explorer.session, edited, "plan.micro_batch");
  CHECK(derivation_words(window.view_frame(), window.explorer.derivations.front()).said.value ==
        format_quantity(other.memory.peak.value, Unit::bytes).text());
}

TEST_CASE("a setting of another plan says that plan's value, the open plan's its own") {
  tests::CompareDriver driver;
  WindowDriver& window = driver.window;
  for (const auto& [place, is_other] : {std::pair{"compare.A.plan.pp", true}, {"compare.B.plan.pp", false}}) {
    CAPTURE(place);
    window.explorer.derivations.clear();
    window.rest_at(window.place(place).center());
    window.key(ImGuiKey_E);
    REQUIRE(window.explorer.derivations.size() == 1);
    const OpenedDerivation& opened = window.explorer.derivations.back();
    CHECK(opened.name == "plan.pp");
    CHECK((opened.plan != nullptr) == is_other);
    const std::int64_t pp = (is_other ? driver.state().plans[0].report.scenario : window.scenario()).plan.pp;
    CHECK(derivation_words(window.view_frame(), opened).said.value == std::to_string(pp));
  }
}

TEST_CASE("what is kept over the lab goes when the scenario is shown again") {
  WindowDriver window;
  window.click("tab.lab");
  window.frames(3);
  window.rest_at(window.place("lab.above.figures").center());
  window.key(ImGuiKey_E);
  window.frames(2);
  CHECK(window.shows("derivation"));
  window.explorer.alone = nullptr;
  window.frames(2);
  CHECK_FALSE(window.shows("derivation"));
}

TEST_CASE("of words that go by several figures E opens the one whose number is pointed at, else the words") {
  WindowDriver window;
  const Report& report = window.explorer.session.report;
  const std::string step = format_seconds(report.time->step).value;
  Explanation words{"Both", "both", {"a line"}};
  words.made_from = {"memory.peak_bytes", "time.step_seconds", "plan.global_batch"};
  open_derivation(window.explorer, words, step);
  CHECK(window.explorer.derivations.back().name == "time.step_seconds");
  open_derivation(window.explorer, words, "7,280");
  CHECK(window.explorer.derivations.back().name == "plan.global_batch");
  open_derivation(window.explorer, words, "7,28");
  CHECK(window.explorer.derivations.back().name.empty());
  CHECK(window.explorer.derivations.back().said.title == "Both");
}

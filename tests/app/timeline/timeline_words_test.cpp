#include "app/timeline/timeline_words.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/inspect/memory/held_bytes.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;

namespace {

Report report_of(ScheduleKind kind) {
  Scenario scenario = *tests::real_presets().scenario("gpt4-25k-a100");
  scenario.plan.schedule = kind;
  return evaluate(scenario);
}

Report with_ends() {
  Scenario scenario = *tests::real_presets().scenario("gpt4-25k-a100");
  scenario.plan.end_passes = true;
  return evaluate(scenario);
}

}  // namespace

TEST_CASE("speeds are told as real time or a part of it") {
  CHECK(speed_words(1) == "1×");
  CHECK(speed_words(20) == "20×");
  CHECK(speed_words(0.5) == "1/2×");
  CHECK(speed_words(0.002) == "1/500×");
}

TEST_CASE("a shorter step is better, an equal one neither") {
  const Report plain = report_of(ScheduleKind::one_f_one_b), split = report_of(ScheduleKind::zb_h1);
  REQUIRE(split.time);
  CHECK(step_difference(plain, plain).better == 0);
  CHECK(step_difference(plain, plain).words == "equally long");
  const bool shorter = split.time->step < plain.time->step;
  CHECK(step_difference(plain, split).better == (shorter ? 1 : -1));
  CHECK(step_difference(plain, split).words.ends_with(shorter ? "shorter" : "longer"));
  CHECK(step_difference(split, plain).better == -step_difference(plain, split).better);
  CHECK(peak_difference(plain, plain).words == "equal peak");
}

TEST_CASE("the legend has weight gradients only where they are passes of their own, and what is switched on") {
  const Theme theme = dark_theme();
  const auto has = [&](const Report& report, const TimelineArrangement& view, std::string_view label) {
    const auto items = timeline_legend(theme, report, view, GanttColoring::pass, true);
    return std::any_of(items.begin(), items.end(), [&](const LegendItem& item) { return item.label == label; });
  };
  const Report plain = report_of(ScheduleKind::one_f_one_b), split = report_of(ScheduleKind::zb_h1);
  CHECK_FALSE(has(plain, {}, "Weight gradient"));
  CHECK(has(split, {}, "Weight gradient"));
  CHECK(has(plain, {}, "Activations"));
  CHECK(has(plain, {}, "State"));
  CHECK_FALSE(has(plain, {}, "Embedding, loss"));
  CHECK(has(with_ends(), {}, "Embedding, loss"));
  TimelineArrangement view;
  view.strips = false;
  view.transfers = true;
  CHECK_FALSE(has(plain, view, "Activations"));
  CHECK(has(plain, view, "Transfer"));
}

TEST_CASE("a pass' tooltip says what the stage then holds, a transfer's when it was sent and arrives") {
  const Report report = report_of(ScheduleKind::one_f_one_b);
  const HeldIndex held = held_bytes(report);
  GanttHover hover;
  hover.place = GanttPlace::lanes;
  hover.rank = 0;
  const PassRecord& bar = report.timeline->lane(0)[3];
  hover.time = (bar.start + bar.end) / 2;
  hover.range = {bar.start, bar.end};
  hover.kind = BarKind::forward;
  hover.pass = bar.pass;
  hover.bar = 3;
  const auto lines = explain_timeline(report, held, hover).lines;
  const auto said = [&](const std::string& words) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(words) != std::string::npos; });
  };
  CHECK(said(held_bytes_words(held.chunk_cost[0])));
  CHECK(said("holds " + held_bytes_words(held_at(*report.timeline, held, 0, hover.time))));
  const TimelineIndex index = build_timeline_index(*report.timeline, report.time->step_ends);
  hover.transfer = transfer_of(*report.timeline, index, {0, 3});
  REQUIRE(hover.transfer);
  CHECK(explain_timeline(report, held, hover).title == "Activations, stage 0 → 1, micro-batch 3");
}

TEST_CASE("figures of a step come in fewer and fewer words, none where it isn't timed") {
  const auto words = step_words(report_of(ScheduleKind::one_f_one_b));
  for (std::size_t i = 1; i < words.size(); ++i) CHECK(words[i].size() < words[i - 1].size());
  CHECK(words[0].find("peak") != std::string::npos);
  CHECK(step_words(Report{})[0].empty());
}

TEST_CASE("a step that doesn't train is no better than one that does, however short") {
  const Report trains = report_of(ScheduleKind::one_f_one_b), infers = report_of(ScheduleKind::forward_only);
  REQUIRE(infers.time);
  CHECK(step_difference(trains, infers).better == 0);
  CHECK(step_difference(trains, infers).words.ends_with(" shorter, but doesn't train"));
  CHECK(step_difference(infers, trains).words.ends_with(" longer, but trains"));
  CHECK(peak_difference(trains, infers).better == 0);
  CHECK(step_difference(infers, infers).better == 0);
}

TEST_CASE("strips that find no room are said so in the legend") {
  const Report report = report_of(ScheduleKind::one_f_one_b);
  const auto items = timeline_legend(dark_theme(), report, {}, GanttColoring::pass, true, false);
  const auto has = [&](std::string_view label) {
    return std::any_of(items.begin(), items.end(), [&](const LegendItem& item) { return item.label == label; });
  };
  CHECK(has("Memory: rows too low"));
  CHECK_FALSE(has("Activations"));
}

TEST_CASE("past the end of the shorter of two charts only that end is told") {
  const Report report = report_of(ScheduleKind::one_f_one_b);
  GanttHover hover{GanttPlace::lanes, 1000, 2, BarKind::idle, {}, {}};
  hover.after_end = true;
  const Explanation words = explain_timeline(report, held_bytes(report), hover);
  CHECK(words.title == "After the step, stage 2");
  CHECK(words.value.starts_with("ended at "));
  CHECK(words.lines.empty());
}

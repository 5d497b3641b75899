#include "app/lab/lab_words.h"

#include <cmath>

#include "core/schedules/schedules.h"
#include "render/explain/explain_pass.h"
#include "render/gantt/view/gantt_palette.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

constexpr double same = 1e-9;

std::string counted(double count, const char* word) {
  return units_text(count) + " " + word + (std::abs(count - 1) < same ? "" : "s");
}

std::string times_words(double scale) {
  return std::abs(scale - 1) < same ? "" : "passes " + units_text(scale) + " × as long";
}

std::string peak_words(const LabScenario& lab, const LabRun& run) {
  const std::string peak = "peak " + held_words(lab, run.peak_micro_batches());
  if (run.schedule.ranks == 1) return peak;
  return peak + (run.same_peak_everywhere() ? " on every rank" : " on rank " + grouped(run.peak_rank()));
}

std::string place_words(const LabRun& run, const GanttHover& hover) {
  std::string words =
      "micro-batch " + grouped(hover.pass->micro_batch) + ", " +
      counted_from_zero("stage", run.schedule.stage_of(*hover.rank, hover.pass->chunk), run.schedule.stages());
  const bool mirrored = run.schedule.placement == StagePlacement::mirrored;
  if (mirrored) return words + (hover.pass->chunk == 0 ? ", downwards" : ", upwards");
  return run.schedule.virtual_stages > 1 ? words + ", chunk " + grouped(hover.pass->chunk) : words;
}

void explain_lane(Explanation& tip, const LabScenario& lab, const LabRun& run, std::int32_t rank) {
  const auto r = static_cast<std::size_t>(rank);
  const double busy = run.timeline.busy[r].value, end = run.makespan();
  tip.lines.push_back("busy for " + units_text(busy) + " of " + units_text(end) + ": " +
                      format_percent(1 - busy / end).text() + " idle");
  tip.lines.push_back("holds " + held_words(lab, run.peak_chunks[r] * run.micro_batches_per_chunk) + " at most");
}

/// Whether both train or neither does; else neither is the better one.
bool same_work(const LabRun& first, const LabRun& second) {
  return ways_of(first.kind).runs_backward == ways_of(second.kind).runs_backward;
}

}  // namespace

std::string held_words(const LabScenario& lab, double micro_batches) {
  if (lab.virtual_stages == 1)
    return units_text(micro_batches) + (std::abs(micro_batches - 1) < same ? " micro-batch" : " micro-batches");
  return counted(micro_batches * lab.virtual_stages, "chunk");
}

std::array<std::string, 4> run_words(const LabScenario& lab, const LabRun& run) {
  const std::string bubble = "bubble " + format_percent(run.bubble()).text();
  const std::string end = "ends at " + units_text(run.makespan());
  const std::string brief = bubble + ", " + end;
  const std::string whole = brief + ", " + peak_words(lab, run);
  const std::string scale = times_words(run.pass_scale);
  return {scale.empty() ? whole : whole + "; " + scale, whole, brief, bubble};
}

std::string given_words(const LabScenario& lab, double pass_scale) {
  std::string words = "given: forward " + units_text(lab.forward) + ", input gradient " +
                      units_text(lab.backward_input) + ", weight gradient " + units_text(lab.backward_weight) +
                      ", transfer " + units_text(lab.transfer);
  if (const std::string scale = times_words(pass_scale); !scale.empty()) words += "; " + scale;
  const Stragglers& stragglers = lab.stragglers;
  if (stragglers.slow_rank && *stragglers.slow_rank < lab.ranks)
    words += "; rank " + grouped(*stragglers.slow_rank) + " " + units_text(stragglers.slow_factor) + " × as long";
  if (stragglers.jitter > 0) words += "; jitter of " + format_percent(stragglers.jitter).text();
  return words;
}

Explanation explain_given(const LabScenario& lab) {
  Explanation said{.title = "What the lab was given", .value = grouped(lab.ranks, "rank", "ranks")};
  said.lines.push_back(grouped(lab.micro_batches, "micro-batch", "micro-batches") + " in a step, " +
                       grouped(lab.virtual_stages, "chunk", "chunks") + " of layers on each rank");
  said.lines.push_back(given_words(lab, 1));
  said.lines.push_back("A rank may hold " + held_words(lab, lab.limit_in_micro_batches()) +
                       (lab.memory_limit ? ", as set." : ", as 1F1B holds on rank 0."));
  return said;
}

Explanation explain_run(const LabScenario& lab, const LabRun& run) {
  double busy = 0;
  for (const Seconds rank : run.timeline.busy) busy += rank.value;
  const std::string ranks = units_text(run.schedule.ranks), end = units_text(run.makespan());
  Explanation tip{std::string(label_of(run.kind)), format_percent(run.bubble()).text(), {}};
  tip.lines = {
      "bubble: idle of all ranks / (ranks × end) = (" + ranks + " × " + end + " − " + units_text(busy) + ") / (" +
          ranks + " × " + end + ") = " + format_percent(run.bubble()).text(),
      "ends at " + end + ": simulated pass by pass, each as soon as its rank is free and what it needs is there",
      peak_words(lab, run) + ": as many as are begun forward there and not yet ended backward",
      given_words(lab, run.pass_scale)};
  tip.source = ways_of(run.kind).paper;
  return tip;
}

Explanation explain_differences(const LabScenario& lab, const LabRun& first, const LabRun& second) {
  const std::string longer = time_difference(first, second).words;
  return {
      std::string(label_of(second.kind)) + " beside " + std::string(label_of(first.kind)),
      longer,
      {"end, below less above: " + units_text(second.makespan()) + " − " + units_text(first.makespan()) + ": " + longer,
       "peak, below less above: " + held_words(lab, second.peak_micro_batches()) + " − " +
           held_words(lab, first.peak_micro_batches()) + ": " + memory_difference(lab, first, second).words}};
}

Difference time_difference(const LabRun& first, const LabRun& second) {
  const double more = second.makespan() - first.makespan();
  if (std::abs(more) < same * first.makespan()) return {0, "equally long"};
  const std::string words = counted(std::abs(more), "unit") + (more < 0 ? " shorter" : " longer");
  return judged(ways_of(first.kind).runs_backward, ways_of(second.kind).runs_backward, {more < 0 ? 1 : -1, words});
}

Difference memory_difference(const LabScenario& lab, const LabRun& first, const LabRun& second) {
  const double more = second.peak_micro_batches() - first.peak_micro_batches();
  if (std::abs(more) < same) return {0, "same peak memory"};
  return {!same_work(first, second) ? 0
          : more < 0                ? 1
                                    : -1,
          held_words(lab, std::abs(more)) + (more < 0 ? " less memory" : " more memory")};
}

std::vector<LegendItem> lab_legend(const Theme& theme, const LabLegend& legend) {
  std::vector<LegendItem> items;
  const auto add = [&](std::string_view label, ImU32 color, std::string_view help) {
    items.push_back({label, {}, color, false, std::string(help)});
  };
  const bool by_kind = legend.coloring == GanttColoring::pass || legend.coloring == GanttColoring::pass_and_chunk;
  if (by_kind) {
    add(name_of_pass(PassKind::forward).title, theme.forward, name_of_work(BarKind::forward).help);
    add(!legend.split  ? name_of_pass(PassKind::backward).title
        : legend.brief ? name_of_pass(PassKind::backward_input).part
                       : name_of_pass(PassKind::backward_input).title,
        theme.backward, name_of_work(BarKind::backward).help);
    if (legend.split)
      add(name_of_pass(PassKind::backward_weight).title, theme.backward_weight,
          name_of_work(BarKind::backward_weight).help);
  } else {
    const bool chunks = legend.coloring == GanttColoring::chunk;
    add(chunks ? "First chunk" : "First micro-batch", class_color(theme, 0, 2), ramp_words(chunks));
    add("last", class_color(theme, 1, 2), ramp_words(chunks));
  }
  if (legend.strips_fit)
    add(legend.brief ? "Held" : "Memory held", held_color(theme),
        "What each rank keeps of forward passes until their backward, over time.");
  else if (!legend.brief)
    add("Memory: rows too low", theme.faint, "The strips of what ranks keep stand below rows that are high enough.");
  return items;
}

std::string state_words(const LabRun& run, double time) {
  std::array<std::int32_t, bar_kinds> ranks = {};
  for (std::int32_t rank = 0; rank < run.schedule.ranks; ++rank)
    ++ranks[static_cast<std::size_t>(
        lane_state_at(lane_index(run.timeline, run.index, rank), time, run.index.step).kind)];
  std::string words;
  for (const BarKind kind : {BarKind::forward, BarKind::backward, BarKind::backward_weight, BarKind::idle})
    if (const std::int32_t count = ranks[static_cast<std::size_t>(kind)]; count > 0)
      words += (words.empty() ? "" : ", ") + grouped(count) + " " + std::string(name_of_work(kind).word);
  return words;
}

Explanation explain_lab(const LabScenario& lab, const LabRun& run, const GanttHover& hover) {
  Explanation tip;
  if (!hover.rank || (hover.place != GanttPlace::lanes && hover.place != GanttPlace::labels)) return tip;
  const std::string rank = "rank " + grouped(*hover.rank);
  if (hover.place == GanttPlace::labels) {
    tip.title = "Rank " + grouped(*hover.rank);
    explain_lane(tip, lab, run, *hover.rank);
    return tip;
  }
  if (hover.after_end) {
    tip.title = "After the schedule, " + rank;
    tip.value = "ended at " + units_text(run.makespan());
    return tip;
  }
  tip.title = (hover.pass ? std::string(name_of_pass(hover.pass->kind).title) : "Idle") + ", " + rank;
  tip.value = counted(hover.range.length(), "unit");
  if (hover.pass) tip.lines.push_back(place_words(run, hover));
  if (hover.pass) tip.lines.push_back(wait_words(run.timeline, hover, "rank"));
  tip.lines.push_back("from " + units_text(hover.range.start) + " to " + units_text(hover.range.end));
  if (hover.pass) tip.lines.push_back(given_words(lab, run.pass_scale));
  tip.lines.push_back("at " + units_text(hover.time) + " the rank holds " +
                      held_words(lab, held_at(run.timeline, run.held, *hover.rank, hover.time)));
  if (hover.pass)
    tip.hint = "Click follows the micro-batch through all ranks";
  else
    explain_lane(tip, lab, run, *hover.rank);
  return tip;
}

Explanation explain_point(const LabScenario& lab, const LabPoint& point) {
  Explanation tip;
  tip.title = label_of(point.kind);
  if (!point.runs()) {
    tip.lines.push_back(point.problem);
    return tip;
  }
  tip.value = format_percent(point.bubble).text();
  tip.lines.emplace_back(choice_of(point.kind).help);
  for (std::string& line : schedule_fact_lines(ways_of(point.kind))) tip.lines.push_back(std::move(line));
  const std::string all = units_text(lab.ranks) + " ranks × " + units_text(point.makespan);
  tip.lines.push_back("bubble: " + units_text(point.bubble * lab.ranks * point.makespan) + " idle / (" + all +
                      ") = " + format_percent(point.bubble).text());
  tip.lines.push_back("ends at " + units_text(point.makespan) + ", the fullest rank holds " +
                      held_words(lab, point.peak_micro_batches));
  if (point.peak_micro_batches > lab.limit_in_micro_batches() + same)
    tip.lines.push_back("more than the limit of " + held_words(lab, lab.limit_in_micro_batches()));
  if (point.on_front) tip.lines.emplace_back("on the front: none has less of both");
  tip.hint = "Click shows it below, Shift and click above";
  tip.source = ways_of(point.kind).paper;
  return tip;
}

}  // namespace shardscope

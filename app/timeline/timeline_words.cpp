#include "app/timeline/timeline_words.h"

#include <algorithm>
#include <cmath>

#include "core/derivation/time_figures.h"
#include "core/inspect/bubble.h"
#include "core/inspect/memory/ledger.h"
#include "core/scenario/plan_schedule.h"
#include "render/chart/time_axis.h"
#include "render/explain/explain_pass.h"
#include "render/gantt/gantt_readout.h"
#include "render/gantt/gantt_transfers.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

LegendItem work_item(const Theme& theme, BarKind kind) {
  const WorkName& name = name_of_work(kind);
  return {name.title, {}, bar_color(theme, kind), false, std::string(name.help)};
}

/// `unfolded`: the weight gradients of whole backwards are told apart below.
void add_kinds(std::vector<LegendItem>& items, const Theme& theme, const Report& report, bool unfolded) {
  const StepBreakdown& breakdown = report.time->breakdown;
  const auto add = [&](BarKind kind) { items.push_back(work_item(theme, kind)); };
  add(BarKind::forward);
  if (!runs_backward(report.scenario.plan)) return;
  add(BarKind::backward);
  if (unfolded || splits_backward(report.scenario.plan)) add(BarKind::backward_weight);
  if (breakdown.recompute.value > 0) add(BarKind::recompute);
  if (report.scenario.plan.end_passes) add(BarKind::ends);
}

/// Whether the chart shows traffic with the replicas: after the passes, and with its `lanes` what runs beside them.
bool exchanges(const TimeReport& time, ExchangeKind kind, bool lanes) {
  const bool gradients = kind == ExchangeKind::gradients;
  const bool exposed = std::any_of(time.step_ends.begin(), time.step_ends.end(), [&](const StepEnd& step_end) {
    return (gradients ? step_end.gradients : step_end.parameters).length() > 0;
  });
  if (exposed || !lanes) return exposed;
  for (const std::vector<ExchangeRecord>& records : time.exchange)
    if (std::any_of(records.begin(), records.end(), [&](const ExchangeRecord& record) { return record.kind == kind; }))
      return true;
  return false;
}

void add_transfer(Explanation& words, const Report& report, const Transfer& transfer) {
  const Pass pass = report.timeline->lane(transfer.from.rank)[transfer.from.bar].pass;
  const bool forward = role_of(pass.kind) == PassRole::forward;
  words = {};
  words.title = std::string(forward ? "Activations" : name_of_pass(PassKind::backward_input).part) + ", stage " +
                grouped(transfer.from.rank) + " → " + grouped(transfer.to.rank) + ", micro-batch " +
                grouped(pass.micro_batch);
  words.value = format_seconds(Seconds{transfer.arrives - transfer.sent}).text();
  const double length = transfer.arrives - transfer.sent;
  words.lines.push_back("sent at " + moment_text(transfer.sent, length) + " of the step, there at " +
                        moment_text(transfer.arrives, length));
  words.source = "latency and bytes over the level that the two stages are apart; keeps neither busy";
}

void add_exchange(Explanation& words, const Report& report, const ExchangeRecord& bucket, std::int32_t rank) {
  words = {};
  words.title =
      std::string(name_of_exchange(bucket.kind)) + ", stage " + grouped(rank) + ", bucket " + grouped(bucket.bucket);
  if (report.timeline->virtual_stages > 1) words.title += ", chunk " + grouped(bucket.chunk);
  words.value = format_seconds(Seconds{bucket.end - bucket.start}).text();
  const std::string end = moment_text(bucket.end, bucket.end - bucket.start);
  words.lines.push_back(bucket.start < 0 ? "set off in the step before, there at " + end + " of this one"
                                         : span_text({bucket.start, bucket.end}) + " of the step");
  words.lines.emplace_back("with the replicas, beside the passes as far as there are any");
  words.source = origin_of(TimeLost::gradients).source;
}

void add_held(Explanation& words, const Report& report, const HeldIndex& held, const GanttHover& hover,
              std::span<const MemoryCurve> curves) {
  const auto chunks = static_cast<std::size_t>(report.timeline->virtual_stages);
  if (hover.pass && role_of(hover.pass->kind) == PassRole::forward && !frees_activations(hover.pass->kind)) {
    const std::size_t chunk = static_cast<std::size_t>(*hover.rank) * chunks + hover.pass->chunk;
    words.lines.push_back("keeps " + held_bytes_words(held.chunk_cost[chunk]) + " of activations for its backward");
  }
  const auto rank = static_cast<std::size_t>(*hover.rank);
  const double now = rank < curves.size() ? curves[rank].total(point_at(curves[rank], hover.time)).value
                                          : held_at(*report.timeline, held, *hover.rank, hover.time);
  words.lines.push_back("the stage then holds " + held_bytes_words(now) + " of " +
                        format_bytes(report.memory.capacity).text() + ", " + held_bytes_words(held.always[rank]) +
                        " of it all the time");
}

}  // namespace

std::vector<std::string> peak_lines(const Report& report, const GanttPeak& peak) {
  constexpr std::size_t told = 4;
  std::vector<LedgerLine> lines = memory_ledger(report, peak.rank);
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LedgerLine& a, const LedgerLine& b) { return a.bytes > b.bytes; });
  std::vector<std::string> words = {peak.words};
  for (std::size_t i = 0; i < std::min(told, lines.size()); ++i) {
    const std::string role = lines[i].role.empty() ? "" : ", " + std::string(lines[i].role);
    words.push_back(format_bytes(lines[i].bytes).text() + " of it: " + std::string(lines[i].name) + role);
  }
  return words;
}

std::array<std::string, 4> timeline_subtitles(const Report& report) {
  const Plan& plan = report.scenario.plan;
  const std::string schedule(label_of(schedule_kind(plan)));
  std::string words = schedule + ", " + grouped(plan.pp, "stage", "stages");
  if (plan.virtual_stages > 1) words += " × " + grouped(plan.virtual_stages) + " chunks";
  if (!report.timeline) return {words, words, schedule, {}};
  const std::int32_t rounds = report.timeline->micro_batches;
  words += " × " + grouped(rounds, "micro-batch", "micro-batches");
  return {words + ", one step", words, schedule, {}};
}

namespace {

/// What a single stage holds all the time, as its strip tells it apart.
void add_parts(std::vector<LegendItem>& items, const Theme& theme) {
  items.push_back({"Weights", {}, theme.weights, false, "Held all the time: the stage's weights."});
  items.push_back({"Gradients", {}, theme.gradients, false, "Held all the time: its gradients."});
  items.push_back({"Optimizer state", {}, theme.optimizer, false, "Held all the time: what the optimizer keeps."});
  items.push_back({"Buffers", {}, theme.buffers, false, "Held all the time: communication, workspace, context."});
}

/// What is switched on beside the passes: transfers, and what each stage holds.
void add_extras(std::vector<LegendItem>& items, const Theme& theme, const Report& report,
                const TimelineArrangement& view, bool strips_fit) {
  if (view.transfers)
    items.push_back({"Transfer",
                     {},
                     theme.pipeline,
                     false,
                     "Activations or their gradients on the way from one stage to the next."});
  if (!view.strips) return;
  if (!strips_fit) {
    items.push_back({"Memory: rows too low",
                     {},
                     theme.faint,
                     false,
                     "What each stage holds is drawn below its row where rows are high enough: fewer stages in view, "
                     "or a higher window."});
    return;
  }
  if (shows_parts(report))
    add_parts(items, theme);
  else
    items.push_back({"State",
                     {},
                     always_held_color(theme),
                     false,
                     "What the stage holds all the time: weights, gradients, optimizer state, buffers."});
  items.push_back({"Activations",
                   {},
                   held_color(theme),
                   false,
                   "What the stage keeps of forward passes until their backward, over time."});
}

}  // namespace

std::vector<LegendItem> timeline_legend(const Theme& theme, const Report& report, const TimelineArrangement& view,
                                        GanttColoring coloring, bool grown, bool strips_fit) {
  std::vector<LegendItem> items;
  const bool by_kind = coloring == GanttColoring::pass || coloring == GanttColoring::pass_and_chunk;
  if (by_kind) {
    add_kinds(items, theme, report, view.unfolded.value_or(false));
  } else {
    const bool chunks = coloring == GanttColoring::chunk;
    const std::string ramp(ramp_words(chunks));
    items.push_back({chunks ? "First chunk" : "First micro-batch", {}, class_color(theme, 0, 2), false, ramp});
    items.push_back({"last", {}, class_color(theme, 1, 2), false, ramp});
  }
  const auto add = [&](BarKind kind) { items.push_back(work_item(theme, kind)); };
  const bool lanes = grown && view.transfers;
  if (exchanges(*report.time, ExchangeKind::gradients, lanes)) add(BarKind::gradient_sync);
  if (report.time->breakdown.optimizer.value > 0) add(BarKind::optimizer);
  if (exchanges(*report.time, ExchangeKind::parameters, lanes)) add(BarKind::parameter_sync);
  if (grown) add_extras(items, theme, report, view, strips_fit);
  const std::optional<double> bubble = bubble_share_of(report);
  items.push_back({"Bubble", bubble ? format_percent(*bubble).text() : std::string(), 0, true});
  return items;
}

std::array<std::string, 4> step_words(const Report& report) {
  if (!report.timeline || !report.time) return {};
  const std::string step = "step " + format_seconds(report.time->step).text();
  const std::string bubble = step + ", bubble " + format_percent(bubble_share_of(report).value_or(0)).text();
  const std::string peak = bubble + ", peak " + format_bytes(report.memory.peak).text();
  return {peak + " on stage " + grouped(report.memory.peak_stage), peak, bubble, step};
}

Difference judged(bool first_trains, bool second_trains, const Difference& difference) {
  if (first_trains == second_trains) return difference;
  return {0, difference.words + (first_trains ? ", but doesn't train" : ", but trains")};
}

Difference step_difference(const Report& first, const Report& second) {
  if (!first.time || !second.time) return {};
  const double change = (second.time->step - first.time->step).value;
  if (std::abs(change) < 1e-6 * first.time->step.value) return {0, "equally long"};
  const std::string amount = format_seconds(Seconds{std::abs(change)}).text();
  return judged(runs_backward(first.scenario.plan), runs_backward(second.scenario.plan),
                {change < 0 ? 1 : -1, amount + (change > 0 ? " longer" : " shorter")});
}

Difference peak_difference(const Report& first, const Report& second) {
  const double change = (second.memory.peak - first.memory.peak).value;
  if (std::abs(change) < 1e-6 * first.memory.peak.value) return {0, "equal peak"};
  const bool same_work = runs_backward(first.scenario.plan) == runs_backward(second.scenario.plan);
  return {!same_work ? 0 : change < 0 ? 1 : -1, held_bytes_words(std::abs(change)) + (change > 0 ? " more" : " less")};
}

std::string stages_at(const Timeline& timeline, const TimelineIndex& index, double time) {
  return state_at(timeline, index, {0, timeline.ranks}, time);
}

std::string speed_words(double speed) {
  if (speed >= 0.999) return fixed(speed, 0) + "×";
  return "1/" + grouped(std::llround(1 / speed)) + "×";
}

std::string held_bytes_words(double bytes) {
  return format_bytes(Bytes{bytes}).text();
}

Explanation explain_timeline(const Report& report, const HeldIndex& held, const GanttHover& hover,
                             std::span<const MemoryCurve> curves) {
  Explanation words = explain_pass(report, hover);
  if (hover.place != GanttPlace::lanes || !hover.rank || hover.after_end || held.during.empty()) return words;
  if (hover.transfer) {
    add_transfer(words, report, *hover.transfer);
    return words;
  }
  const auto rank = static_cast<std::size_t>(*hover.rank);
  if (hover.on_transfers && rank < report.time->exchange.size())
    if (const auto bucket = exchange_at(report.time->exchange[rank], hover.time)) {
      add_exchange(words, report, *bucket, *hover.rank);
      return words;
    }
  add_held(words, report, held, hover, curves);
  return words;
}

}  // namespace shardscope

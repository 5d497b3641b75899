#include "render/explain/explain_pass.h"

#include <span>
#include <string>

#include "core/base/characters.h"
#include "core/derivation/time_figures.h"
#include "core/scenario/plan_schedule.h"
#include "render/chart/time_axis.h"
#include "render/cluster/grid/rack_words.h"
#include "render/explain/explain_step.h"
#include "render/gantt/gantt_bars.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

constexpr const char* roofline_source = "Williams et al. 2009, Roofline; each product by its shape";

std::string seconds_text(Seconds time) {
  return format_seconds(time).text();
}

/// The model's stage that a pass runs.
std::size_t stage_of_pass(const Report& report, std::int32_t rank, const Pass& pass) {
  const StagePlacement placement = ways_of(report.scenario.plan).placement;
  return static_cast<std::size_t>(stage_of(placement, rank, pass.chunk, report.timeline->ranks));
}

/// "layers 40 to 47, the embedding".
std::string content_words(const StageContent& stage) {
  std::string words;
  const LayerRange layers{stage.first_layer, stage.first_layer + stage.layers()};
  if (stage.layers() > 0) words = layers_words(std::span(&layers, 1));
  const auto also = [&](bool held, const char* what) {
    if (held) words += (words.empty() ? "" : ", ") + std::string(what);
  };
  also(stage.mtp_layers > 0, "MTP");
  also(stage.embedding, "the embedding");
  also(stage.head, "the head");
  return words;
}

/// What the pass computes, its recomputation apart.
struct Work {
  Flops own, again;
};
Work work_of(const PassFlops& flops, PassKind kind) {
  switch (kind) {
    case PassKind::forward:
    case PassKind::overlapped_forward:
    case PassKind::lone_forward:
    case PassKind::embedding:
    case PassKind::loss:
      return {flops.forward, {}};
    case PassKind::backward_input:
      return {flops.backward_input, flops.recompute};
    case PassKind::backward_weight:
      return {flops.backward_weight, {}};
    case PassKind::backward:
    case PassKind::overlapped_backward:
    case PassKind::loss_backward:
    case PassKind::embedding_backward:
      break;
  }
  return {flops.backward_input + flops.backward_weight, flops.recompute};
}

const PassFlops& flops_of(const TimeReport& time, std::size_t stage, PassKind kind) {
  if (kind == PassKind::embedding || kind == PassKind::embedding_backward) return time.end_flops.embedding;
  if (kind == PassKind::loss || kind == PassKind::loss_backward) return time.end_flops.loss;
  return time.pass_flops[stage];
}

void explain_work(Explanation& words, const Report& report, std::int32_t rank, const Pass& pass, Seconds length) {
  const std::size_t stage = stage_of_pass(report, rank, pass);
  if (stage < report.layout.size()) words.lines.push_back(content_words(report.layout[stage]));
  const auto chunk = static_cast<std::size_t>(rank * report.timeline->virtual_stages + pass.chunk);
  const bool backward = role_of(pass.kind) == PassRole::backward && !is_end(pass.kind);
  const Seconds again = backward && chunk < report.timeline->recompute.size()
                            ? min(length, report.timeline->recompute[chunk])
                            : Seconds{};
  if (again.value > 0)
    words.lines.push_back("recomputation " + seconds_text(again) + ", then gradients " + seconds_text(length - again));
  if (stage >= report.time->pass_flops.size()) return;
  const Work work = work_of(flops_of(*report.time, stage, pass.kind), pass.kind);
  std::string sum = format_flops(work.own).text();
  if (work.again.value > 0) sum += " + " + format_flops(work.again).text() + " recomputed";
  const FlopsPerSecond rate = (work.own + work.again) / length;
  words.lines.push_back(sum + " / " + seconds_text(length) + " = " + format_flops_rate(rate).text());
  if (report.throughput && report.throughput->peak_flops.value > 0)
    words.lines.push_back(format_percent(rate / report.throughput->peak_flops).text() + " of the dense peak, " +
                          format_flops_rate(report.throughput->peak_flops).text() +
                          ": kernels, launches and traffic in the pass make up the rest");
  words.source = roofline_source;
}

/// Where a stage's share of the step goes, with the numbers that make it.
void explain_stage(Explanation& words, const Report& report, std::int32_t rank) {
  const auto r = static_cast<std::size_t>(rank);
  if (r >= report.time->stages.size()) return;
  const StageTime& stage = report.time->stages[r];
  const std::int32_t rounds = report.timeline->micro_batches;
  const Seconds backward = stage.backward_input + stage.backward_weight;
  std::string each = seconds_text(stage.forward) + " forward + ";
  if (stage.recompute.value > 0) each += seconds_text(stage.recompute) + " recomputed + ";
  words.lines.push_back(grouped(rounds, "micro-batch", "micro-batches") + " × (" + each + seconds_text(backward) +
                        " backward) = " + seconds_text(report.timeline->busy[r]) + " busy");
  const Seconds makespan = report.timeline->makespan;
  words.lines.push_back(seconds_text(makespan) + " of pipeline − " + seconds_text(report.timeline->busy[r]) + " = " +
                        seconds_text(stage.idle) + " idle, " + format_percent(stage.idle / makespan).text());
  words.source = "simulated pass by pass; Narayanan et al. 2021, section 2.2.1";
}

/// Of what replicas do the part that moves gradients, which is the first, or parameters.
std::string collective_of(GroupCollective both, ExchangeKind kind) {
  const GroupCollectiveEntry& entry = entry_of(both);
  return std::string(kind == ExchangeKind::gradients ? entry.first : entry.last);
}

/// What a stage exchanges of one kind with its replicas, and how much of that runs beside passes.
void explain_exchange(Explanation& words, const Report& report, std::int32_t rank, ExchangeKind kind, Seconds exposed) {
  for (const Communication& traffic : report.communication)
    if (traffic.kind == GroupKind::dp)
      words.lines.push_back(collective_of(traffic.collective, kind) + " over " + grouped(traffic.group_size) +
                            " GPUs " + std::string(place_of(traffic.crosses)));
  const auto r = static_cast<std::size_t>(rank);
  Seconds all;
  std::int64_t buckets = 0;
  if (r < report.time->exchange.size())
    for (const ExchangeRecord& record : report.time->exchange[r]) {
      if (record.kind != kind) continue;
      all += Seconds{record.end - record.start};
      ++buckets;
    }
  if (buckets > 0)
    words.lines.push_back("this stage's " +
                          (buckets == 1 ? std::string("bucket takes ") : grouped(buckets) + " buckets take ") +
                          seconds_text(all) + ", " + seconds_text(exposed) + " of the step isn't hidden beside passes");
  words.source = origin_of(TimeLost::gradients).source;
}

void explain_optimizer(Explanation& words, const Report& report) {
  const FigureOrigin optimizer = origin_of(TimeLost::optimizer);
  words.lines.emplace_back(std::string(optimizer.formula) + " of " +
                           format_bandwidth(BytesPerSecond{report.scenario.cluster.gpu.memory_bandwidth}).text());
  words.lines.emplace_back("begins when the last stage has exchanged: the clip needs the norm of all gradients");
  words.source = optimizer.source;
}

/// "drawn together here: 62 % backward, …": bars that are too thin to be told apart share a column and its colour.
std::string mix_words(const ColumnMix& mix, LaneRange together) {
  std::string words;
  for (std::size_t kind = 0; kind < bar_kinds; ++kind) {
    if (mix.share[kind] < 0.005f) continue;
    std::string name(name_of_work(static_cast<BarKind>(kind)).title);
    name.front() = lower(name.front());
    words +=
        (words.empty() ? "" : ", ") + format_percent_to(static_cast<double>(mix.share[kind]), 0).text() + " " + name;
  }
  if (together.count == 1) return "bars this thin are drawn mixed, here " + words;
  return "stages " + grouped(together.first) + " to " + grouped(together.first + together.count - 1) +
         " share the row and are drawn mixed, here " + words;
}

}  // namespace

namespace {

Explanation explain_label(const Report& report, std::int32_t rank) {
  Explanation words{"Stage " + grouped(rank)};
  explain_stage(words, report, rank);
  const auto r = static_cast<std::size_t>(rank);
  if (r < report.timeline->busy.size()) words.value = seconds_text(report.timeline->busy[r]) + " busy";
  words.hint = "Click outlines the stage in all views.";
  return words;
}

}  // namespace

Explanation explain_pass(const Report& report, const GanttHover& hover) {
  if (!report.timeline || !report.time || !hover.rank) return {};
  const std::string stage = "stage " + grouped(*hover.rank);
  if (hover.place == GanttPlace::labels) return explain_label(report, *hover.rank);
  if (hover.place != GanttPlace::lanes) return {};
  if (hover.after_end) return {"After the step, " + stage, "ended at " + seconds_text(report.time->step)};
  Explanation words;
  const Seconds length{hover.range.length()};
  words.value = seconds_text(length);
  words.title =
      (hover.pass ? std::string(name_of_pass(hover.pass->kind).title) : std::string(name_of_work(hover.kind).title)) +
      ", " + stage;
  if (hover.pass) words.title += ", micro-batch " + grouped(hover.pass->micro_batch);
  if (hover.pass && report.timeline->virtual_stages > 1) words.title += ", chunk " + grouped(hover.pass->chunk);
  words.lines.push_back(span_text(hover.range) + " of the step");
  if (hover.pass) {
    if (hover.bar) words.lines.push_back(wait_words(*report.timeline, hover, "stage"));
    explain_work(words, report, *hover.rank, *hover.pass, length);
    words.hint = "Click follows the micro-batch through all stages.";
  } else if (hover.kind == BarKind::idle) {
    words.lines.emplace_back("waits for another stage's pass");
    explain_stage(words, report, *hover.rank);
  } else if (hover.kind == BarKind::gradient_sync || hover.kind == BarKind::parameter_sync) {
    explain_exchange(words, report, *hover.rank,
                     hover.kind == BarKind::gradient_sync ? ExchangeKind::gradients : ExchangeKind::parameters, length);
  } else if (hover.kind == BarKind::optimizer) {
    explain_optimizer(words, report);
  }
  if (hover.mix) words.lines.push_back(mix_words(*hover.mix, hover.together));
  return words;
}

std::string wait_words(const Timeline& timeline, const GanttHover& hover, std::string_view lane) {
  if (!hover.pass || !hover.rank) return {};
  if (!hover.waited) return "needs no other pass";
  const Pass before = timeline.lane(hover.waited->pass.rank)[hover.waited->pass.bar].pass;
  const std::string name =
      std::string(name_of_pass(before.kind).word) + " of micro-batch " + grouped(before.micro_batch);
  if (hover.waited->kind == DependencyKind::order) return "right after its own " + name;
  std::string words = "waited for the " + name;
  if (hover.waited->pass.rank != *hover.rank)
    words += " on " + std::string(lane) + " " + grouped(hover.waited->pass.rank);
  if (hover.waited->transfer > 0) words += " and its transfer";
  return words;
}

}  // namespace shardscope

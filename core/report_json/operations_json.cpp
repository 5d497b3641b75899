#include "core/report_json/operations_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/lanes/lane_memory.h"
#include "core/lanes/lane_words.h"
#include "core/lanes/peak_operation.h"
#include "core/lanes/rank_lanes.h"
#include "core/report_json/number.h"
#include "core/traffic/shared_links.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json bar_json(const LaneBar& bar, const Block& block, const LetterSizes& sizes) {
  Json json = {{"lane", entry_of(bar.lane).json},
               {"kind", entry_of(bar.work).json},
               {"name", name_of(bar, block)},
               {"kernel", kernel_of(bar, block)}};
  if (bar.operation >= 0) {
    const Operation& operation = block.operations[static_cast<std::size_t>(bar.operation)];
    json["phase"] = name_of(bar.phase);
    json["shape"] = text_of(operation.shape);
    json["numbers"] = numbers_of(operation.shape, sizes);
    json["flops"] = number(bar.flops);
  }
  json["start_seconds"] = bar.start, json["end_seconds"] = bar.end;
  json["kernel_seconds"] = number(bar.alone);
  json["bytes"] = number(bar.bytes);
  if (bar.share != 1) json["share"] = bar.share;
  if (bar.elsewhere.value > 0) json["beside_other_passes_seconds"] = number(bar.elsewhere);
  json["slack_seconds"] = bar.slack;
  json["waits_for"] = bar.waits_for < 0 ? Json(nullptr) : Json(bar.waits_for);
  return json;
}

/// What the block's operation keeps for its backward, where anything is kept of the layer.
Json saved_json(const LaneBar& bar, const LayerLanes& lanes, const Plan& plan) {
  Json saved = Json::array();
  for (const SavedTensor& tensor : lanes.block.saved)
    if (tensor.read_by == static_cast<std::size_t>(bar.operation) && is_kept(tensor, lanes, plan))
      saved.push_back({{"tensor", entry_of(tensor.name).words}, {"bytes", number(tensor.bytes())}});
  return saved;
}

Json layer_json(const LayerLanes& lanes, const LetterSizes& sizes, const Plan& plan) {
  Json operations = Json::array();
  std::vector<bool> listed(lanes.block.operations.size(), false);  // one that traffic cuts has several bars
  for (const LaneBar& bar : lanes.bars) {
    operations.push_back(bar_json(bar, lanes.block, sizes));
    if (bar.operation < 0 || bar.phase != OperationPhase::forward) continue;
    if (listed[static_cast<std::size_t>(bar.operation)]) continue;
    listed[static_cast<std::size_t>(bar.operation)] = true;
    if (Json saved = saved_json(bar, lanes, plan); !saved.empty()) operations.back()["saved"] = std::move(saved);
  }
  return {{"block", name_of(lanes.block.kind)},
          {"recomputed", lanes.redone},
          {"seconds", lanes.length},
          {"operations", std::move(operations)}};
}

/// Of a pass, what each lane's traffic adds to it.
Json exposed_json(const PassLanes& pass, const Contention& contention) {
  std::array<Seconds, lane_kinds> sum{};
  for (const LayerSpan& span : pass.spans) {
    const auto of_layer = exposed_by_lane(pass.layers[span.lanes], contention);
    for (std::size_t lane = 0; lane < lane_kinds; ++lane) sum[lane] += of_layer[lane];
  }
  Json json = Json::object();
  for (const LaneKind lane : {LaneKind::tensor, LaneKind::context, LaneKind::expert, LaneKind::host})
    json[std::string(entry_of(lane).json)] = number(sum[index_of(lane)]);
  json["data"] = number(exposed_gathers(pass));
  return json;
}

Json pass_json(const PassLanes& pass, const Contention& contention, const LetterSizes& sizes, const Plan& plan) {
  Json layers = Json::array(), spans = Json::array(), traffic = Json::array();
  for (const LayerLanes& layer : pass.layers) layers.push_back(layer_json(layer, sizes, plan));
  for (const LayerSpan& span : pass.spans)
    spans.push_back({{"name", name_of(span, pass.layers[span.lanes])},
                     {"layer", span.lanes},
                     {"start_seconds", span.start},
                     {"end_seconds", span.end},
                     {"slack_seconds", span.slack}});
  for (const UnitTraffic& unit : pass.traffic) {
    const LaneWork work = unit.lane == LaneKind::data_in ? LaneWork::gather_of_weights : LaneWork::scatter_of_gradients;
    traffic.push_back({{"lane", entry_of(unit.lane).json},
                       {"name", entry_of(work).words},
                       {"span", unit.span},
                       {"start_seconds", unit.start},
                       {"end_seconds", unit.end},
                       {"seconds", number(unit.alone)},
                       {"bytes", number(unit.bytes)},
                       {"slack_seconds", unit.slack}});
  }
  return {
      {"pass", name_of(pass.pass)},  {"seconds", pass.length},    {"exposed_seconds", exposed_json(pass, contention)},
      {"layers", std::move(layers)}, {"spans", std::move(spans)}, {"traffic", std::move(traffic)}};
}

/// When the rank holds most, and what begins then.
Json memory_json(const Report& report, const RankLanes& lanes) {
  const MemoryCurve curve = memory_by_operation(report, lanes);
  const std::optional<PeakOperation> peak = peak_operation(curve, lanes);
  if (!peak) return nullptr;
  const PassLanes& pass = lanes.passes[lanes.places[peak->place].lanes];
  const LayerSpan* span = peak->span < 0 ? nullptr : &pass.spans[static_cast<std::size_t>(peak->span)];
  const LayerLanes* layer = span == nullptr ? nullptr : &pass.layers[span->lanes];
  return {{"always_bytes", number(curve.constant())},
          {"peak_bytes", number(peak->held)},
          {"peak_seconds", peak->time},
          {"pass", name_of(pass.pass)},
          {"micro_batches_held", curve.points[curve.peak].held},
          {"span", span == nullptr ? Json(nullptr) : Json(name_of(*span, *layer))},
          {"operation", layer == nullptr || peak->bar < 0
                            ? Json(nullptr)
                            : Json(name_of(layer->bars[static_cast<std::size_t>(peak->bar)], layer->block))}};
}

}  // namespace

Json operations_json(const Report& report, std::int32_t rank) {
  const std::optional<RankLanes> lanes = rank_lanes(report, rank);
  if (!lanes) return nullptr;
  const Contention contention = exchange_contention(report.scenario.cluster.constants);
  const LetterSizes sizes = letter_sizes(report.scenario.model, report.scenario.plan);
  Json passes = Json::array();
  for (std::size_t p = 0; p < lanes->passes.size(); ++p) {
    const auto runs = std::count_if(lanes->places.begin(), lanes->places.end(),
                                    [&](const PassPlace& place) { return place.lanes == p; });
    Json json = {{"stage", lanes->stages[p]}, {"runs", runs}};
    json.update(pass_json(lanes->passes[p], contention, sizes, report.scenario.plan));
    passes.push_back(std::move(json));
  }
  return {{"rank", rank}, {"memory", memory_json(report, *lanes)}, {"passes", std::move(passes)}};
}

}  // namespace shardscope

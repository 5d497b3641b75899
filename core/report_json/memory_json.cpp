#include "core/report_json/memory_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/inspect/memory/curve.h"
#include "core/inspect/memory/ledger.h"
#include "core/inspect/memory/megatron_difference.h"
#include "core/memory/whole_bytes.h"
#include "core/report_json/number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json part_json(const MemoryPart& part) {
  Json factors = Json::array();
  for (const Factor& factor : part.derivation.factors) {
    if (!factor.is_used()) continue;
    const std::string_view unit = name_of(factor.unit);
    factors.push_back({{"label", label_words(factor)},
                       {"value", number(factor.value)},
                       {"unit", unit.empty() ? Json(nullptr) : Json(unit)}});
  }
  return {{"name", name_of(part)},       {"component", name_of(part.component)}, {"bytes", number(part.bytes)},
          {"formula", formula_of(part)}, {"source", part.derivation.source},     {"factors", factors}};
}

/// A tensor of the ledger; what has no shape or no type says so with null.
Json tensor_json(const LedgerLine& line, const StageMemory& stage) {
  const auto text = [](std::string_view words) { return words.empty() ? Json(nullptr) : Json(words); };
  return {{"component", name_of(line.component)},
          {"part", name_of(stage.parts[line.part])},
          {"group", name_of(line.group)},
          {"name", line.name},
          {"role", text(line.role)},
          {"shape", text(shape_words(line))},
          {"shape_numbers", line.numbers.empty() ? Json(nullptr) : Json(line.numbers)},
          {"shape_divisor", line.divisor > 0 ? number(line.divisor) : Json(nullptr)},
          {"dtype", text(words_of(line.value))},
          {"bytes_per_value", line.value.bytes > 0 ? number(line.value.bytes) : Json(nullptr)},
          {"count", number(line.count)},
          {"bytes", number(line.bytes)},
          {"fate", text(line.fate)},
          {"formula", text(line.formula)},
          {"source", text(line.source)}};
}

Json stage_memory_json(const StageMemory& stage) {
  Json parts = Json::array();
  for (const MemoryPart& part : stage.parts) parts.push_back(part_json(part));
  return {{"stage", stage.stage},
          {"weights_bytes", number(stage.weights)},
          {"gradients_bytes", number(stage.gradients)},
          {"optimizer_bytes", number(stage.optimizer)},
          {"activations_bytes", number(stage.activations)},
          {"buffers_bytes", number(stage.buffers)},
          {"total_bytes", number(stage.total)},
          {"allocated_bytes", number(stage.allocated)},
          {"reserved_bytes", number(stage.reserved)},
          {"micro_batches_in_flight", number(stage.micro_batches_in_flight)},
          {"host_bytes", number(stage.host.total())},
          {"host_bytes_per_node", number(stage.host_per_node)},
          {"host",
           {{"weights_bytes", number(stage.host.weights)},
            {"gradients_bytes", number(stage.host.gradients)},
            {"optimizer_bytes", number(stage.host.optimizer)},
            {"activations_bytes", number(stage.host.activations)}}},
          {"parts", parts}};
}

/// Their figures, and what leads from their sum to the fullest stage's total.
Json megatron_report_json(const Report& report) {
  const MemoryReport& memory = report.memory;
  Json differences = Json::array();
  for (const MegatronDifference& difference : megatron_differences(report))
    differences.push_back({{"name", difference.name},
                           {"component", name_of(difference.component)},
                           {"bytes", number(difference.bytes)},
                           {"note", difference.note}});
  return {{"weight_and_optimizer_bytes", number(memory.megatron_report.weight_and_optimizer)},
          {"activation_bytes", number(memory.megatron_report.activation)},
          {"differences", differences}};
}

/// What the stage holds from each moment to the next; the rest of its bytes lasts.
Json over_time_json(const MemoryCurve& curve) {
  Json points = Json::array();
  for (const MemoryCurve::Point& point : curve.points)
    points.push_back({{"seconds", number(point.time)},
                      {"activations_bytes", number(Bytes{std::round(point.activations.value)})},
                      {"micro_batch_chunks", point.held}});
  return points;
}

BytesRange in_whole_bytes(const BytesRange& range) {
  return {Bytes{std::round(range.low.value)}, Bytes{std::round(range.high.value)}};
}

}  // namespace

Json peak_json(const MemoryReport& memory) {
  return memory.stages.empty() ? Json(nullptr) : number(whole_peak(memory));
}

Json memory_totals_json(const MemoryReport& memory) {
  const bool known = !memory.stages.empty();
  return {{"peak_bytes", peak_json(memory)},
          {"peak_stage", known ? Json(memory.peak_stage) : Json(nullptr)},
          {"peak_bytes_range", known ? range_json(in_whole_bytes(memory.range())) : Json(nullptr)},
          {"fit", known && memory.capacity > Bytes{0} ? Json(name_of(memory.fit())) : Json(nullptr)},
          {"capacity_bytes", memory.capacity > Bytes{0} ? number(memory.capacity) : Json(nullptr)},
          {"checkpoint_bytes", number(memory.checkpoint.total())},
          {"checkpoint",
           {{"weights_bytes", number(memory.checkpoint.weights)},
            {"optimizer_bytes", number(memory.checkpoint.optimizer)}}}};
}

Json memory_json(const Report& report, TensorLists tensors) {
  const MemoryReport memory = in_whole_bytes(report.memory);
  Json stages = Json::array();
  for (const StageMemory& stage : memory.stages) {
    Json json = stage_memory_json(stage);
    const bool listed =
        tensors == TensorLists::every_stage || (tensors == TensorLists::peak_stage && stage.stage == memory.peak_stage);
    if (listed) {
      Json& list = json["tensors"] = Json::array();
      const std::vector<LedgerLine> lines = in_whole_bytes(memory_ledger(report, stage.stage), stage);
      for (const LedgerLine& line : lines) list.push_back(tensor_json(line, stage));
    }
    if (tensors == TensorLists::every_stage && stage.stage == memory.peak_stage)
      json["over_time"] = over_time_json(memory_over_time(report, stage.stage));
    stages.push_back(std::move(json));
  }
  Json json = {{"stages", std::move(stages)}};
  json.update(memory_totals_json(memory));
  json["megatron_report"] = megatron_report_json(report);
  return json;
}

}  // namespace shardscope

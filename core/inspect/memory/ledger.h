// core/inspect/memory: what memory is made of below the report's parts: tensors and blocks of a stage, bytes over the
// step, and the way from Megatron-LM's own figure to this one. In: a Report. Out: lines and curves that sum to the
// report's parts.
//
// Memory down to the tensor: what the fullest GPU of a stage holds at its peak, each like tensor a line, with its shape
// in symbols and in numbers. The lines of a part sum to the part, so the ledger sums to the report.
// Made on demand for one stage; evaluate() doesn't.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/value_type.h"
#include "core/report/report.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// One kind of tensor, as often as it is there.
struct LedgerLine {
  MemoryComponent component = MemoryComponent::weights;
  std::size_t part = 0;  // of StageMemory::parts
  TensorGroup group = TensorGroup::other;
  std::optional<TensorName> tensor;       // of a tensor saved for backward
  std::string_view name;                  // "gate and up projection"
  std::string_view role;                  // what of it: "master copy"; empty where it is the thing itself
  Shape shape;                            // empty where a constant or a formula stands alone
  Sharding split = Sharding::replicated;  // of a matrix on this plan: over tp, or ep and etp
  std::vector<double> numbers;            // the shape's: {16384, 106496}; empty where there is none
  double divisor = 0;                     // a GPU holds so much less of it: tp, and ZeRO's GPUs; 0 where it isn't known
  KeptValue value;   // so that bytes = count · product of numbers / divisor · its; 0 bytes where that isn't known,
                     // of no type where it is no tensor
  double count = 1;  // layers times micro-batches held
  Bytes bytes;       // of all of them
  std::string_view fate;  // of a tensor saved for backward: "kept"; empty for the rest
  std::string formula;
  std::string_view source;
};
/// "[h, 2·f]/tp"; nothing where the line has no shape.
[[nodiscard]] std::string shape_words(const LedgerLine& line);

/// Of the stage's report; empty where there is no such stage.
[[nodiscard]] std::vector<LedgerLine> memory_ledger(const Report& report, std::int32_t stage);

/// The lines of a stage that is in whole bytes (core/memory/whole_bytes.h), those of each part summing to it.
[[nodiscard]] std::vector<LedgerLine> in_whole_bytes(std::vector<LedgerLine> lines, const StageMemory& whole);

/// A tensor that one layer saves for backward, for one micro-batch, whether it is kept or not.
struct LayerTensor {
  std::optional<TensorName> tensor;  // nothing: the layer's input
  Shape shape;
  std::string_view source;
  std::vector<double> numbers;
  KeptValue value;
  Bytes bytes;
  bool kept = true;  // false: recomputed before the backward pass, or on the host
  TensorFate fate = TensorFate::kept;
  std::optional<OperationName> read_by = {};  // whose forward reads it, where one does

  [[nodiscard]] std::string_view name() const { return tensor ? name_of(*tensor) : "input of the layer"; }
  [[nodiscard]] TensorGroup group() const { return tensor ? entry_of(*tensor).group : TensorGroup::other; }
};

/// Of a dense or an MoE layer of this plan; `fully_recomputed`: of one whose input alone is kept. Where the plan
/// offloads only some layers' activations, it is one of the others.
[[nodiscard]] std::vector<LayerTensor> layer_tensors(const Scenario& filled, BlockKind kind, bool fully_recomputed);

}  // namespace shardscope

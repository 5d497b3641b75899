#include "core/inspect/memory/ledger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/inspect/memory/ledger_dtypes.h"
#include "core/memory/activations.h"
#include "core/memory/whole_bytes.h"
#include "core/scenario/parts/optimizer.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/dimensions.h"
#include "core/transformer/shape.h"

namespace shardscope {

namespace {

/// How the plan splits a matrix that can be.
Sharding split_of(Sharding sharding, const Plan& plan) {
  if (sharding == Sharding::tensor && plan.tp <= 1) return Sharding::replicated;
  if (sharding == Sharding::expert && plan.ep * expert_tensor_of(plan) <= 1) return Sharding::replicated;
  return sharding;
}

/// A matrix of a stage, on one GPU, as often as the stage has it.
struct HeldMatrix {
  ParameterGroup group;
  double local = 0, times = 0;
};

/// What a stage's parts of the state are made of.
struct StageMatrices {
  const Report& report;
  const std::vector<StageContent>& chunks;
  std::vector<HeldMatrix> held;

  /// `times` blocks' matrices; of experts alone, of the others alone, or all.
  void take(const ParameterGroups& groups, double times, std::optional<bool> experts) {
    if (times <= 0) return;
    for (const ParameterGroup& group : groups) {
      if (experts && (group.traits().sharding == Sharding::expert) != *experts) continue;
      const ShardedCount local = on_one_gpu({group}, report.scenario.plan);
      const double count = local.dense + local.experts;
      if (count <= 0) continue;
      const auto same = std::find_if(held.begin(), held.end(), [&](const HeldMatrix& matrix) {
        return matrix.group.name == group.name && matrix.local == count;
      });
      if (same == held.end())
        held.push_back({group, count, times});
      else
        same->times += times;
    }
  }

  [[nodiscard]] double sum(auto of_chunk) const {
    double total = 0;
    for (const StageContent& chunk : chunks) total += static_cast<double>(of_chunk(chunk));
    return total;
  }
  [[nodiscard]] double dense_layers() const {
    return sum([](const StageContent& c) { return c.dense_layers; });
  }
  [[nodiscard]] double moe_layers() const {
    return sum([](const StageContent& c) { return c.moe_layers; });
  }
  [[nodiscard]] double mtp_layers() const {
    return sum([](const StageContent& c) { return c.mtp_layers; });
  }

  void take_layers(std::optional<bool> experts) {
    take(layer_parameters(report.scenario.model, false), dense_layers(), experts);
    take(layer_parameters(report.scenario.model, true), moe_layers(), experts);
  }
  void take_mtp(std::optional<bool> experts) { take(mtp_parameters(report.scenario.model), mtp_layers(), experts); }
};

std::vector<HeldMatrix> matrices_of(const Report& report, const std::vector<StageContent>& chunks,
                                    PartContent content) {
  const Model& model = report.scenario.model;
  const std::int64_t vocabulary = trained_vocabulary(model, report.scenario.plan);
  StageMatrices stage{report, chunks, {}};
  switch (content) {
    case PartContent::layers:
      stage.take_layers(false);
      break;
    case PartContent::experts:
      stage.take_layers(true);
      break;
    case PartContent::mtp_layers:
      stage.take_mtp(false);
      break;
    case PartContent::mtp_experts:
      stage.take_mtp(true);
      break;
    case PartContent::all_layers:
      stage.take_layers({});
      stage.take_mtp({});
      break;
    case PartContent::embedding:
      stage.take(embedding_parameters(model, vocabulary), 1, {});
      break;
    case PartContent::head:
      stage.take(head_parameters(model, vocabulary, copies_tied_table(report.scenario.plan)), 1, {});
      break;
    case PartContent::formula:
    case PartContent::dense_tensors:
    case PartContent::moe_tensors:
    case PartContent::mtp_tensors:
    case PartContent::embedding_tensors:
    case PartContent::head_tensors:
    case PartContent::recomputed_tensors:
      break;
  }
  return stage.held;
}

std::string_view role_of(const MemoryPart& part) {
  if (part.kind == PartKind::quantised_copies) return "quantised copy";
  if (part.kind == PartKind::master_weights) return "master copy";
  return part.kind == PartKind::optimizer_states ? "optimizer states" : "";
}

TensorFate fate_of(const SavedTensor& tensor, const Plan& plan, bool fully_recomputed) {
  if ((tensor.in_layer && fully_recomputed) || is_dropped(tensor, plan)) return TensorFate::recomputed;
  if (tensor.in_layer && plan.offload == Offload::activations && !plan.offload_activations_layers)
    return TensorFate::offloaded;
  return tensor.gathered_again ? TensorFate::gathered_again : TensorFate::kept;
}

double product_of(const std::vector<double>& numbers) {
  double product = 1;
  for (const double number : numbers) product *= number;
  return product;
}

/// The whole number that a quotient of counts is, but for rounding.
double snapped(double quotient) {
  return std::abs(quotient - std::round(quotient)) <= 1e-9 * quotient ? std::round(quotient) : quotient;
}

/// A buffer of values, whose numbers its derivation gives.
void set_flat_shape(LedgerLine& line, const MemoryPart& part) {
  if (part.shape.empty()) return;
  line.shape = part.shape;
  double share = 1;
  for (const Factor& factor : part.derivation.factors) {
    if (!factor.is_used()) continue;
    if (factor.role == FactorRole::share)
      share = factor.value;
    else if (factor.role == FactorRole::value_bytes)
      line.value = {factor.type, factor.value, factor.twice};
    else
      line.numbers.push_back(factor.value);
  }
  line.divisor = snapped(1 / share);
}

struct LedgerMaker {
  const Report& report;
  const StageMemory& stage;
  std::vector<StageContent> chunks = {};
  LetterSizes of_tensors = {};
  ModelSizes of_matrices = {};
  std::vector<LedgerLine> lines = {};

  void add_formula(const MemoryPart& part, std::size_t index) {
    LedgerLine line;
    line.component = part.component, line.part = index, line.name = name_of(part), line.bytes = part.bytes;
    line.formula = formula_of(part), line.source = part.derivation.source;
    set_flat_shape(line, part);
    lines.push_back(std::move(line));
  }

  /// A matrix in numbers; of a layer norm its scale and its bias.
  void set_shape(LedgerLine& line, const ParameterGroup& group) {
    line.shape = static_cast<int>(group.vectors) * group.shape;
    line.split = split_of(group.traits().sharding, report.scenario.plan);
    line.numbers = numbers_of(line.shape, of_matrices);
  }

  /// The part's bytes, shared out by what each parameter takes.
  void add_matrices(const MemoryPart& part, std::size_t index) {
    const std::vector<HeldMatrix> matrices = matrices_of(report, chunks, part.content);
    double whole_bytes = 0;
    for (const HeldMatrix& matrix : matrices)
      whole_bytes +=
          matrix.local * matrix.times * state_of(part, matrix.group, matrix.local, report.scenario, of_tensors).bytes;
    if (whole_bytes <= 0) return add_formula(part, index);
    const Plan& plan = report.scenario.plan;
    if (part.bytes.value <= 0) return;
    for (const HeldMatrix& matrix : matrices) {
      const KeptValue state = state_of(part, matrix.group, matrix.local, report.scenario, of_tensors);
      if (state.bytes <= 0) continue;
      LedgerLine line;
      line.component = part.component, line.part = index, line.group = entry_of(matrix.group.traits().component).group;
      line.name = name_of(matrix.group.name), line.role = role_of(part);
      set_shape(line, matrix.group);
      const bool sums = facts_of(plan.optimizer).sums && part.kind == PartKind::optimizer_states;
      if (!sums) {
        line.divisor = snapped(product_of(line.numbers) / matrix.local * (whole_bytes / part.bytes.value));
      }
      line.value = state;
      if (sums) line.value.bytes = 0;
      line.count = matrix.times;
      line.bytes = whole(part.bytes * (matrix.local * matrix.times * state.bytes / whole_bytes));
      line.formula = formula_of(part), line.source = part.derivation.source;
      lines.push_back(std::move(line));
    }
  }

  /// The block's tensors that `wanted` names, `times` times each.
  void add_tensors(const MemoryPart& part, std::size_t index, const Block& block, double times, auto wanted) {
    const bool redone = part.content == PartContent::recomputed_tensors;
    for (const SavedTensor& tensor : block.saved) {
      if (tensor.elements <= 0 || times <= 0 || !wanted(tensor)) continue;
      LedgerLine line;
      line.component = part.component, line.part = index, line.group = entry_of(tensor.name).group;
      line.tensor = tensor.name, line.name = name_of(tensor.name);
      line.shape = tensor.shape, line.numbers = numbers_of(tensor.shape, of_tensors);
      line.divisor = snapped(product_of(line.numbers) / tensor.elements);
      line.value = tensor.value;
      line.count = times, line.bytes = whole(tensor.bytes() * times);
      line.fate = name_of(redone                  ? TensorFate::recomputed
                          : tensor.gathered_again ? TensorFate::gathered_again
                                                  : TensorFate::kept);
      line.formula = "elements · bytes · layers · micro-batches held", line.source = tensor.source;
      lines.push_back(std::move(line));
    }
  }

  /// What the lines of a part miss of it, said as a line of its own: an input counted elsewhere, room that the logits
  /// leave.
  void add_rest(const MemoryPart& part, std::size_t index, std::size_t first, std::string_view name) {
    Bytes rest = part.bytes;
    for (std::size_t i = first; i < lines.size(); ++i) rest -= lines[i].bytes;
    if (std::abs(rest.value) < 0.5) return;
    LedgerLine line;
    line.component = part.component, line.part = index, line.name = name, line.bytes = rest;
    line.source = part.derivation.source;
    lines.push_back(std::move(line));
  }

  void add_recomputed(const MemoryPart& part, std::size_t index);
  void add(const MemoryPart& part, std::size_t index);
};

/// Blocks of a kind that recomputation redoes: so many, and the bytes of one group beyond what is kept of it.
struct RedoneBlocks {
  Block block;
  double times = 0, at_once = 1;
  Bytes bytes = {};
};

/// Of a stage's dense, MoE and MTP layers.
std::array<RedoneBlocks, 3> redone_blocks(const Scenario& scenario, const StageMemory& stage,
                                          const std::vector<StageContent>& chunks) {
  const Plan& plan = scenario.plan;
  const bool full = recompute_mode(plan) == RecomputeMode::full;
  const auto block = [&](BlockKind kind) { return make_block(kind, scenario.model, plan); };
  std::array<RedoneBlocks, 3> redone = {
      {{block(BlockKind::dense_layer)}, {block(BlockKind::moe_layer)}, {block(BlockKind::mtp_layer)}}};
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const ChunkHolding holding = holding_of(chunks[c], plan);
    const double times = stage.held.in_backward || c >= stage.held.redone.size() ? 1 : stage.held.redone[c];
    redone[0].times += times * (full ? holding.redone_dense_layers : static_cast<double>(chunks[c].dense_layers));
    redone[1].times += times * (full ? holding.redone_moe_layers : static_cast<double>(chunks[c].moe_layers));
    redone[2].times += times * (full ? holding.mtp_inputs : holding.mtp_layers);
    if (full) redone[0].at_once = redone[1].at_once = std::max(redone[0].at_once, holding.redone_at_once);
  }
  for (RedoneBlocks& each : redone)
    each.bytes = saved_bytes(each.block) * each.at_once - kept_bytes(each.block, plan, full);
  return redone;
}

/// Of the blocks that recomputation redoes the largest one while a whole backward pass runs; where the backward is
/// split all of them, for each micro-batch whose weight gradient is to come.
void LedgerMaker::add_recomputed(const MemoryPart& part, std::size_t index) {
  const Plan& plan = report.scenario.plan;
  const bool full = recompute_mode(plan) == RecomputeMode::full;
  const std::array<RedoneBlocks, 3> redone = redone_blocks(report.scenario, stage, chunks);
  const RedoneBlocks* largest = nullptr;
  for (const RedoneBlocks& each : redone)
    if (each.times > 0 && (largest == nullptr || each.bytes > largest->bytes)) largest = &each;
  const auto dropped = [&](const SavedTensor& tensor) { return full ? tensor.in_layer : is_dropped(tensor, plan); };
  const std::size_t first = lines.size();
  for (const RedoneBlocks& each : redone) {
    const double times = !stage.held.in_backward ? each.times : &each == largest ? each.at_once : 0;
    add_tensors(part, index, each.block, times, dropped);
  }
  add_rest(part, index, first, "of that, counted among inputs or logits");
}

void LedgerMaker::add(const MemoryPart& part, std::size_t index) {
  const Plan& plan = report.scenario.plan;
  const Model& model = report.scenario.model;
  const auto kept = [&](const SavedTensor& tensor) { return !is_dropped(tensor, plan); };
  const double times = part.derivation.factors[1].value;  // layers times micro-batches
  switch (part.content) {
    case PartContent::formula:
      return add_formula(part, index);
    case PartContent::dense_tensors:
      return add_tensors(part, index, make_block(BlockKind::dense_layer, model, plan), times, kept);
    case PartContent::moe_tensors:
      return add_tensors(part, index, make_block(BlockKind::moe_layer, model, plan), times, kept);
    case PartContent::mtp_tensors:
      return add_tensors(part, index, make_block(BlockKind::mtp_layer, model, plan), times, kept);
    case PartContent::embedding_tensors:
      return add_tensors(part, index, make_block(BlockKind::embedding, model, plan), times, kept);
    case PartContent::head_tensors:
      return add_tensors(part, index, make_block(BlockKind::head, model, plan), times, kept);
    case PartContent::recomputed_tensors:
      return add_recomputed(part, index);
    case PartContent::layers:
    case PartContent::experts:
    case PartContent::mtp_layers:
    case PartContent::mtp_experts:
    case PartContent::embedding:
    case PartContent::head:
    case PartContent::all_layers:
      return add_matrices(part, index);
  }
}

}  // namespace

std::string shape_words(const LedgerLine& line) {
  constexpr std::array<std::string_view, 3> over = {"/tp", "/(ep·etp)", ""};
  return text_of(line.shape) + std::string(over[index_of(line.split)]);
}

std::vector<LedgerLine> memory_ledger(const Report& report, std::int32_t stage) {
  if (stage < 0 || static_cast<std::size_t>(stage) >= report.memory.stages.size()) return {};
  const StageMemory& memory = report.memory.stages[static_cast<std::size_t>(stage)];
  LedgerMaker maker{report, memory};
  const Scenario& scenario = report.scenario;
  maker.of_tensors = letter_sizes(scenario.model, scenario.plan);
  maker.of_matrices = model_sizes(scenario.model, trained_vocabulary(scenario.model, scenario.plan));
  maker.chunks =
      held_by_rank(scenario.plan, static_cast<std::size_t>(stage), report.memory.stages.size(), report.layout).listed();
  for (std::size_t i = 0; i < memory.parts.size(); ++i) maker.add(memory.parts[i], i);
  return maker.lines;
}

std::vector<LedgerLine> in_whole_bytes(std::vector<LedgerLine> lines, const StageMemory& whole) {
  for (std::size_t i = 0; i < whole.parts.size(); ++i) {
    std::vector<Bytes> bytes;
    for (const LedgerLine& line : lines)
      if (line.part == i) bytes.push_back(line.bytes);
    bytes = in_whole_bytes(std::move(bytes), whole.parts[i].bytes);
    auto next = bytes.begin();
    for (LedgerLine& line : lines)
      if (line.part == i) line.bytes = *next++;
  }
  return lines;
}

std::vector<LayerTensor> layer_tensors(const Scenario& filled, BlockKind kind, bool fully_recomputed) {
  const Block block = make_block(kind, filled.model, filled.plan);
  const LetterSizes sizes = letter_sizes(filled.model, filled.plan);
  std::vector<LayerTensor> tensors;
  for (const SavedTensor& tensor : block.saved) {
    if (tensor.elements <= 0) continue;
    const TensorFate fate = fate_of(tensor, filled.plan, fully_recomputed);
    const bool kept = fate == TensorFate::kept || fate == TensorFate::gathered_again;
    tensors.push_back({tensor.name, tensor.shape, tensor.source, numbers_of(tensor.shape, sizes), tensor.value,
                       whole(tensor.bytes()), kept, fate});
    if (tensor.read_by < block.operations.size()) tensors.back().read_by = block.operations[tensor.read_by].name;
  }
  return tensors;
}

}  // namespace shardscope

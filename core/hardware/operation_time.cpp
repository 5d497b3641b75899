#include "core/hardware/operation_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/elementary.h"

namespace shardscope {

namespace {

/// A product's sizes in a direction: [m, k] x [k, n].
struct Product {
  double m = 0, n = 0, k = 0;
  bool accumulates = false;  // a weight gradient adds to an fp32 buffer
};

Product product_of(const Operation& operation, Direction direction) {
  switch (direction) {
    case Direction::forward:
      return {operation.m, operation.n, operation.k, false};
    case Direction::input_gradient:
      return {operation.m, operation.k, operation.n, false};
    case Direction::weight_gradient:
      return {operation.n, operation.k, operation.m, true};
  }
  return {};
}

/// Multiply-adds' worth of time on the SMs: what the tiles of all waves cover, a last wave counted in full and small
/// tiles by what their kernels reach; with the tile size that needs least.
double covered_volume(const Product& product, double multiprocessors, const Constants& constants) {
  struct Tile {
    double rows, columns, reached;
  };
  const double half = constants.tile_of_half, quarter = constants.tile_of_quarter;
  const std::array<Tile, 6> tiles = {{{256, 128, 1},
                                      {128, 256, 1},
                                      {128, 128, half},
                                      {128, 64, quarter},
                                      {64, 128, quarter},
                                      {64, 64, constants.tile_of_eighth}}};
  double least = std::numeric_limits<double>::infinity();
  for (const Tile& tile : tiles) {
    const double count = std::ceil(product.m / tile.rows) * std::ceil(product.n / tile.columns);
    const double waves = std::ceil(count / multiprocessors);
    least = std::min(least, waves * multiprocessors * tile.rows * tile.columns * product.k / tile.reached);
  }
  return least;
}

/// The size term counts what the tiles cover too: filling the last wave better never takes longer.
Seconds covered_time(const Product& product, FlopsPerSecond rate, const MachineSpeed& speed) {
  const double covered = covered_volume(product, speed.multiprocessors, speed.constants);
  return Flops{2 * covered} / rate * (1 + speed.constants.product_size_term / cube_root(covered));
}

bool runs_low(const Operation& operation, const MachineSpeed& speed) {
  return operation.low_precision && speed.low_precision;
}

/// Both operands read, the result written; an accumulated one in fp32, read and written.
Bytes operand_bytes(const Operation& operation, const Product& product, const MachineSpeed& speed) {
  const double value_bytes = runs_low(operation, speed) || !speed.low_precision ? speed.bytes_per_value : 2;
  const double written = product.m * product.n * (product.accumulates ? 8 : speed.result_bytes);
  return Bytes{value_bytes * (product.m * product.k + product.k * product.n) + written};
}

/// What an 8- or 4-bit recipe moves to cast the forward's input and the output's gradient, all `count` of them.
Bytes cast_bytes(const Operation& operation, Direction direction, const MachineSpeed& speed) {
  if (!runs_low(operation, speed) || direction == Direction::weight_gradient) return Bytes{};
  const bool forward = direction == Direction::forward;
  const double elements = operation.m * (forward ? operation.k : operation.n) * operation.count;
  return Bytes{elements * (forward ? speed.cast_forward_bytes : speed.cast_backward_bytes)};
}

Seconds product_time(const Operation& operation, Direction direction, const MachineSpeed& speed) {
  const Product product = product_of(operation, direction);
  const double volume = product.m * product.n * product.k;
  if (volume <= 0 || operation.count <= 0) return Seconds{};
  const Seconds compute = covered_time(product, runs_low(operation, speed) ? speed.matrix : speed.matrix_16bit, speed);
  const Seconds moving = operand_bytes(operation, product, speed) / speed.memory_rate;
  const Seconds each = max(compute, moving) + Seconds{speed.constants.product_fixed_seconds};
  return each * operation.count + cast_bytes(operation, direction, speed) / speed.memory_rate;
}

/// Local experts' products in one kernel; short rows and narrow experts reach less.
Seconds grouped_time(const Operation& operation, Direction direction, const MachineSpeed& speed) {
  const double volume = operation.m * operation.n * operation.k * operation.count;
  if (volume <= 0) return Seconds{};
  const FlopsPerSecond rate = runs_low(operation, speed) ? speed.matrix : speed.matrix_16bit;
  const double rows = operation.m / (operation.m + speed.constants.grouped_rows_half);
  const double narrow = std::min(operation.n, operation.k);
  const double width = narrow / (narrow + speed.constants.grouped_width_half * speed.peak_16bit.value / 1e15);
  const Product product = product_of(operation, direction);
  Product together = product;  // no faster than one product of all the rows
  (direction == Direction::weight_gradient ? together.k : together.m) *= operation.count;
  const Seconds grouped = Flops{2 * volume} / (rate * (speed.constants.grouped_gain * rows * width));
  const Seconds compute = max(grouped, covered_time(together, rate, speed));
  const Seconds moving = operand_bytes(operation, product, speed) * operation.count / speed.memory_rate;
  return max(compute, moving) + Seconds{speed.constants.product_fixed_seconds} +
         cast_bytes(operation, direction, speed) / speed.memory_rate;
}

double head_size_rate(const Operation& operation, const MachineSpeed& speed) {
  constexpr double latent_head = 192;  // DeepSeek's: 128 without and 64 with position
  if (operation.head_dim == latent_head) return speed.constants.latent_attention_rate;
  if (operation.head_dim >= 128 || speed.software.small_heads_in_full) return 1;
  return operation.head_dim > 64 ? speed.constants.head_above_64_rate : speed.constants.head_to_64_rate;
}

Seconds fused_attention_time(const Operation& operation, Direction direction, const MachineSpeed& speed) {
  const double long_enough = operation.keys / (operation.keys + speed.constants.attention_keys_half);
  const FlopsPerSecond rate = speed.attention * (std::max(long_enough, 1e-6) * head_size_rate(operation, speed));
  const Seconds forward = operation.attention_flops / rate;
  if (direction == Direction::forward) return forward;
  return forward * (attention_backward_work / speed.constants.attention_backward_rate);
}

/// Two products over the full square and a softmax between them, scores going through memory.
Seconds unfused_attention_time(const Operation& operation, Direction direction, const MachineSpeed& speed) {
  const bool forward = direction == Direction::forward;
  const bool odd = std::fmod(operation.head_dim, 8) != 0;
  const double head = std::min(1.0, operation.head_dim / 128) * (odd ? speed.constants.odd_head_rate : 1);
  const Seconds compute =
      operation.attention_flops * (forward ? 1.0 : 2.0) / (speed.attention_unfused * std::max(head, 1e-6));
  const double product_bytes =
      forward ? speed.constants.unfused_score_bytes_forward : speed.constants.unfused_score_bytes_backward;
  const double softmax_bytes = forward ? speed.constants.softmax_bytes_forward : speed.constants.softmax_bytes_backward;
  return max(compute, Bytes{product_bytes * operation.scores} / speed.memory_rate) +
         Bytes{softmax_bytes * operation.scores} / speed.memory_rate;
}

/// Of the bytes that Transformer Engine's kernel moves, what the framework's does.
double written_share(const Operation& operation, const MachineSpeed& speed) {
  if (operation.kernel == KernelForm::cross_entropy) return speed.cross_entropy_factor;
  return operation.kernel == KernelForm::clamped_glu ? speed.clamped_glu_share : 1;
}

}  // namespace

Seconds operation_time(const Operation& operation, Direction direction, const MachineSpeed& speed) {
  const bool weights = direction == Direction::weight_gradient;
  switch (operation.kind) {
    case OperationKind::matrix:
      return product_time(operation, direction, speed) * (speed.compute_factor * speed.work[WorkKind::products]);
    case OperationKind::grouped_matrix:
      return grouped_time(operation, direction, speed) * (speed.compute_factor * speed.work[WorkKind::products]);
    case OperationKind::attention:
      if (weights) return Seconds{};
      return (operation.fused_attention ? fused_attention_time(operation, direction, speed)
                                        : unfused_attention_time(operation, direction, speed)) *
             (speed.compute_factor * speed.work[WorkKind::attention]);
    case OperationKind::memory_bound: {
      if (weights) return Seconds{};
      const Bytes moved = direction == Direction::forward ? operation.forward_bytes : operation.backward_bytes;
      const double software = written_share(operation, speed) * speed.memory_factor * speed.compute_factor;
      return moved / speed.memory_rate * (software * speed.work[WorkKind::memory_bound]);
    }
  }
  return Seconds{};
}

Bytes operation_bytes(const Operation& operation, Direction direction, const MachineSpeed& speed) {
  const bool forward = direction == Direction::forward;
  switch (operation.kind) {
    case OperationKind::matrix:
    case OperationKind::grouped_matrix:
      return operand_bytes(operation, product_of(operation, direction), speed) * operation.count +
             cast_bytes(operation, direction, speed);
    case OperationKind::attention: {
      if (direction == Direction::weight_gradient) return Bytes{};
      const double a_score =
          forward ? speed.constants.unfused_score_bytes_forward + speed.constants.softmax_bytes_forward
                  : speed.constants.unfused_score_bytes_backward + speed.constants.softmax_bytes_backward;
      return (forward ? operation.forward_bytes : operation.backward_bytes) + Bytes{a_score * operation.scores};
    }
    case OperationKind::memory_bound:
      if (direction == Direction::weight_gradient) return Bytes{};
      return (forward ? operation.forward_bytes : operation.backward_bytes) * written_share(operation, speed);
  }
  return Bytes{};
}

Flops operation_flops(const Operation& operation, Direction direction) {
  switch (operation.kind) {
    case OperationKind::matrix:
    case OperationKind::grouped_matrix:
      return Flops{2 * operation.m * operation.n * operation.k * operation.count};
    case OperationKind::attention:
      if (direction == Direction::weight_gradient) return Flops{};
      if (direction == Direction::forward) return operation.attention_flops;
      return operation.attention_flops * (operation.fused_attention ? attention_backward_work : 2);
    case OperationKind::memory_bound:
      return Flops{};
  }
  return Flops{};
}

double operation_launches(const Block& block, Direction direction, const Plan& plan, const MachineSpeed& speed) {
  if (direction == Direction::weight_gradient) return 0;
  if (block.kind == BlockKind::embedding || block.kind == BlockKind::head) return 0;
  const Constants& constants = speed.constants;
  const bool forward = direction == Direction::forward;
  const bool moe = block.local_experts > 0;
  double launches = forward ? constants.launches_dense_forward : constants.launches_dense_backward;
  if (moe) launches = forward ? constants.launches_moe_forward : constants.launches_moe_backward;
  const bool low = quantises(plan.precision);
  if (low && moe) launches += forward ? constants.launches_low_moe_forward : constants.launches_low_moe_backward;
  if (low && !moe) launches += forward ? constants.launches_low_forward : constants.launches_low_backward;
  if (shards_weights(plan)) launches += forward ? constants.launches_fsdp_forward : constants.launches_fsdp_backward;
  if (plan.tp > 1) launches += constants.launches_tensor;
  if (speed.software.old_launches) launches += constants.launches_old;
  return launches;
}

Seconds combine_with_launches(Seconds gpu, double launches, const MachineSpeed& speed) {
  const Seconds host = speed.launch * launches;
  const Seconds longer = max(gpu, host);
  if (longer.value <= 0) return Seconds{};
  const double ratio = min(gpu, host) / longer;
  return longer * fourth_root(1 + ratio * ratio * ratio * ratio);
}

Seconds moe_host_seconds(const Block& block, Direction direction, const Plan& plan, const MachineSpeed& speed) {
  if (block.local_experts <= 0 || direction == Direction::weight_gradient || plan.capacity_factor) return Seconds{};
  const bool forward = direction == Direction::forward;
  const Constants& constants = speed.constants;
  // Earlier graphs hold attention and router only: each local expert is still launched by the host.
  const double share = plan.cuda_graphs && speed.software.graphs_hold_experts
                           ? constants.expert_graphs_share
                           : factor_of(constants, speed.software.expert_host);
  const double launches_an_expert =
      speed.low_precision ? (forward ? constants.launches_low_expert_forward : constants.launches_low_expert_backward)
                          : (forward ? constants.launches_expert_forward : constants.launches_expert_backward);
  const Seconds sync{constants.moe_sync_seconds * (forward ? 1 : constants.moe_sync_backward) *
                     (plan.cuda_graphs ? constants.moe_sync_with_graphs : 1)};
  const Seconds launches =
      speed.launch_without_graphs * (block.local_experts * launches_an_expert * constants.expert_launch_factor);
  return (sync + launches) * share;
}

}  // namespace shardscope

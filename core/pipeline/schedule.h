// core/pipeline: when each rank does what, in one training step.
// In: a Schedule (the order of passes on each rank, from core/schedules) and PassTimes in seconds. Out: a Timeline, and
// the index that charts ask. Exact for the times given: ranks never contend, a transfer is a fixed delay that keeps
// nobody busy (unless PassTimes says that it blocks). Cost is linear in passes. Which stage per rank's chunk is:
// stage_placement.h (a stage is one chunk of layers; all count from 0).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/pipeline/stage_placement.h"

namespace shardscope {

/// The three parts that a chart tells apart: forward, backward (whole or input), weight. Embedding and loss count with
/// forward, their backwards with backward.
enum class PassRole : std::uint8_t { forward, backward, weight };

/// Which layers a pass has: those of its chunk, or the embedding or the loss alone.
enum class PassLayers : std::uint8_t { chunk, end };

/// What a pass leaves: the weights' gradients whole, or not.
enum class PassGradients : std::uint8_t { none, whole };

/// What the report's JSON calls a kind, the letter that an order's text has for it, and what it does.
struct PassKindEntry {
  std::string_view name;
  char letter;
  PassRole role;
  PassLayers layers;
  PassGradients gradients;
};
// clang-format off
#define SHARDSCOPE_PASS_KIND(entry) \
  entry(forward, "forward", 'F', PassRole::forward, PassLayers::chunk, PassGradients::none) \
  /* the whole backward: input and weight gradient */ \
  entry(backward, "backward", 'D', PassRole::backward, PassLayers::chunk, PassGradients::whole) \
  /* the weight gradient alone */ \
  entry(backward_weight, "backward_weight", 'W', PassRole::weight, PassLayers::chunk, PassGradients::whole) \
  /* the input gradient alone; the stage before waits for no more */ \
  entry(backward_input, "backward_input", 'B', PassRole::backward, PassLayers::chunk, PassGradients::none) \
  /* beside the whole backward that is next in the order */ \
  entry(overlapped_forward, "overlapped_forward", 'X', PassRole::forward, PassLayers::chunk, PassGradients::none) \
  entry(overlapped_backward, "overlapped_backward", '+', PassRole::backward, PassLayers::chunk, PassGradients::whole) \
  /* a forward without a backward: it keeps nothing */ \
  entry(lone_forward, "forward", 'F', PassRole::forward, PassLayers::chunk, PassGradients::none) \
  /* before the first stage's forward, where it is apart (end_passes.h) */ \
  entry(embedding, "embedding", 'E', PassRole::forward, PassLayers::end, PassGradients::none) \
  /* final norm, output matrix and loss, behind the last stage's forward */ \
  entry(loss, "loss", 'L', PassRole::forward, PassLayers::end, PassGradients::none) \
  entry(loss_backward, "loss_backward", 'l', PassRole::backward, PassLayers::end, PassGradients::none) \
  entry(embedding_backward, "embedding_backward", 'e', PassRole::backward, PassLayers::end, PassGradients::none)
// clang-format on
SHARDSCOPE_TABLE(PassKind, PassKindEntry, SHARDSCOPE_PASS_KIND)
inline constexpr std::size_t pass_kinds = count_of<PassKind>;

[[nodiscard]] constexpr std::string_view name_of(PassKind kind) {
  return entry_of(kind).name;
}

[[nodiscard]] constexpr PassRole role_of(PassKind kind) {
  return entry_of(kind).role;
}

/// Whether the pass is the embedding's or the loss's own.
[[nodiscard]] constexpr bool is_end(PassKind kind) {
  return entry_of(kind).layers == PassLayers::end;
}

/// Whether the pass begins to hold what backward needs: a forward of layers.
[[nodiscard]] constexpr bool takes_activations(PassKind kind) {
  return role_of(kind) == PassRole::forward && !is_end(kind);
}

/// Whether the pass leaves the weights' gradients whole.
[[nodiscard]] constexpr bool makes_gradients(PassKind kind) {
  return entry_of(kind).gradients == PassGradients::whole;
}

/// Whether the pass is the last that needs what the forward kept.
[[nodiscard]] constexpr bool frees_activations(PassKind kind) {
  return makes_gradients(kind) || kind == PassKind::lone_forward;
}

/// What a pass does to what its rank holds of its chunk and micro-batch. The embedding's and the loss's own do nothing:
/// what they hold is in their stage's.
struct PassEffect {
  bool takes = false;         // as it begins, what backward needs
  bool redoes = false;        // as it begins, what recomputation makes, for the weight gradient's pass too
  bool beside = false;        // while it runs, what recomputation makes of one group of layers after another
  bool frees = false;         // as it ends, what was taken
  bool frees_redone = false;  // as it ends, what was redone
};
inline constexpr auto pass_effects = [] {
  std::array<PassEffect, pass_kinds> effects;
  for (std::size_t i = 0; i < pass_kinds; ++i) {
    const auto kind = static_cast<PassKind>(i);
    const bool frees = frees_activations(kind), backward = role_of(kind) == PassRole::backward && !is_end(kind);
    effects[i] = {takes_activations(kind), backward && !frees, backward && frees, frees,
                  role_of(kind) == PassRole::weight};
  }
  return effects;
}();
[[nodiscard]] constexpr const PassEffect& effect_of(PassKind kind) {
  return pass_effects[index_of(kind)];
}

struct Pass {
  PassKind kind = PassKind::forward;
  std::uint16_t chunk = 0;       // in mirrored schedules the direction
  std::int32_t micro_batch = 0;  // of the step: in mirrored schedules the second half goes in the second direction

  bool operator==(const Pass&) const = default;
};

struct Schedule {
  StagePlacement placement = StagePlacement::loop;
  std::int32_t ranks = 1, virtual_stages = 1, micro_batches = 1;  // virtual_stages: chunks per rank, both directions
  std::vector<std::vector<Pass>> order;  // one list per rank, in the order in which the rank runs them

  /// Stages of the model.
  [[nodiscard]] std::int32_t stages() const {
    return static_cast<std::int32_t>(stages_of(placement, ranks, virtual_stages));
  }
  [[nodiscard]] std::int32_t stage_of(std::int32_t rank, std::int32_t chunk) const {
    return static_cast<std::int32_t>(shardscope::stage_of(placement, rank, chunk, ranks));
  }
};

}  // namespace shardscope

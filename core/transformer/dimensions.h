// The sizes that formulas name by a letter, read off a Model once: h hidden, a heads, g key-value heads, d head size,
// f feed-forward, V vocabulary, E experts.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace shardscope {

struct Dimensions {
  std::int64_t hidden = 0;               // h
  std::int64_t heads = 0;                // a
  std::int64_t kv_heads = 0;             // g
  std::int64_t head_dim = 0;             // d
  std::int64_t feed_forward = 0;         // f, of a dense layer
  std::int64_t expert_feed_forward = 0;  // f_e, of one routed expert
  std::int64_t shared_feed_forward = 0;  // f_s, of all shared experts together
  std::int64_t experts = 0;              // E
  std::int64_t routed = 0;               // experts that a token is routed to
  std::int64_t up_matrices = 1;          // 2 where the MLP is gated (gate and up), else 1
  std::int64_t norm_vectors = 1;         // vectors of size h in a norm: scale, and bias for layer norm
  std::int64_t embedding_width = 0;      // e, of the token table; h but in OPT-350m
  bool mla = false;                      // multi-head latent attention
  std::int64_t q_rank = 0;               // MLA: rank of the compressed queries; 0 where they are not compressed
  std::int64_t kv_rank = 0;              // MLA: rank of the compressed keys and values
  std::int64_t rope_dim = 0;             // MLA: the part of a head that carries the position
  std::int64_t query_dim = 0;            // size of a query's and a key's head; d, or nope + rope
  std::int64_t value_dim = 0;            // size of a value's head; d, or MLA's own
};

[[nodiscard]] Dimensions dimensions_of(const Model& model);

/// Rows of the table of learned positions.
[[nodiscard]] std::int64_t position_rows(const Model& model);

/// Whether the model is of GPT-2's and GPT-3's design (layer norm, learned positions, ungated MLP), which is trained
/// with dropout: its layers then keep the dropout masks that Korthikanti et al. 2022 count. Later designs have none.
[[nodiscard]] bool trains_with_dropout(const Model& model);

/// Share of the causal query-key pairs that sliding windows leave, averaged over global and windowed layers.
[[nodiscard]] double window_share(const Model& model, double sequence);

/// The vocabulary as trained on this plan: plan.padded_vocab, or the model's own.
[[nodiscard]] std::int64_t trained_vocabulary(const Model& model, const Plan& plan);

}  // namespace shardscope

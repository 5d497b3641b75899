// What a model's activation is, told from the name that its config gives it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace shardscope {

struct Model;

/// The function itself; whether a gate multiplies it is the model's gated_mlp.
enum class Activation : std::uint8_t { silu, gelu, relu, squared_relu };

/// By the names of Hugging Face's ACT2FN (transformers, activations.py): its GELUs differ in how they approximate the
/// same function. Those of gated units (Shazeer 2020, "GLU Variants") mean the function that is gated. Nothing for a
/// name that says none of these.
[[nodiscard]] std::optional<Activation> activation_named(std::string_view name);

/// What a model has whose config names none: as Llama's MLP or as GPT's.
[[nodiscard]] std::string_view default_activation(bool gated_mlp);

[[nodiscard]] std::optional<Activation> activation_of(const Model& model);

/// Whether models with an activation of that name have a gate, as far as a name tells: SiLU came with the gated units.
[[nodiscard]] bool is_usually_gated(std::string_view name);

}  // namespace shardscope

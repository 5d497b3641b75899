#include "core/scenario/activation.h"

#include "core/base/characters.h"
#include "core/scenario/parts/model.h"

namespace shardscope {

namespace {

struct NamedActivation {
  std::string_view name;
  Activation activation;
};
constexpr NamedActivation named[] = {
    {"silu", Activation::silu},          {"swish", Activation::silu},
    {"swiglu", Activation::silu},        {"gelu", Activation::gelu},
    {"gelu_new", Activation::gelu},      {"gelu_fast", Activation::gelu},
    {"gelu_python", Activation::gelu},   {"gelu_pytorch_tanh", Activation::gelu},
    {"gelu_accurate", Activation::gelu}, {"gelu_10", Activation::gelu},
    {"quick_gelu", Activation::gelu},    {"geglu", Activation::gelu},
    {"relu", Activation::relu},          {"reglu", Activation::relu},
    {"relu2", Activation::squared_relu}, {"squared-relu", Activation::squared_relu},
};

}  // namespace

std::optional<Activation> activation_named(std::string_view name) {
  for (const NamedActivation& each : named)
    if (same_words(each.name, name)) return each.activation;
  return std::nullopt;
}

std::string_view default_activation(bool gated_mlp) {
  return gated_mlp ? "silu" : "gelu";
}

std::optional<Activation> activation_of(const Model& model) {
  return activation_named(model.hidden_act ? std::string_view(*model.hidden_act) : default_activation(model.gated_mlp));
}

bool is_usually_gated(std::string_view name) {
  return contains_words(name, "glu") || contains_words(name, "swi") || contains_words(name, "silu");
}

}  // namespace shardscope

#include "core/scenario/activation.h"

#include <doctest/doctest.h>

#include "core/scenario/parts/model.h"

using namespace shardscope;

TEST_CASE("an activation is told from every name that configs give it, and from no other") {
  CHECK(activation_named("silu") == Activation::silu);
  CHECK(activation_named("SwiGLU") == Activation::silu);
  CHECK(activation_named("gelu_pytorch_tanh") == Activation::gelu);
  CHECK(activation_named("relu") == Activation::relu);
  CHECK(activation_named("relu2") == activation_named("squared-relu"));
  CHECK_FALSE(activation_named("xielu").has_value());
  CHECK_FALSE(activation_named("").has_value());
}

TEST_CASE("a model that names no activation has the one of its kind of MLP, said or filled in") {
  for (const bool gated : {false, true}) {
    Model model;
    model.gated_mlp = gated;
    const auto unsaid = activation_of(model);
    CHECK(unsaid == (gated ? Activation::silu : Activation::gelu));
    model.hidden_act = default_activation(gated);
    CHECK(activation_of(model) == unsaid);
  }
}

TEST_CASE("names of gated units tell a gated MLP") {
  for (const char* name : {"swiglu", "geglu", "reglu", "silu", "swish"}) CHECK(is_usually_gated(name));
  for (const char* name : {"gelu", "relu", "relu2", "xielu"}) CHECK_FALSE(is_usually_gated(name));
}

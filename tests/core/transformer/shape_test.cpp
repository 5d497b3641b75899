#include "core/transformer/shape.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/transformer/operations.h"
#include "core/transformer/parameters.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

double product(const std::vector<double>& numbers) {
  double all = 1;
  for (const double number : numbers) all *= number;
  return all;
}

/// Plans with and without each degree that a shape names.
std::vector<Plan> plans_of(const Plan& plan) {
  std::vector<Plan> plans;
  for (const std::int64_t tp : {1, 4})
    for (const std::int64_t cp : {1, 2})
      for (const bool sliced : {true, false})
        for (const bool flash : {true, false})
          for (const double imbalance : {1.0, 1.5}) {
            Plan varied = plan;
            varied.tp = tp, varied.cp = cp, varied.sequence_parallel = sliced, varied.flash_attention = flash;
            varied.expert_imbalance = imbalance, varied.fused_kernels = !flash;
            varied.etp.reset(), varied.padded_vocab.reset(), varied.micro_batch = 2;
            plans.push_back(varied);
          }
  return plans;
}

}  // namespace

TEST_CASE("every saved tensor of every published model has as many elements as its shape says") {
  int tensors = 0;
  for (const Scenario& preset : all_presets().scenarios)
    for (const Plan& plan : plans_of(preset.plan)) {
      Scenario scenario = preset;
      scenario.plan = plan;
      scenario = with_defaults(scenario);
      const ShapeSymbols symbols = shape_symbols(scenario.model, scenario.plan);
      for (const BlockKind kind :
           {BlockKind::embedding, BlockKind::dense_layer, BlockKind::moe_layer, BlockKind::mtp_layer, BlockKind::head})
        for (const SavedTensor& tensor : make_block(kind, scenario.model, scenario.plan).saved) {
          if (tensor.elements == 0) continue;  // experts of a dense model
          const std::optional<std::vector<double>> numbers = shape_in_numbers(tensor.shape, symbols);
          CAPTURE(preset.preset);
          CAPTURE(tensor.name);
          CAPTURE(tensor.shape);
          REQUIRE(numbers.has_value());
          CHECK(product(*numbers) == doctest::Approx(tensor.elements).epsilon(1e-9));
          ++tensors;
        }
    }
  CHECK(tensors > 1000);
}

TEST_CASE("every matrix of every published model has as many parameters as its shape says") {
  for (const Scenario& preset : all_presets().scenarios) {
    Scenario scenario = preset;
    scenario.plan.pad_vocab = false;
    scenario = with_defaults(scenario);
    ShapeSymbols symbols = shape_symbols(scenario.model, scenario.plan);
    for (ShapeSymbols::Symbol& symbol : symbols.symbols)  // the whole matrix: real key-value heads, no shard
      if (symbol.name == "g") symbol.value = static_cast<double>(*scenario.model.num_key_value_heads);
    const auto vectors = static_cast<double>(*scenario.model.norm_vectors);
    for (const ParameterGroups& groups :
         {embedding_parameters(scenario.model, scenario.model.vocab_size), layer_parameters(scenario.model, false),
          layer_parameters(scenario.model, true), mtp_parameters(scenario.model),
          head_parameters(scenario.model, scenario.model.vocab_size, false)})
      for (const ParameterGroup& group : groups) {
        if (group.count == 0) continue;
        const std::optional<std::vector<double>> numbers = shape_in_numbers(group.shape, symbols);
        CAPTURE(preset.preset);
        CAPTURE(group.name);
        CAPTURE(group.shape);
        REQUIRE(numbers.has_value());
        const double scale = group.component == Component::norms ? vectors : 1;
        CHECK(product(*numbers) * scale == doctest::Approx(static_cast<double>(group.count)).epsilon(1e-9));
      }
  }
}

TEST_CASE("a shape is read as it is written, and what isn't a shape is nothing") {
  const ShapeSymbols symbols{{{"s", 8}, {"b", 2}, {"d_qk", 3}, {"d", 5}, {"tp", 4}}};
  struct Case {
    std::string_view shape;
    std::vector<double> numbers;
  };
  const Case good[] = {{"[s]", {8}},
                       {"[s/tp, b]", {2, 2}},
                       {"2 x [d]", {2, 5}},
                       {"[(s + 2d)·b/tp]", {9}},
                       {"[2·d_qk, s + b]", {6, 10}},
                       {"[s/b/tp]", {1}}};
  for (const Case& one : good) {
    CAPTURE(one.shape);
    const auto numbers = shape_in_numbers(one.shape, symbols);
    REQUIRE(numbers.has_value());
    CHECK(*numbers == one.numbers);
  }
  for (const std::string_view bad :
       {"", "[", "[]", "[s", "s]", "[s,]", "[x]", "[s·]", "[(s]", "[s] ", "2 [s]", "[1e999·s]", "[s//tp]", "x [s]"}) {
    CAPTURE(bad);
    CHECK_FALSE(shape_in_numbers(bad, symbols).has_value());
  }
}

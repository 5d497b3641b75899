#include "core/transformer/shape.h"

#include <doctest/doctest.h>

#include <limits>

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

/// The sizes that a test gives letters, all others 0.
template <class Sizes>
Sizes sizes_of(std::initializer_list<std::pair<Letter, std::int64_t>> given) {
  Sizes sizes = {};
  for (const auto& [letter, value] : given)
    sizes[static_cast<std::size_t>(letter)] = static_cast<typename Sizes::value_type>(value);
  return sizes;
}

}  // namespace

TEST_CASE("every saved tensor and operation of every published model is as large as its shape's numbers say") {
  int tensors = 0;
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const Plan& plan : plans_of(preset.plan)) {
      Scenario scenario = preset;
      scenario.plan = plan;
      scenario = with_defaults(scenario);
      const LetterSizes sizes = letter_sizes(scenario.model, scenario.plan);
      for (const BlockKind kind : {BlockKind::embedding, BlockKind::dense_layer, BlockKind::moe_layer,
                                   BlockKind::mtp_layer, BlockKind::head}) {
        const Block block = make_block(kind, scenario.model, scenario.plan);
        CAPTURE(preset.preset);
        for (const SavedTensor& tensor : block.saved) {
          CAPTURE(name_of(tensor.name));
          CHECK(product(numbers_of(tensor.shape, sizes)) == doctest::Approx(tensor.elements).epsilon(1e-9));
          ++tensors;
        }
        for (const Operation& operation : block.operations) {
          CAPTURE(name_of(operation.name));
          CHECK_FALSE(operation.shape.empty());
          const std::vector<double> numbers = numbers_of(operation.shape, sizes);
          if (operation.kind == OperationKind::matrix)
            CHECK(numbers == std::vector<double>{operation.m, operation.n, operation.k});
        }
      }
    }
  CHECK(tensors > 1000);
}

TEST_CASE("every matrix of every published model has as many parameters as its shape says") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    const Scenario scenario = with_defaults(preset);
    const std::int64_t vocabulary = scenario.model.vocab_size;
    const ModelSizes sizes = model_sizes(scenario.model, vocabulary);
    for (const ParameterGroups& groups :
         {embedding_parameters(scenario.model, vocabulary), layer_parameters(scenario.model, false),
          layer_parameters(scenario.model, true), mtp_parameters(scenario.model),
          head_parameters(scenario.model, vocabulary, false)})
      for (const ParameterGroup& group : groups) {
        CAPTURE(preset.preset);
        CAPTURE(name_of(group.name));
        CHECK(elements_of(group.shape, sizes) * group.vectors == group.count);
        CHECK(product(numbers_of(group.shape, sizes)) ==
              doctest::Approx(static_cast<double>(elements_of(group.shape, sizes))));
        CHECK((group.vectors == 1 || group.traits().component == Component::norms));
      }
  }
}

TEST_CASE("a shape is written as papers write it, and its numbers are those of its letters") {
  using namespace letters;
  const auto sizes = sizes_of<LetterSizes>(
      {{Letter::s, 8}, {Letter::b, 2}, {Letter::d_qk, 3}, {Letter::d, 5}, {Letter::tp, 4}, {Letter::cp, 2}});
  struct Case {
    Shape shape;
    std::string_view text;
    std::vector<double> numbers;
  };
  const Case cases[] = {
      {shape_of(s), "[s]", {8}},
      {shape_of(s / tp, b), "[s/tp, b]", {2, 2}},
      {2 * shape_of(d), "2 x [d]", {2, 5}},
      {shape_of((s + 2 * d) * b / tp), "[(s + 2d)·b/tp]", {9}},
      {shape_of(2 * d_qk, s + b), "[2·d_qk, s + b]", {6, 10}},
      {shape_of(s / cp / tp), "[s/cp/tp]", {1}},
      {shape_of(extent_of(4), b * s / cp * d * (d_qk + d) / tp), "[4, b·s/cp·d·(d_qk + d)/tp]", {4, 80}},
      {shape_of(d, extent_of(1)), "[d, 1]", {5, 1}},
      {Shape{}, "", {}}};
  for (const Case& one : cases) {
    CHECK(text_of(one.shape) == one.text);
    CHECK(numbers_of(one.shape, sizes) == one.numbers);
    if (!one.shape.empty()) CHECK(elements_of(one.shape, sizes) == product(one.numbers));
  }
}

TEST_CASE("parameters are counted in whole numbers that stop at the largest") {
  using namespace letters;
  const auto sizes = sizes_of<ModelSizes>({{Letter::h, std::int64_t{1} << 40}, {Letter::a, 3}, {Letter::g, 2}});
  CHECK(elements_of(shape_of(a + 2 * g, 3 * a), sizes) == 63);
  CHECK(elements_of(shape_of(h, h), sizes) == std::numeric_limits<std::int64_t>::max());
}

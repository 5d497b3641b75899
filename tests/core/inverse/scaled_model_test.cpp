#include "core/inverse/scaled_model.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/validate/validate.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

double parameters_of(const Model& model, Scenario scenario) {
  scenario.model = model;
  return static_cast<double>(evaluate(scenario).parameters.total);
}

}  // namespace

TEST_CASE("twice the heads is twice the width, layers and MLP, and some eight times the parameters") {
  const Scenario& scenario = *real_presets().scenario("llama3-70b-4096-h100");
  const Model twice = scaled_model(scenario.model, 128);
  CHECK(twice.num_attention_heads == 128);
  CHECK(twice.num_key_value_heads == 8);
  CHECK(twice.hidden_size == 16384);
  CHECK(twice.num_hidden_layers == 160);
  CHECK(twice.intermediate_size == 57344);
  CHECK(twice.vocab_size == scenario.model.vocab_size);
  const double ratio = parameters_of(twice, scenario) / parameters_of(scenario.model, scenario);
  CHECK(ratio > 7);
  CHECK(ratio < 8);
  CHECK(scaled_model(scenario.model, scenario.model.num_attention_heads) == scenario.model);
}

TEST_CASE("every preset in every size is a model that there may be, larger with more heads") {
  for (const LaunchedScenario& launched : real_presets().scenarios) {
    Scenario scenario = launched.scenario;
    scenario.plan.tp = scenario.plan.pp = scenario.plan.cp = scenario.plan.ep = 1;
    scenario.plan.dp = 1, scenario.plan.virtual_stages = 1;
    scenario.plan.etp.reset(), scenario.plan.schedule.reset();
    scenario.plan.stage_layers.reset(), scenario.plan.pipeline_layout.reset();
    const Model own = scenario.model;
    double before = 0;
    const std::vector<std::int64_t> sizes = scaled_heads(own, 4);
    CHECK(std::binary_search(sizes.begin(), sizes.end(), own.num_attention_heads));
    for (std::size_t i = 0; i < sizes.size(); i += 1 + sizes.size() / 7) {
      CAPTURE(launched.scenario.preset);
      CAPTURE(sizes[i]);
      scenario.model = scaled_model(own, sizes[i]);
      for (const Problem& problem : validate(with_defaults(scenario))) {
        CAPTURE(problem.message);
        CHECK((problem.severity != Severity::error || !problem.path.starts_with("model")));
      }
      const double parameters = parameters_of(scenario.model, scenario);
      CHECK(parameters > before);
      before = parameters;
    }
  }
}

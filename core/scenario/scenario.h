// core/scenario: what a person asks: model, cluster, plan, run and software, as one plain value.
// In: JSON (core/scenario_json/parse.h), presets (core/presets/presets.h), edits by field (core/fields/fields.h). Out:
// a Scenario, or the problems with it. core/scenario_json/parse.h reads and says what is mistyped; with_defaults()
// fills what depends on other fields; core/validate/validate.h says what no machine could run (errors) and what is
// unwise (warnings, hints). Everything after this folder reads a Scenario that with_defaults() has filled, so that no
// formula knows a default.
#pragma once

#include <string>

#include "core/scenario/parts/cluster.h"
#include "core/scenario/parts/model.h"
#include "core/scenario/parts/plan.h"
#include "core/scenario/parts/run.h"
#include "core/scenario/parts/software.h"

namespace shardscope {

struct Scenario {
  std::string name;
  std::string preset;  // the scenario preset it was taken from, or empty
  std::string note;
  Model model;
  Cluster cluster;
  Plan plan;
  Run run;
  Software software;
  FlopsConvention flops_convention = FlopsConvention::megatron;

  bool operator==(const Scenario&) const = default;
};

/// The same scenario with every default that depends on other fields filled in: the plan's (fields_plan_test.cpp lists
/// what may stay absent), the model's that apply, scale_up_domain, run.gpu_hour_usd where the GPU has a price.
/// What computes on plans that aren't filled takes the same where a field is absent.
/// Total: also for a scenario that is invalid, where every divisor is taken as at least 1.
[[nodiscard]] Scenario with_defaults(Scenario scenario);
/// The model's own part of it: what its other fields say, whatever it is trained on.
[[nodiscard]] Model with_model_defaults(Model model);

}  // namespace shardscope

#include "core/changes/memory_savings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/saturating.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario_json/settings_between.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

using Steps = std::vector<SingleChange>;

void add(std::vector<SavingFamily>& families, Steps steps) {
  if (!steps.empty()) families.push_back({std::move(steps)});
}

void add_one(std::vector<SavingFamily>& families, const Scenario& present, const std::optional<PlanEdit>& edit) {
  if (edit) families.push_back({{with_edit(present, *edit)}});
}

struct NamedModule {
  bool RecomputeModules::*module;
  std::string_view words;
};
constexpr std::array<NamedModule, 6> modules = {{
    {&RecomputeModules::core_attn, "Recompute core attention"},
    {&RecomputeModules::layernorm, "Recompute the norms"},
    {&RecomputeModules::moe_act, "Recompute the experts' activation"},
    {&RecomputeModules::mla_up_proj, "Recompute the MLA up projections"},
    {&RecomputeModules::mlp, "Recompute the MLP"},
    {&RecomputeModules::moe, "Recompute the experts"},
}};

PlanEdit recompute_edit(std::string words, const Recompute& recompute) {
  return {std::move(words), "plan.recompute", [recompute](Plan& plan) { plan.recompute = recompute; }};
}

/// A module more than now, layers by number, or all of them.
void add_recomputation(std::vector<SavingFamily>& families, const Scenario& present, const Recompute& now) {
  if (now.mode == RecomputeMode::full && !now.layers) return;
  if (now.mode != RecomputeMode::full)
    for (const NamedModule& named : modules) {
      Recompute more = now.mode == RecomputeMode::none ? Recompute{} : now;
      more.modules = modules_of(more);
      more.mode = RecomputeMode::selective;
      if (more.modules.*named.module) continue;
      more.modules.*named.module = true;
      add_one(families, present, recompute_edit(std::string(named.words), more));
    }
  const std::int64_t stages = stages_of(present.plan);
  const std::int64_t layers = divided_up(present.model.num_hidden_layers, stages);
  Steps steps;
  for (std::int64_t n = now.layers.value_or(0) + 1; n < layers; ++n)
    steps.push_back(with_edit(present, recompute_edit("Recompute " + std::to_string(n) + " of " +
                                                          std::to_string(layers) + " layers per stage",
                                                      {RecomputeMode::full, {}, n, RecomputeMethod::block})));
  add(families, std::move(steps));
  add_one(families, present,
          recompute_edit("Recompute every layer", {RecomputeMode::full, {}, {}, RecomputeMethod::block}));
}

void add_state(std::vector<SavingFamily>& families, const Scenario& present, const Plan& filled) {
  Steps zero;
  for (std::int64_t stage = zero_of(filled) + 1; stage <= zero_stage::last; ++stage)
    if (const auto edit = zero_edit(filled, stage)) zero.push_back(with_edit(present, *edit));
  add(families, std::move(zero));
  const auto edit = [&](std::string words, std::string path, auto make) {
    add_one(families, present, PlanEdit{std::move(words), std::move(path), make});
  };
  add_one(families, present, narrower_gradients(filled));
  if (filled.optimizer_dtype == Dtype::fp32)
    edit("Optimizer state in bf16", "plan.optimizer_dtype", [](Plan& plan) { plan.optimizer_dtype = Dtype::bf16; });
  if (filled.offload == Offload::none) {
    edit("Optimizer state on the host", "plan.offload", [](Plan& plan) { plan.offload = Offload::optimizer; });
    edit("Activations on the host", "plan.offload", [](Plan& plan) { plan.offload = Offload::activations; });
  }
  if (!is_sequence_parallel(filled)) add_one(families, present, sequence_parallel_edit(filled));
  if (!fuses_attention(filled))
    edit("Flash attention", "plan.flash_attention", [](Plan& plan) { plan.flash_attention = true; });
  if (!filled.fused_kernels) edit("Fused kernels", "plan.fused_kernels", [](Plan& plan) { plan.fused_kernels = true; });
}

}  // namespace

MemorySaving change_of(const Report& before, const SingleChange& step, const Report& after) {
  MemorySaving change{step.words,
                      step.scenario,
                      after.memory.peak,
                      before.memory.peak - after.memory.peak,
                      {},
                      after.valid && after.fits};
  // Traffic with the host isn't priced: what it costs is unknown.
  if (step.scenario.plan.offload == Offload::none && before.time && after.time && before.throughput &&
      after.throughput && after.throughput->tokens_per_second > 0)
    change.slower = before.throughput->tokens_per_second / after.throughput->tokens_per_second - 1;
  return change;
}

namespace {

/// Less than a thousandth of the peak isn't worth a click.
bool saves_memory(const Report& before, const MemorySaving& change) {
  return change.saved.value > 0.001 * before.memory.peak.value;
}

}  // namespace

std::vector<SavingFamily> saving_families(const Scenario& present, const Holds& holds) {
  const Scenario filled = with_defaults(present);
  std::vector<SavingFamily> families;
  const auto add_degree = [&](PlanDegree degree, DegreeWay way) {
    add(families, degree_onwards(present, degree, way, holds));
  };
  for (const PlanDegree degree : {PlanDegree::tp, PlanDegree::pp, PlanDegree::cp}) add_degree(degree, DegreeWay::up);
  if (has_experts(filled.model)) add_degree(PlanDegree::ep, DegreeWay::up);
  add_degree(PlanDegree::micro_batch, DegreeWay::down);
  if (filled.plan.virtual_stages > 1) add_degree(PlanDegree::virtual_stages, DegreeWay::down);
  if (filled.plan.recompute) add_recomputation(families, present, *filled.plan.recompute);
  add_state(families, present, filled.plan);
  return families;
}

std::optional<MemorySaving> smallest_saving(const Report& before, const SavingFamily& family) {
  const auto tried = [&](std::size_t i) {
    return change_of(before, family.steps[i], evaluate(family.steps[i].scenario));
  };
  MemorySaving found = tried(0);
  if (before.fits && family.steps.size() > 1 && !saves_memory(before, found)) found = tried(family.steps.size() - 1);
  if (!before.fits && !found.fits && family.steps.size() > 1) {
    std::size_t low = 0, high = family.steps.size() - 1;  // low doesn't fit
    MemorySaving last = tried(high);
    if (!last.fits && !saves_memory(before, found)) found = last;
    if (last.fits) {
      found = std::move(last);
      while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        MemorySaving change = tried(middle);
        (change.fits ? high : low) = middle;
        if (change.fits) found = std::move(change);
      }
    }
  }
  const bool valid_saving = saves_memory(before, found) && !has_errors(validate(with_defaults(found.scenario)));
  return valid_saving ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<double> left_of(const MemorySaving& change) {
  const Bytes before = change.peak + change.saved;
  if (!change.slower || before.value <= 0) return std::nullopt;
  return change.peak / before * (1 + *change.slower);
}

bool saves_both(const MemorySaving& change) {
  // A hundredth of the peak is worth standing before what saves much and takes time.
  return change.slower && *change.slower <= 0 && change.saved.value > 0.01 * (change.peak + change.saved).value;
}

void order_changes(std::vector<MemorySaving>& changes) {
  std::stable_sort(changes.begin(), changes.end(), [](const MemorySaving& a, const MemorySaving& b) {
    if (a.fits != b.fits) return a.fits;
    if (saves_both(a) != saves_both(b)) return saves_both(a);
    const std::optional<double> left = left_of(a), other = left_of(b);
    if (left.has_value() != other.has_value()) return left.has_value();
    return left ? *left < *other : a.saved > b.saved;
  });
}

std::vector<MemorySaving> memory_savings(const Scenario& present, const Report& report, const Holds& holds) {
  std::vector<MemorySaving> changes;
  for (const SavingFamily& family : saving_families(present, holds))
    if (std::optional<MemorySaving> change = smallest_saving(report, family)) changes.push_back(std::move(*change));
  for (MemorySaving& change : changes) change.settings = settings_between(present, change.scenario);
  order_changes(changes);
  return changes;
}

}  // namespace shardscope

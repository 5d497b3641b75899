#include "core/changes/memory_savings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/saturating.h"
#include "core/changes/degrees.h"
#include "core/changes/follow_edit.h"
#include "core/changes/settings_between.h"
#include "core/scenario/plan_counts.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

using Steps = std::vector<SavingFamily::Step>;

/// A degree's valid values above the present one, below it where `falling`.
Steps steps_of_degree(const Scenario& whole, const Holds& holds, std::string_view path, std::string_view name,
                      std::int64_t Plan::*degree, bool falling) {
  constexpr std::size_t steps_max = 6;
  const std::int64_t now = whole.plan.*degree;
  const DegreeChanges changes(whole, holds);
  std::vector<std::int64_t> values = changes.values(path);
  if (falling) std::reverse(values.begin(), values.end());
  Steps steps;
  for (const std::int64_t value : values) {
    if (falling ? value >= now : value <= now) continue;
    std::optional<Scenario> edited = changes.with(degree, value);
    if (!edited) continue;
    steps.push_back({arrow(name, static_cast<double>(now), static_cast<double>(value)), std::move(*edited)});
    if (steps.size() == steps_max) break;
  }
  return steps;
}

void add(std::vector<SavingFamily>& families, Steps steps) {
  if (!steps.empty()) families.push_back({std::move(steps)});
}

void add_one(std::vector<SavingFamily>& families, std::string words, Scenario scenario) {
  families.push_back({{{std::move(words), std::move(scenario)}}});
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

/// A module more than now, layers by number, or all of them.
void add_recomputation(std::vector<SavingFamily>& families, const Scenario& present, const Recompute& now) {
  if (now.mode == RecomputeMode::full && !now.layers) return;
  if (now.mode != RecomputeMode::full)
    for (const NamedModule& named : modules) {
      Scenario edited = present;
      Recompute more = now.mode == RecomputeMode::none ? Recompute{} : now;
      if (now.mode == RecomputeMode::selective && now.modules == RecomputeModules{}) more.modules.core_attn = true;
      more.mode = RecomputeMode::selective;
      if (more.modules.*named.module) continue;
      more.modules.*named.module = true;
      edited.plan.recompute = more;
      add_one(families, std::string(named.words), std::move(edited));
    }
  const std::int64_t stages = stages_of(present.plan);
  const std::int64_t layers = (present.model.num_hidden_layers + stages - 1) / stages;
  Steps steps;
  for (std::int64_t n = now.layers.value_or(0) + 1; n < layers; ++n) {
    Scenario edited = present;
    edited.plan.recompute = Recompute{RecomputeMode::full, {}, n, RecomputeMethod::block};
    steps.push_back(
        {"Recompute " + std::to_string(n) + " of " + std::to_string(layers) + " layers per stage", std::move(edited)});
  }
  add(families, std::move(steps));
  Scenario edited = present;
  edited.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
  add_one(families, "Recompute every layer", std::move(edited));
}

void add_state(std::vector<SavingFamily>& families, const Scenario& present, const Plan& filled) {
  const auto edit = [&](std::string words, auto change) {
    Scenario edited = present;
    change(edited.plan);
    add_one(families, std::move(words), std::move(edited));
  };
  Steps zero;
  const std::int64_t stage = filled.zero.value_or(0);
  if (filled.dp.value_or(1) * filled.cp > 1)
    for (std::int64_t next = stage + 1; next <= 3; ++next) {
      Scenario edited = present;
      edited.plan.zero = next;
      zero.push_back({arrow("ZeRO", static_cast<double>(stage), static_cast<double>(next)), std::move(edited)});
    }
  add(families, std::move(zero));
  if (filled.gradient_dtype == Dtype::fp32 && filled.precision != Precision::fp32)
    edit("Gradients in bf16", [](Plan& plan) { plan.gradient_dtype = Dtype::bf16; });
  if (filled.optimizer_dtype == Dtype::fp32)
    edit("Optimizer state in bf16", [](Plan& plan) { plan.optimizer_dtype = Dtype::bf16; });
  if (filled.offload == Offload::none) {
    edit("Optimizer state on the host", [](Plan& plan) { plan.offload = Offload::optimizer; });
    edit("Activations on the host", [](Plan& plan) { plan.offload = Offload::activations; });
  }
  if (filled.tp > 1 && !filled.sequence_parallel.value_or(true))
    edit("Sequence parallelism", [](Plan& plan) { plan.sequence_parallel = true; });
  if (!filled.flash_attention.value_or(true)) edit("Flash attention", [](Plan& plan) { plan.flash_attention = true; });
  if (!filled.fused_kernels) edit("Fused kernels", [](Plan& plan) { plan.fused_kernels = true; });
}

}  // namespace

MemorySaving change_of(const Report& before, const SavingFamily::Step& step, const Report& after) {
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
  add(families, steps_of_degree(present, holds, "plan.tp", "TP", &Plan::tp, false));
  add(families, steps_of_degree(present, holds, "plan.pp", "PP", &Plan::pp, false));
  add(families, steps_of_degree(present, holds, "plan.cp", "CP", &Plan::cp, false));
  if (filled.model.num_experts > 0) add(families, steps_of_degree(present, holds, "plan.ep", "EP", &Plan::ep, false));
  add(families, steps_of_degree(present, holds, "plan.micro_batch", "Micro-batch", &Plan::micro_batch, true));
  if (filled.plan.virtual_stages > 1)
    add(families,
        steps_of_degree(present, holds, "plan.virtual_stages", "Virtual stages", &Plan::virtual_stages, true));
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

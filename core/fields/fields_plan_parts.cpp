#include "core/fields/fields_plan_parts.h"

#include "core/base/limits.h"
#include "core/fields/field_maker.h"
#include "core/fields/software_words.h"

namespace shardscope {

namespace {

constexpr auto stage_layers_max = static_cast<double>(limits::layers_max);

/// Where a part of recomputation is set that the plan says nothing of yet.
Recompute& said(std::optional<Recompute>& recompute) {
  return recompute ? *recompute : recompute.emplace();
}

Field recompute_modules() {
  Field field{.path = "plan.recompute.modules",
              .label = "Recomputed modules",
              .help = "What selective recomputation computes again.",
              .kind = FieldKind::names,
              .optional = true,
              .when_absent = "core attention where recomputation is selective",
              .choices = choices<RecomputeModule>(),
              .no_control = "several at once: the file or --set names them, and what would save memory offers each"};
  field.counts = [](RecomputeMode mode, bool) { return mode == RecomputeMode::selective; };
  field.get = [](const Scenario& s) {
    std::vector<std::int64_t> named;
    for (std::size_t i = 0; s.plan.recompute && i < std::size(recompute_module_flags); ++i)
      if (s.plan.recompute->modules.*recompute_module_flags[i]) named.push_back(static_cast<std::int64_t>(i));
    return named.empty() ? FieldValue() : FieldValue(std::move(named));
  };
  field.set = [](Scenario& s, const FieldValue& value) {
    if (std::holds_alternative<std::monostate>(value) && s.plan.recompute) s.plan.recompute->modules = {};
    const auto* named = std::get_if<std::vector<std::int64_t>>(&value);
    if (named == nullptr) return;
    RecomputeModules& modules = said(s.plan.recompute).modules = {};
    for (const std::int64_t i : *named) modules.*recompute_module_flags[static_cast<std::size_t>(i)] = true;
  };
  return field;
}

Field recompute_layers() {
  Field field{.path = "plan.recompute.layers",
              .label = "Recomputed layers",
              .help = "Layers of each stage that are recomputed in full.",
              .cost = "More: less memory for activations, more compute.",
              .min = 0,
              .max = stage_layers_max,
              .optional = true,
              .when_absent = "all"};
  field.counts = [](RecomputeMode mode, bool) { return mode == RecomputeMode::full; };
  field.get = [](const Scenario& s) {
    return s.plan.recompute && s.plan.recompute->layers ? FieldValue(*s.plan.recompute->layers) : FieldValue();
  };
  field.set = [](Scenario& s, const FieldValue& value) {
    if (std::holds_alternative<std::monostate>(value) && s.plan.recompute) s.plan.recompute->layers.reset();
    if (const auto* layers = std::get_if<std::int64_t>(&value)) said(s.plan.recompute).layers = *layers;
  };
  return field;
}

/// Said of full recomputation, and wherever it isn't the usual one.
Field recompute_method() {
  Field field{.path = "plan.recompute.method",
              .label = "Recompute by",
              .help = "Which layers of a stage are recomputed in full.",
              .kind = FieldKind::choice,
              .optional = true,
              .when_absent = "block",
              .choices = choices<RecomputeMethod>()};
  field.counts = [](RecomputeMode mode, bool says_layers) { return mode == RecomputeMode::full && says_layers; };
  field.get = [](const Scenario& s) {
    const std::optional<Recompute>& recompute = s.plan.recompute;
    const bool counts =
        recompute && (recompute->mode == RecomputeMode::full || recompute->method != RecomputeMethod::block);
    return counts ? FieldValue(static_cast<std::int64_t>(recompute->method)) : FieldValue();
  };
  field.set = [](Scenario& s, const FieldValue& value) {
    if (std::holds_alternative<std::monostate>(value) && s.plan.recompute) s.plan.recompute->method = {};
    if (const auto* method = std::get_if<std::int64_t>(&value))
      said(s.plan.recompute).method = static_cast<RecomputeMethod>(*method);
  };
  return field;
}

/// Layers go alone or beside the optimizer.
Field offloaded_layers() {
  Field field{.path = "plan.offload.activations_layers",
              .label = "Offloaded layers",
              .help = "Layers of each stage whose activations travel to the host.",
              .cost = "More: less memory per GPU; traffic over the host link.",
              .min = 0,
              .max = stage_layers_max,
              .optional = true,
              .when_absent = "all where activations are offloaded"};
  field.get = [](const Scenario& s) {
    return offloads_layers(s.plan) ? FieldValue(*s.plan.offload_activations_layers) : FieldValue();
  };
  field.set = [](Scenario& s, const FieldValue& value) {
    if (std::holds_alternative<std::monostate>(value)) s.plan.offload_activations_layers.reset();
    const auto* layers = std::get_if<std::int64_t>(&value);
    if (layers == nullptr) return;
    if (s.plan.offload != Offload::optimizer) s.plan.offload = Offload::activations;
    s.plan.offload_activations_layers = *layers;
  };
  return field;
}

Field offloaded_optimizer() {
  Field field{.path = "plan.offload.optimizer",
              .label = "Optimizer beside the layers",
              .help = "Whether the optimizer goes to the host too where layers do.",
              .kind = FieldKind::toggle,
              .optional = true,
              .when_absent = "off",
              .no_control = "Offload says optimizer, and Offloaded layers the layers beside it"};
  field.get = [](const Scenario& s) {
    return offloads_layers(s.plan) && s.plan.offload == Offload::optimizer ? FieldValue(true) : FieldValue();
  };
  field.set = [](Scenario& s, const FieldValue& value) {
    if (const auto* too = std::get_if<bool>(&value); too != nullptr && offloads_layers(s.plan))
      s.plan.offload = *too ? Offload::optimizer : Offload::activations;
  };
  return field;
}

}  // namespace

Field recompute_field() {
  Field field{.path = "plan.recompute",
              .label = "Recompute",
              .brief = "recompute",
              .help = "What the backward pass computes again instead of keeping it.",
              .cost = "More of it: less memory for activations, up to a third more compute.",
              .kind = FieldKind::choice,
              .optional = true,
              .when_absent =
                  by_software("none, or selective without flash attention", &PlanDefaults::recompute_full, "full", ""),
              .choices = choices<RecomputeMode>(),
              .own_key = "mode",
              .parts = {recompute_modules(), recompute_layers(), recompute_method()},
              .weight = {18}};
  field.get = [](const Scenario& s) {
    return s.plan.recompute ? FieldValue(static_cast<std::int64_t>(s.plan.recompute->mode)) : FieldValue();
  };
  field.set = [](Scenario& s, const FieldValue& value) {
    if (std::holds_alternative<std::monostate>(value)) s.plan.recompute.reset();
    if (const auto* mode = std::get_if<std::int64_t>(&value))
      s.plan.recompute = Recompute{static_cast<RecomputeMode>(*mode), {}, {}, {}};
  };
  return field;
}

Field offload_field() {
  Field field = field_maker::plan_field<&Plan::offload>("offload", {19, false},
                                                        {.path = "plan.offload",
                                                         .label = "Offload",
                                                         .help = "What lives on the host.",
                                                         .cost = "Less memory per GPU; traffic over the host link.",
                                                         .parts = {offloaded_layers(), offloaded_optimizer()}});
  field.set = [](Scenario& s, const FieldValue& value) {
    if (const auto* what = std::get_if<std::int64_t>(&value)) {
      s.plan.offload = static_cast<Offload>(*what);
      s.plan.offload_activations_layers.reset();
    }
  };
  return field;
}

bool counts_in(const Field& part, RecomputeMode mode, bool says_layers) {
  return part.counts == nullptr || part.counts(mode, says_layers);
}

}  // namespace shardscope

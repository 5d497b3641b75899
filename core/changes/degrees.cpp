#include "core/changes/degrees.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/validate/valid_values.h"

namespace shardscope {

std::string one_decimal(double value) {
  const double rounded = std::round(value * 10) / 10;
  const std::string text = std::to_string(rounded);
  return rounded == std::floor(rounded) ? std::to_string(std::llround(rounded)) : text.substr(0, text.find('.') + 2);
}

std::string arrow(std::string_view name, double from, double to) {
  return std::string(name) + " " + one_decimal(from) + " → " + one_decimal(to);
}

std::int64_t used_gpus(const Scenario& scenario) {
  return gpus_at_work(with_defaults(scenario).plan);
}

DegreeChanges::DegreeChanges(const Scenario& whole, const Holds& holds)
    : present_(whole), holds_(holds), used_(used_gpus(whole)), gpus_(whole.cluster.gpus) {
  present_.cluster.gpus = used_;
}

std::vector<std::int64_t> DegreeChanges::values(std::string_view path) const {
  return valid_values(present_, path);
}

std::optional<Scenario> DegreeChanges::with(std::int64_t Plan::*degree, std::int64_t value) const {
  Scenario edited = present_;
  edited.plan.*degree = value;
  edited = follow_edit(present_, edited, holds_);
  // Few more may idle: degrees that divided the cluster don't divide what is left of it, and what that costs is in the
  // step's time.
  constexpr double idle_more = 0.02;
  if (static_cast<double>(used_gpus(edited)) < (1 - idle_more) * static_cast<double>(used_)) return std::nullopt;
  edited.cluster.gpus = std::max(edited.cluster.gpus, gpus_);
  return edited;
}

}  // namespace shardscope

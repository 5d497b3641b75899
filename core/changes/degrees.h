// What the searches that change one degree of a plan share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/changes/follow_edit.h"

namespace shardscope {

/// "2", "0.8": at most one decimal.
[[nodiscard]] std::string one_decimal(double value);
/// "TP 8 → 4".
[[nodiscard]] std::string arrow(std::string_view name, double from, double to);

/// GPUs at work.
[[nodiscard]] std::int64_t used_gpus(const Scenario& scenario);

/// A plan's degrees, GPUs that idle held back: they are put to work only where the degree itself needs them, since what
/// replicas more would do is no part of the change.
class DegreeChanges {
 public:
  DegreeChanges(const Scenario& whole, const Holds& holds);

  [[nodiscard]] std::vector<std::int64_t> values(std::string_view path) const;
  /// The scenario with that value and what follows from it; nothing where more GPUs would idle.
  [[nodiscard]] std::optional<Scenario> with(std::int64_t Plan::*degree, std::int64_t value) const;

 private:
  Scenario present_;
  Holds holds_;
  std::int64_t used_ = 0, gpus_ = 0;
};

}  // namespace shardscope

// Each constant's name, unit, what it governs and where it is from: the one table that the fit reads.
#pragma once

#include <span>
#include <string_view>

#include "core/constants/constant_kinds.h"
#include "core/constants/constants.h"

namespace shardscope {

struct NamedConstant {
  std::string_view name;
  double Constants::*value;
  ConstantKind kind;
  std::string_view unit;    // empty: a share, a factor or a count
  std::string_view source;  // "fit" where runs say it (constants.h)
  /// Of what the fit changes: where specifications or microbenchmarks alone would put it, and the spread of
  /// log(value / prior) of the pull to it; 0: it stays.
  double prior = 0, pull = 0;
};

/// All of them, in the order of the struct.
[[nodiscard]] std::span<const NamedConstant> constant_table();

}  // namespace shardscope

// A range that a number may lie in, and why it doesn't: one wording for fields and for rows of their own.
#pragma once

#include <string>

namespace shardscope {

/// Both ends included.
struct NumberRange {
  double least = 0, most = 0;
  bool whole = false;  // whole numbers alone
};

/// Why the range doesn't have the number ("is below 1"), its ends as `words` say them; empty where it has.
[[nodiscard]] std::string refusal_of(double number, const NumberRange& range, std::string (*words)(double));

}  // namespace shardscope

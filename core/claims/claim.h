// core/claims: sentences with numbers that others wrote about training, each beside what the program computes.
// In: presets/claims (read_claims.h). Out: for each claim what comes out of its stated inputs, the ratio, a verdict
// and the arithmetic (check_claims.h), as JSON in claims_json.h. A claim names its formula; formulas.h has them all,
// made of the same functions as the rest of the program. Nothing here is tuned to a claim.
//
// This file: a claim as a plain value.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/setting.h"

namespace shardscope {

/// A claim's number, or several: a range, or parts. An absent one is a part that nothing determines.
using Numbers = std::vector<std::optional<double>>;

struct Claim {
  std::string id;
  std::string source;
  std::string claim;  // in our own words
  std::string unit;
  Numbers claimed;                  // empty where the sentence gives no number
  std::optional<std::size_t> part;  // which of the numbers claimed the formula gives; all
  bool range = false;               // `claimed` or what is computed is one, not parts
  std::string formula;              // a name of formulas.h; empty: none determines it
  std::vector<std::pair<std::string, std::vector<double>>> inputs;  // in the order of the arithmetic
  std::vector<std::string> names;                                   // of GPU or model presets that the formula reads
  std::string computed_unit;                                        // where it isn't `unit`
  Numbers expected;       // what it would be if the claim held, else `claimed`
  bool capacity = false;  // more than claimed doesn't go in
  std::string note;
  std::string scenario;                // a preset that shows what it is about; may be empty
  std::vector<Setting> settings;       // on top of it: "plan.tp=1"
  std::string simulated;               // what of that scenario's report stands beside it: "/run/days"; may be empty
  double simulated_scale = 1;          // from the report's unit to the claim's: days to years
  std::vector<Setting> against;        // changed again on top of it: the figure with these over the figure without
  bool decided_by_simulation = false;  // the verdict is that of the scenario's figure, not of what is computed
  std::string basis;                   // why there is no scenario: "a figure of the data sheet"; else empty

  bool operator==(const Claim&) const = default;
};

}  // namespace shardscope

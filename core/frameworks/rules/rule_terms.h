// What a rule comes to in a plan, from the rule's own expressions: the numbers that it hangs on, and the changes that
// make it hold. What counts for nothing in the plan (a layer that isn't counted, a choice not taken) is left out first.
#pragma once

#include <string>
#include <vector>

#include "core/frameworks/framework.h"

namespace shardscope {

#define SHARDSCOPE_RULE_CHANGE(name)                                                                            \
  name(on) name(off) name(given) name(equal) name(unequal) name(above) name(below) name(at_least) name(at_most) \
      name(multiple)
SHARDSCOPE_NAMED(RuleChangeKind, SHARDSCOPE_RULE_CHANGE)

/// `what` is a name, or of a multiple what is to be one; `to` what it is to be, above, a multiple of.
struct RuleChange {
  RuleChangeKind kind = RuleChangeKind::on;
  Expression what = {}, to = {};

  bool operator==(const RuleChange&) const = default;
};

/// The expression in the plan of the names: terms that are 0, factors and divisors that are 1, and what an `or` or an
/// `if` between numbers doesn't take are left out. A name that isn't there is None.
[[nodiscard]] Expression in_this_plan(const Expression& expression, const Names& names);

/// What makes it hold, one for each side of an `and` that doesn't by itself; none where one of them can't be said so.
[[nodiscard]] std::vector<RuleChange> changes_of(const Expression& holds, const Names& names);

/// That a name is set to a value.
[[nodiscard]] RuleChange equal_to(std::string_view name, Value value);

/// "heads 40, TP 16": the names of what must hold and doesn't, and then of when it must, with their values in the plan,
/// as far as a person has a word for them; empty where there is none.
[[nodiscard]] std::string rule_numbers(const FrameworkRule& rule, const LaunchFramework& framework, const Names& names);

/// "Heads 44, TP 8: don't divide": the first of the same numbers and what is wrong with them, in a few words, where it
/// can be named; empty where there are no numbers.
[[nodiscard]] std::string rule_headline(const FrameworkRule& rule, const LaunchFramework& framework,
                                        const Names& names);

/// "heads 40" as a sentence begins; of a name that isn't in lower case, and of a key ("model.megatron_amp_O2"), as it
/// stands.
[[nodiscard]] std::string capitalised(std::string words);

/// Begins the name of a variable of the environment.
inline constexpr std::string_view environment_name = "env.";

/// The only name of an expression that is one; nullptr of any other.
[[nodiscard]] const std::string* name_alone(const Expression& expression);

/// The flag that says the name, first of those that an export writes; nullptr where there is none.
[[nodiscard]] const FlagSpec* flag_for(const LaunchFramework& framework, std::string_view name);

}  // namespace shardscope

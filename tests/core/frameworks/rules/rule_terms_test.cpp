#include "core/frameworks/rules/rule_terms.h"

#include "core/fields/fields.h"
#include "core/frameworks/rules/rules.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Expression expression(const char* text) {
  return value_of(parse_expression(text));
}

/// The names that are left of an expression in a plan, in order.
std::string left_of(const char* text, const Names& names) {
  std::string all;
  for (const ExpressionNode& node : in_this_plan(expression(text), names).nodes)
    if (node.operation == ExpressionKind::name) all += (all.empty() ? "" : " ") + node.name;
  return all;
}

std::string kinds_of(const char* text, const Names& names = {}) {
  std::string all;
  for (const RuleChange& change : changes_of(expression(text), names))
    all += (all.empty() ? "" : " ") + std::string(name_of(change.kind));
  return all;
}

/// A plan in which every name of the rule's is another number.
Names numbered(const FrameworkRule& rule) {
  Names names;
  std::int64_t next = 1009;
  for (const std::string& key : rule.keys) names[key] = next++;
  return names;
}

}  // namespace

TEST_CASE("what counts for nothing in a plan is left out of a rule") {
  const Names names = {{"a", 31}, {"b", 0}, {"c", false}, {"tp", 1}, {"pp", 2}, {"given", 4}};
  CHECK(left_of("(a + b + c) % pp == 0", names) == "a pp");
  CHECK(left_of("a % (tp * pp) == 0", names) == "a pp");
  CHECK(left_of("(a // tp) % pp == 0", names) == "a pp");
  CHECK(left_of("(b or a) % pp == 0", names) == "a pp");
  CHECK(left_of("a % (given if pp > 1 else tp) == 0", names) == "a given");
  CHECK(left_of("a % pp == 0 or pp % a == 0", names) == "a pp pp a");
}

TEST_CASE("a rule's own expression says what to change, one for each side that doesn't hold") {
  CHECK(kinds_of("sp") == "on");
  CHECK(kinds_of("not sp") == "off");
  CHECK(kinds_of("x is not None") == "given");
  CHECK(kinds_of("'--a' in given") == "given");
  CHECK(kinds_of("'--a' not in given") == "off");
  CHECK(kinds_of("pp == 1 and tp != 2") == "equal unequal");
  CHECK(kinds_of("pp > 1 and pp < 9") == "above below");
  CHECK(kinds_of("pp >= 1 and pp <= zz") == "at_least at_most");
  CHECK(kinds_of("model.a % (plan.b * plan.c) == 0") == "multiple");
  CHECK(kinds_of("pp == 1 and tp == 1", {{"pp", 1}, {"tp", 8}}) == "equal");
  for (const char* none : {"a or b", "pp in (1, 2)", "len(a) == b", "layers % 2 == 0", "a == 1 and len(b) > 2"})
    CHECK(kinds_of(none).empty());
}

TEST_CASE("every rule's numbers are told: each field that must hold, by a person's word and with its value") {
  std::ptrdiff_t rules = 0;
  for (const LaunchFramework& framework : real_presets().frameworks)
    for (const FrameworkRule& rule : framework.rules) {
      if (!rule.holds) continue;
      CAPTURE(framework.preset);
      CAPTURE(rule.id);
      const Names names = numbered(rule);
      const std::string words = rule_numbers(rule, framework, names);
      CAPTURE(words);
      for (const char* own : {"plan.", "env.", "()"}) CHECK_FALSE(says(words, own));
      const bool has_sides = rule.holds->nodes.back().operation == ExpressionKind::both;  // of which some hold
      if (!has_sides && !is_true(computed_or_none(*rule.holds, names)))
        for (const std::string& name : names_in(in_this_plan(*rule.holds, names)))
          if (find_field(name) != nullptr) CHECK(says(words, " " + words_of(value_at(names, name))));
      ++rules;
    }
  CHECK(rules > 200);
}

TEST_CASE("of several sides those that don't hold are told, and of a condition what isn't usual") {
  FrameworkRule rule;
  rule.applies = expression("plan.tp > 1 or plan.cp > 1");
  rule.holds = expression("plan.pp > 2 and model.num_hidden_layers % plan.pp == 0");
  const Names names = {{"plan.tp", 8}, {"plan.cp", 1}, {"plan.pp", 4}, {"model.num_hidden_layers", 31}};
  CHECK(rule_numbers(rule, framework_named("megatron"), names) == "layers 31, PP 4, TP 8");
}

TEST_CASE("a broken rule begins with the plan's numbers") {
  const auto message = [](const std::vector<Setting>& settings, const std::string& id) {
    const LaunchedScenario scenario = launched_of(small_scenario, settings);
    for (const BrokenRule& rule : check_rules(scenario, framework_named("megatron"), real_presets()).broken)
      if (rule.id == id) return rule.message;
    return std::string("it isn't broken");
  };
  CHECK(message({"plan.tp=3"}, "heads-divisible-by-tp") ==
        "Heads 32, TP 3: Attention heads must split evenly over tensor ranks.");
  CHECK(message({"plan.cp=2", "plan.dp=2", "plan.sequence_length=4098"}, "cp-seq-divisible")
            .starts_with("Sequence 4098, CP 2: The sequence must be a multiple"));
  CHECK(message({"plan.virtual_stages=2", "plan.pp=1", "plan.dp=8"}, "vpp-needs-pp")
            .starts_with("PP 1, virtual stages per rank 2: "));
}

TEST_CASE("a broken rule has a headline of a few words with the plan's numbers, and the framework's own sentence") {
  const auto broken = [](const std::vector<Setting>& settings, const std::string& id) {
    const LaunchedScenario scenario = launched_of(small_scenario, settings);
    for (const BrokenRule& rule : check_rules(scenario, framework_named("megatron"), real_presets()).broken)
      if (rule.id == id) return rule;
    return BrokenRule{};
  };
  const BrokenRule heads = broken({"plan.tp=3"}, "heads-divisible-by-tp");
  CHECK(heads.headline == "Heads 32, TP 3: don't divide");
  CHECK(heads.sentence == "Attention heads must split evenly over tensor ranks.");
  CHECK(broken({"plan.virtual_stages=2", "plan.pp=1", "plan.dp=8"}, "vpp-needs-pp").headline ==
        "PP 1, virtual stages per rank 2: must be above 1");
  CHECK(broken({"plan.cp=2", "plan.dp=2", "plan.sequence_length=4098"}, "cp-seq-divisible").headline ==
        "Sequence 4098, CP 2: 4098 isn't a multiple of 4");
}

TEST_CASE("every headline is short, whatever breaks") {
  std::size_t seen = 0;
  for (const LaunchFramework& framework : real_presets().frameworks)
    for (const LaunchedScenario& preset : real_presets().scenarios)
      for (const BrokenRule& rule : check_rules(preset, framework, real_presets()).broken) {
        CAPTURE(rule.headline);
        CHECK(rule.headline.size() <= 100);
        CHECK((rule.headline.empty() || rule.headline.find(": ") != std::string::npos));
        seen += rule.headline.empty() ? 0 : 1;
      }
  CHECK(seen > 10);
}

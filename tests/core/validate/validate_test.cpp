#include "core/validate/validate.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/fields/fields.h"
#include "core/validate/valid_values.h"
#include "tests/core/validate/rule_cases.h"

using namespace shardscope;

TEST_CASE("a sound scenario has no problem") {
  CHECK(problem_lines(validate(with_defaults(tests::sound_scenario())), "") == std::vector<std::string>{});
  CHECK(problem_lines(validate(with_defaults(tests::sound_mixture())), "") == std::vector<std::string>{});
}

TEST_CASE("every rule has a name of its own") {
  std::set<std::string_view> names;
  for (const Rule& rule : rules()) {
    CHECK((rule.check != nullptr));
    CHECK(names.insert(rule.name).second);
  }
  CHECK(names.contains("heads-divisible-by-tp"));
}

TEST_CASE("errors come first, each with its rule's name and severity") {
  Scenario s = tests::sound_scenario();
  s.plan.tp = 6;                    // heads don't divide: an error; GPUs stay idle: a warning
  s.model.num_hidden_layers = 126;  // uneven layers: a hint
  s.plan.dp = 21;
  s.plan.global_batch = 21 * 64;
  const std::vector<Problem> problems = validate(with_defaults(s));
  CHECK(has_errors(problems));
  CHECK(std::is_sorted(problems.begin(), problems.end(),
                       [](const Problem& a, const Problem& b) { return a.severity < b.severity; }));
  for (const Problem& problem : problems) {
    CAPTURE(problem.rule);
    const auto rule =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& r) { return r.name == problem.rule; });
    REQUIRE(rule != rules().end());
    CHECK(rule->severity == problem.severity);
    CHECK_FALSE(problem.path.empty());
    CHECK_FALSE(problem.message.empty());
  }
  CHECK(problems.front().rule == "heads-divisible-by-tp");
  CHECK(problems.back().severity == Severity::hint);
}

TEST_CASE("warnings and hints are no errors") {
  Scenario s = tests::sound_scenario();
  s.cluster.gpus = 1030;
  s.model.num_hidden_layers = 126;
  const std::vector<Problem> problems = validate(with_defaults(s));
  CHECK(problems.size() == 2);
  CHECK_FALSE(has_errors(problems));
}

TEST_CASE("an empty scenario has errors and stops nobody") {
  CHECK(has_errors(validate(with_defaults(Scenario{}))));
  CHECK(has_errors(validate(Scenario{})));
}

TEST_CASE("no value of any one field makes a rule fail to answer") {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  for (const Scenario& sound : {tests::sound_scenario(), tests::sound_mixture()})
    for (const Field& field : fields()) {
      if (field.kind != FieldKind::count && field.kind != FieldKind::list) continue;
      for (const std::int64_t value : {-largest, std::int64_t{-1}, std::int64_t{0}, std::int64_t{3}, largest}) {
        CAPTURE(field.path);
        CAPTURE(value);
        Scenario s = sound;
        if (field.kind == FieldKind::count) field.set(s, value);
        if (field.kind == FieldKind::list) field.set(s, std::vector<std::int64_t>{value, 0, value});
        const std::vector<Problem> problems = validate(with_defaults(s));
        if (value < 0) CHECK(has_errors(problems));
        for (const std::string_view path :
             {"plan.tp", "plan.pp", "plan.dp", "plan.cp", "plan.ep", "plan.etp", "plan.virtual_stages",
              "plan.sequence_length", "plan.micro_batch", "plan.global_batch"})
          CHECK_FALSE(valid_values(s, path).empty());
      }
    }
}

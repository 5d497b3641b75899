#include "core/launch/inexpressible.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/fields/fields.h"
#include "core/frameworks/launch_flags.h"
#include "core/frameworks/scenario_names.h"
#include "core/launch/differing_fields.h"
#include "core/launch/import_launch.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

/// A name as people say it: its flag, else its last part.
std::string word_for(const LaunchFramework& framework, const std::string& name) {
  if (const FlagSpec* spec = flag_for(framework, name)) return spec->flag;
  if (name == "microbatches") return "the micro-batches of a step";
  if (name == "world_size") return "the GPUs";
  for (const std::string_view section : {std::string_view("plan."), std::string_view("model."), environment_name})
    if (name.starts_with(section)) return name.substr(section.size());
  return name;
}

/// How tightly an expression's sign binds its parts.
int binding_of(ExpressionKind operation) {
  if (operation == ExpressionKind::add || operation == ExpressionKind::subtract) return 1;
  return operation == ExpressionKind::literal || operation == ExpressionKind::name ? 3 : 2;
}

const char* sign_of(ExpressionKind operation) {
  if (operation == ExpressionKind::add) return " + ";
  if (operation == ExpressionKind::subtract) return " - ";
  if (operation == ExpressionKind::multiply) return " * ";
  return operation == ExpressionKind::floor_divide ? " // " : " / ";
}

/// A formula of names and numbers, with the names' flags; in parentheses where it isn't a name or a number alone.
std::string formula_words(const LaunchFramework& framework, const Expression& formula) {
  const auto words = [&](const auto& self, std::size_t index) -> std::string {
    const ExpressionNode& node = formula.nodes[index];
    if (node.operation == ExpressionKind::literal) return words_of(node.literal);
    if (node.operation == ExpressionKind::name) return word_for(framework, node.name);
    const auto part = [&](std::size_t which, int least) {
      const std::string inner = self(self, node.parts[which]);
      return binding_of(formula.nodes[node.parts[which]].operation) < least ? "(" + inner + ")" : inner;
    };
    const int own = binding_of(node.operation);
    const bool turns = node.operation != ExpressionKind::add && node.operation != ExpressionKind::multiply;
    return part(0, own) + sign_of(node.operation) + part(1, turns ? own + 1 : own);
  };
  const std::string all = words(words, formula.nodes.size() - 1);
  return formula.nodes.size() > 1 ? "(" + all + ")" : all;
}

/// "export A=1" of a variable, "set --a to 1" of a flag.
std::string setting_words(const LaunchFramework& framework, const RuleChange& change) {
  const std::string not_ = change.kind == RuleChangeKind::unequal ? "don't " : "";
  const std::string to = formula_words(framework, change.to), *name = name_alone(change.what);
  if (name != nullptr && name->starts_with(environment_name))
    return not_ + "export " + name->substr(environment_name.size()) + "=" + to;
  return not_ + "set " + formula_words(framework, change.what) + " to " + to;
}

std::string words_of_change(const LaunchFramework& framework, const RuleChange& change) {
  const auto what = [&] { return formula_words(framework, change.what); };
  const auto to = [&] { return formula_words(framework, change.to); };
  switch (change.kind) {
    case RuleChangeKind::on:
      return "add " + what();
    case RuleChangeKind::off:
      return "leave out " + what();
    case RuleChangeKind::given:
      return "give " + what();
    case RuleChangeKind::equal:
    case RuleChangeKind::unequal:
      return setting_words(framework, change);
    case RuleChangeKind::above:
      return "set " + what() + " above " + to();
    case RuleChangeKind::below:
      return "set " + what() + " below " + to();
    case RuleChangeKind::at_least:
      return "set " + what() + " to at least " + to();
    case RuleChangeKind::at_most:
      return "set " + what() + " to at most " + to();
    case RuleChangeKind::multiple:
      return "make " + what() + " a multiple of " + to();
  }
  return {};
}

/// The plan as the framework would have it from its own flags, on the same model; what a program's code says counts as
/// said, and so does the sequence where no flag gives it.
std::optional<Scenario> read_back(const LaunchedScenario& scenario, const LaunchedScenario& wanted,
                                  const LaunchFramework& framework, const Catalogue& presets) {
  const FlagReading reading =
      read_flags(framework, flags_of_plan(framework, wanted, presets), world_of_plan(framework, wanted), presets);
  const nlohmann::json said = nlohmann::json::parse(write_scenario(scenario, presets), nullptr, false);
  if (!said.contains("model")) return std::nullopt;
  std::vector<Setting> settings = {{"model", said["model"].dump()}};
  for (const char* required : {"plan.sequence_length", "plan.micro_batch", "plan.global_batch"})
    if (value_at(reading.names, required).none())
      settings.emplace_back(required, std::string_view(required) == "plan.sequence_length"
                                          ? std::to_string(wanted.scenario.plan.sequence_length)
                                          : "1");
  const Outcome<ParsedScenario> parsed =
      parse_scenario(scenario_json(framework, reading.names, true, {}), presets, settings);
  if (!succeeded(parsed)) return std::nullopt;
  return with_defaults(value_of(parsed).said.scenario);
}

constexpr const char* stage_layers_path = "plan.stage_layers";

/// Whether a field that isn't read back as it was moves anything of this plan. A schedule that the framework lacks is
/// among its broken rules.
bool matters(const Field& field, const Scenario& wanted, const Scenario& got) {
  if (is_layout(field.path))
    return wanted.plan.pp == got.plan.pp && wanted.plan.virtual_stages == got.plan.virtual_stages;
  if (field.weight.place == 0 || field.path == "plan.schedule" || differing_part(field, wanted, got) == nullptr)
    return false;
  if (field.path == "plan.sequence_parallel") return wanted.plan.tp > 1;
  return field.path != "plan.etp" || has_experts(wanted.model);
}

Inexpressible unsaid_setting(const Field& field, const Scenario& wanted, const Scenario& got) {
  if (is_layout(field.path)) return {stage_layers_path, std::string(stage_layers_path) + " as they are"};
  const Field& part = *differing_part(field, wanted, got);
  const std::string path(part.path);
  const std::string instead =
      path == "plan.precision" ? " (it takes " + words_of(field_value(part, got)) + ")" : std::string();
  return {path, path + " = " + words_of(field_value(part, wanted)) + instead};
}

}  // namespace

std::string change_words(const std::vector<RuleChange>& wants, const LaunchFramework& framework) {
  std::string words;
  for (const RuleChange& change : wants) words += (words.empty() ? "" : ", and ") + words_of_change(framework, change);
  return words;
}

std::vector<Inexpressible> inexpressible(const LaunchedScenario& said, const LaunchFramework& framework,
                                         const Catalogue& presets) {
  const LaunchedScenario filled = with_defaults(said);
  const Scenario& wanted = filled.scenario;
  const std::optional<Scenario> got = read_back(said, filled, framework, presets);
  if (!got) return {{"plan", "the plan as a whole"}};
  std::vector<const Field*> fields = differing_fields(wanted, *got);
  std::erase_if(fields, [&](const Field* field) { return !matters(*field, wanted, *got); });
  // Those that people name first; the layers of stages last, and once.
  std::stable_sort(fields.begin(), fields.end(), [](const Field* a, const Field* b) {
    return !is_layout(a->path) && (is_layout(b->path) || a->weight.place < b->weight.place);
  });
  std::vector<Inexpressible> settings;
  for (const Field* field : fields)
    if (!is_layout(field->path) || settings.empty() || settings.back().path != stage_layers_path)
      settings.push_back(unsaid_setting(*field, wanted, *got));
  return settings;
}

namespace {

/// Of each rule that refuses the plan what it asks for; its own words where no change can be named.
std::vector<std::string> wanted_changes(const RulesReport& rules, const LaunchFramework& framework) {
  std::vector<std::string> changes;
  for (const BrokenRule& rule : rules.broken) {
    if (rule.severity != RuleSeverity::error) continue;
    std::string words = change_words(rule.wants, framework);
    if (words.empty()) words = rule.message;
    if (std::find(changes.begin(), changes.end(), words) == changes.end()) changes.push_back(std::move(words));
  }
  return changes;
}

}  // namespace

FrameworkFindings framework_findings(RulesReport rules, const LaunchedScenario& said, const LaunchFramework& framework,
                                     const Catalogue& presets) {
  std::vector<std::string> changes = wanted_changes(rules, framework);
  return {std::move(rules), std::move(changes), inexpressible(said, framework, presets)};
}

std::vector<std::string> words_of(const std::vector<Inexpressible>& settings) {
  std::vector<std::string> words;
  for (const Inexpressible& setting : settings) words.push_back(setting.words);
  return words;
}

std::vector<Problem> inexpressible_problems(const std::vector<Inexpressible>& settings,
                                            const LaunchFramework& framework) {
  std::vector<Problem> problems;
  for (const Inexpressible& setting : settings)
    problems.push_back({Severity::warning, setting.path, framework.title + " can't express " + setting.words,
                        std::string(cannot_express_rule), Origin::framework, framework.preset});
  return problems;
}

}  // namespace shardscope

#include "core/launch/verdict.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/characters.h"
#include "core/fields/fields.h"
#include "core/frameworks/launch_flags.h"
#include "core/frameworks/scenario_names.h"
#include "core/launch/import_launch.h"
#include "core/scenario_json/write.h"
#include "core/transformer/layout.h"

namespace shardscope {

namespace {

bool is_name_sign(char c) {
  return is_name(c) || c == '.';
}

const FlagSpec* flag_for(const LaunchFramework& framework, std::string_view key) {
  const FlagSpec* found = nullptr;
  for (const FlagSpec& spec : framework.flags)
    if (spec.key == key && !spec.in_code && (found == nullptr || (!found->write && spec.write))) found = &spec;
  return found;
}

/// A name as people say it: its flag, else its last part.
std::string word_for(const LaunchFramework& framework, const std::string& name) {
  if (const FlagSpec* spec = flag_for(framework, name)) return spec->flag;
  if (name == "microbatches") return "the micro-batches of a step";
  if (name == "world_size") return "the GPUs";
  for (const std::string_view section : {"plan.", "model.", "env."})
    if (name.starts_with(section)) return name.substr(section.size());
  return name;
}

std::string with_flags(const LaunchFramework& framework, std::string_view text) {
  std::string words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_name_sign(text[end])) ++end;
    if (end == at) {
      words += text[at++];
    } else {
      words += word_for(framework, std::string(text.substr(at, end - at)));
      at = end;
    }
  }
  return words;
}

bool is_one_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_sign);
}

bool is_variable(std::string_view text) {
  const bool capitals = std::none_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return capitals && is_one_name(text) && text.find('_') != std::string_view::npos;
}

/// "A == 1" → A, 1, where both are names or numbers.
bool parted(std::string_view text, std::string_view sign, std::string& left, std::string& right) {
  const std::size_t at = text.find(sign);
  if (at == std::string_view::npos) return false;
  left = text.substr(0, at), right = text.substr(at + sign.size());
  return is_one_name(left) && is_one_name(right);
}

/// Whether all that it names are names of the rules' language, not words of a sentence.
bool is_formula(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_name_sign(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    const bool number = std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool known = number || name.starts_with("plan.") || name.starts_with("model.") || name == "microbatches" ||
                       name == "world_size";
    if (end > at && !known) return false;
    at = std::max(end, at + 1);
  }
  return true;
}

std::string change_of(const LaunchFramework& framework, const std::string& wants) {
  const auto flag = [&](const std::string& name) { return word_for(framework, name); };
  std::string left, right;
  const std::size_t multiple = wants.find(" % ");
  if (is_formula(wants) && wants.ends_with(" == 0") && multiple != std::string::npos &&
      wants.find(" or ") == std::string::npos)
    return "make " + with_flags(framework, wants.substr(0, multiple)) + " a multiple of " +
           with_flags(framework, wants.substr(multiple + 3, wants.size() - multiple - 8));
  if (is_one_name(wants)) return "add " + flag(wants);
  if (wants.starts_with("not ") && is_one_name(wants.substr(4))) return "leave out " + flag(wants.substr(4));
  if (parted(wants, " == ", left, right))
    return is_variable(left) ? "export " + left + "=" + right : "set " + flag(left) + " to " + flag(right);
  if (parted(wants, " != ", left, right))
    return is_variable(left) ? "don't export " + left + "=" + right : "don't set " + flag(left) + " to " + flag(right);
  if (parted(wants, " > ", left, right)) return "set " + flag(left) + " above " + flag(right);
  if (parted(wants, " >= ", left, right)) return "set " + flag(left) + " to at least " + flag(right);
  if (parted(wants, " <= ", left, right)) return "set " + flag(left) + " to at most " + flag(right);
  if (wants.ends_with(" is set") && is_one_name(wants.substr(0, wants.size() - 7)))
    return "give " + flag(wants.substr(0, wants.size() - 7));
  return {};
}

/// Settings that change memory or time by much; switches of overlap and kernels aren't among them.
constexpr const char* weighty[] = {"plan.tp",
                                   "plan.pp",
                                   "plan.cp",
                                   "plan.ep",
                                   "plan.etp",
                                   "plan.zero",
                                   "plan.shard_group",
                                   "plan.precision",
                                   "plan.sequence_parallel",
                                   "plan.fp8_params",
                                   "plan.virtual_stages",
                                   "plan.micro_batch",
                                   "plan.global_batch",
                                   "plan.gradient_dtype",
                                   "plan.master_weights",
                                   "plan.optimizer",
                                   "plan.offload"};

/// The plan as the framework would have it from its own flags, on the same model; what a program's code says counts as
/// said, and so does the sequence where no flag gives it.
std::optional<Scenario> read_back(const LaunchedScenario& scenario, const LaunchedScenario& wanted,
                                  const LaunchFramework& framework, const Catalogue& presets) {
  const FlagReading reading =
      read_flags(framework, flags_of_plan(framework, wanted, presets), world_of_plan(framework, wanted), presets);
  const nlohmann::json said = nlohmann::json::parse(write_scenario(scenario, presets), nullptr, false);
  if (!said.contains("model")) return std::nullopt;
  std::vector<std::string> settings = {"model=" + said["model"].dump()};
  for (const char* required : {"plan.sequence_length", "plan.micro_batch", "plan.global_batch"})
    if (value_at(reading.names, required).none())
      settings.push_back(
          std::string(required) + "=" +
          (std::string_view(required) == "plan.sequence_length" ? std::to_string(wanted.plan.sequence_length) : "1"));
  const Outcome<ParsedScenario> parsed =
      parse_scenario(scenario_json(framework, reading.names, true, {}), presets, settings);
  if (!succeeded(parsed)) return std::nullopt;
  return with_defaults(value_of(parsed).scenario);
}

}  // namespace

std::string change_words(const std::string& wants, const LaunchFramework& framework) {
  std::string rest = wants, words;
  for (bool more = !rest.empty(); more;) {
    const std::size_t end = rest.find(" and ");
    const std::string part = change_of(framework, rest.substr(0, end));
    if (part.empty()) return {};
    more = end != std::string::npos;
    words += (words.empty() ? "" : ", and ") + part;
    if (more) rest.erase(0, end + 5);
  }
  return words;
}

std::vector<std::string> wanted_changes(const RulesReport& rules, const LaunchFramework& framework) {
  std::vector<std::string> changes;
  for (const BrokenRule& rule : rules.broken) {
    if (rule.severity != RuleSeverity::error) continue;
    std::string words = change_words(rule.requires_words, framework);
    if (words.empty()) words = rule.message;
    if (std::find(changes.begin(), changes.end(), words) == changes.end()) changes.push_back(std::move(words));
  }
  return changes;
}

std::vector<std::string> inexpressible(const LaunchedScenario& scenario, const LaunchFramework& framework,
                                       const Catalogue& presets) {
  const LaunchedScenario wanted = with_defaults(scenario);
  const std::optional<Scenario> got = read_back(scenario, wanted, framework, presets);
  if (!got) return {"the plan as a whole"};
  std::vector<std::string> settings;
  for (const char* path : weighty) {
    const Field* field = find_field(path);
    if (field == nullptr) continue;
    const bool alike = field->path == "plan.precision" && scales_alike(wanted.plan.precision, got->plan.precision);
    const bool idle = alike || (wanted.plan.tp == 1 && field->path == "plan.sequence_parallel") ||
                      (wanted.model.num_experts == 0 && field->path == "plan.etp");
    if (idle || field->get(wanted) == field->get(*got)) continue;
    const bool precision = field->path == "plan.precision";
    settings.push_back(std::string(path) + " = " + words_of(field_value(*field, wanted)) +
                       (precision ? " (it takes " + words_of(field_value(*field, *got)) + ")" : std::string()));
  }
  if (wanted.plan.recompute && got->plan.recompute && wanted.plan.recompute->mode != got->plan.recompute->mode)
    settings.push_back("plan.recompute = " + std::string(json_name(wanted.plan.recompute->mode)));
  const std::vector<StageContent> left = stage_layout(wanted.model, wanted.plan),
                                  right = stage_layout(got->model, got->plan);
  const bool as_many = left.size() == right.size();
  if (as_many && !std::equal(left.begin(), left.end(), right.begin(),
                             [](const StageContent& x, const StageContent& y) { return x.layers() == y.layers(); }))
    settings.emplace_back("plan.stage_layers as they are");
  return settings;
}

std::vector<Problem> inexpressible_problems(const std::vector<std::string>& settings,
                                            const LaunchFramework& framework) {
  std::vector<Problem> problems;
  for (const std::string& setting : settings) {
    const bool field = setting.starts_with("plan.");
    problems.push_back({Severity::warning, field ? setting.substr(0, setting.find(' ')) : "plan",
                        framework.title + " can't express " + setting, "cannot-express", Origin::framework,
                        framework.preset});
  }
  return problems;
}

}  // namespace shardscope

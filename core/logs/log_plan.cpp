#include "core/logs/log_plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/rule_names.h"
#include "core/launch/idle_flags.h"
#include "core/launch/import_launch.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

/// Nothing, or off: what a switch's default is, and most others'.
bool says_nothing(std::string_view value) {
  return value == "None" || value == "False" || value == "[]" || value == "''" || value == "{}" || value.empty();
}

/// One expert is none (Megatron-DeepSpeed's default, a list).
bool is_off(const std::map<std::string, std::string>& arguments, std::string_view name) {
  const auto found = arguments.find(std::string(name));
  if (found == arguments.end()) return false;  // an older release without it, or a dump that is cut
  return says_nothing(found->second) || (name == "num_experts" && (found->second == "[1]" || found->second == "1"));
}

bool means_nothing(const std::map<std::string, std::string>& arguments, const std::string& name,
                   std::span<const LaunchFramework> frameworks) {
  if (name == "num_experts" && is_off(arguments, name)) return true;
  return std::any_of(frameworks.begin(), frameworks.end(), [&](const LaunchFramework& framework) {
    return std::any_of(framework.idle_arguments.begin(), framework.idle_arguments.end(), [&](const auto& idle) {
      return fits(name, idle.first) && name != idle.second && is_off(arguments, idle.second);
    });
  });
}

/// The word that a flag takes of how Python prints its value: "torch.float32" is fp32, "AttnBackend.auto" auto.
std::string word_of(std::string_view value) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"torch.float32", "fp32"}, {"torch.bfloat16", "bf16"}, {"torch.float16", "fp16"}, {"torch.uint8", "fp8"}};
  for (const auto& [python, word] : types)
    if (value == python) return std::string(word);
  const std::size_t point = value.rfind('.');
  const bool member = point != std::string_view::npos && point > 0 && point + 1 < value.size() &&
                      is_name_start(value[0]) && is_name_start(value[point + 1]) &&
                      value.find('/') == std::string_view::npos;
  return std::string(member ? value.substr(point + 1) : value);
}

/// As a word of a shell, so that nothing in it means anything there; empty where it can't be one.
std::string quoted(const std::string& word) {
  if (word.find_first_of("'\n\r") != std::string::npos) return {};
  return "'" + word + "'";
}

/// "['core_attn', 'mlp']" and "[1, 2]" as a flag's words, one each.
std::vector<std::string> words_of_value(const std::string& value) {
  if (!value.starts_with('[') || !value.ends_with(']')) return {word_of(value)};
  std::vector<std::string> words;
  std::string word;
  for (const char c : value.substr(1)) {
    if (c == ',' || c == ']') {
      if (!word.empty()) words.push_back(word);
      word.clear();
    } else if (c != ' ' && c != '\'' && c != '"') {
      word += c;
    }
  }
  return words;
}

struct DumpedFlag {
  std::string flag, value;
};

/// By the name, flags that argparse keeps under another.
using KeptElsewhere = std::map<std::string_view, const FlagSpec*>;

KeptElsewhere kept_elsewhere(std::span<const LaunchFramework> frameworks) {
  KeptElsewhere kept;
  for (const LaunchFramework& framework : frameworks)
    for (const FlagSpec& spec : framework.flags)
      if (!spec.dest.empty()) kept.emplace(spec.dest, &spec);
  return kept;
}

/// The flag that leaves such a value, by its name or what argparse keeps it as.
DumpedFlag flag_of(const std::string& name, const std::string& value, const KeptElsewhere& kept) {
  if (const auto found = kept.find(name); found != kept.end()) {
    const bool toggle = found->second->type == FlagType::toggle;
    if (toggle ? value == "False" : !says_nothing(value)) return {found->second->flag, toggle ? "True" : value};
  }
  if (says_nothing(value)) return {};
  std::string flag = "--" + name;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return {flag, value};
}

std::vector<DumpedFlag> dumped_flags(const std::map<std::string, std::string>& arguments,
                                     std::span<const LaunchFramework> frameworks) {
  const KeptElsewhere kept = kept_elsewhere(frameworks);
  std::vector<DumpedFlag> flags;
  for (const auto& [name, value] : arguments) {
    if (means_nothing(arguments, name, frameworks)) continue;
    DumpedFlag flag = flag_of(name, value, kept);
    if (!flag.flag.empty()) flags.push_back(std::move(flag));
  }
  return flags;
}

const LaunchFramework* framework_of_flags(const std::vector<DumpedFlag>& flags,
                                          std::span<const LaunchFramework> frameworks) {
  std::vector<std::string> names;
  for (const DumpedFlag& each : flags) names.push_back(each.flag);
  return framework_of(names, LaunchForm::flags, frameworks);
}

std::optional<std::int64_t> argument_count(const std::map<std::string, std::string>& arguments, const char* name) {
  const auto found = arguments.find(name);
  return found == arguments.end() ? std::nullopt : parse_whole(found->second);
}

/// The number that an argument says of a field; nothing where the dump, from which lines may be missing, hasn't any.
std::optional<std::int64_t> said_of_field(const std::vector<DumpedFlag>& flags, const LaunchFramework& framework,
                                          std::string_view key) {
  for (const DumpedFlag& each : flags)
    if (framework.key_of(each.flag) == key) return parse_whole(each.value);
  return std::nullopt;
}

/// argparse prints every argument: what a dump lacks of these was cut out of the log, and no default counts.
Problem cut_dump(const std::vector<DumpedFlag>& flags, const LaunchFramework& framework) {
  std::vector<std::string> missing;
  for (const std::string_view key : {"plan.tp", "plan.pp", "plan.sequence_length", "plan.micro_batch",
                                     "model.num_hidden_layers", "model.hidden_size", "model.num_attention_heads"})
    if (!said_of_field(flags, framework, key)) missing.emplace_back(key);
  if (missing.empty()) return {};  // nothing is wrong
  return {Severity::error, "", "the dump of them is cut and doesn't say " + joined(missing), ""};
}

/// The tensor degree is what is left of all GPUs where its own line alone was cut out.
void fill_tensor_degree(std::map<std::string, std::string>& arguments, std::span<const LaunchFramework> frameworks) {
  const std::vector<DumpedFlag> flags = dumped_flags(arguments, frameworks);
  const LaunchFramework* framework = framework_of_flags(flags, frameworks);
  if (framework == nullptr || said_of_field(flags, *framework, "plan.tp")) return;
  const auto world = argument_count(arguments, "world_size"), dp = argument_count(arguments, "data_parallel_size");
  const auto pp = said_of_field(flags, *framework, "plan.pp");
  const std::int64_t cp = said_of_field(flags, *framework, "plan.cp").value_or(1);
  if (!world || !dp || !pp || *dp < 1 || *pp < 1 || cp < 1 || *world < 1 || *world > limits::gpus_max) return;
  if (*dp > limits::gpus_max || *pp > limits::gpus_max || cp > limits::gpus_max) return;
  const std::int64_t rest = *world / *dp / *pp / cp;
  if (rest >= 1 && rest * *dp * *pp * cp == *world) arguments["tensor_model_parallel_size"] = std::to_string(rest);
}

/// What lines and dump say by themselves, whether or not it makes a plan.
std::vector<std::pair<std::string, std::int64_t>> said_counts(const MeasuredLog& log,
                                                              const std::map<std::string, std::string>& arguments,
                                                              std::span<const LaunchFramework> frameworks) {
  std::map<std::string, std::int64_t> said;
  const auto put = [&](const char* path, const std::optional<std::int64_t>& count) {
    if (count) said[path] = *count;
  };
  const SaidPlan& plan = log.plan;
  put("plan.tp", plan.tp), put("plan.pp", plan.pp), put("plan.cp", plan.cp), put("plan.ep", plan.ep);
  put("plan.dp", plan.dp), put("plan.micro_batch", plan.micro_batch), put("plan.global_batch", plan.global_batch);
  put("plan.sequence_length", plan.sequence_length), put("cluster.gpus", plan.gpus);
  const std::vector<DumpedFlag> flags = dumped_flags(arguments, frameworks);
  const LaunchFramework* framework = framework_of_flags(flags, frameworks);
  for (const DumpedFlag& each : flags) {
    const FlagSpec* spec = framework == nullptr ? nullptr : framework->flag(each.flag);
    if (spec == nullptr || spec->type != FlagType::whole || !is_scenario_key(spec->key)) continue;
    if (const auto count = parse_whole(each.value)) said[spec->key] = *count;
  }
  put("cluster.gpus", argument_count(arguments, "world_size"));
  put("plan.dp", argument_count(arguments, "data_parallel_size"));
  return {said.begin(), said.end()};
}

}  // namespace

std::string launch_of_arguments(const std::map<std::string, std::string>& arguments,
                                std::span<const LaunchFramework> frameworks) {
  const std::vector<DumpedFlag> flags = dumped_flags(arguments, frameworks);
  const LaunchFramework* framework = framework_of_flags(flags, frameworks);
  if (framework == nullptr) return {};
  std::string text = framework->program.empty() ? "pretrain_gpt.py" : framework->program;
  for (const DumpedFlag& each : flags) {
    const FlagSpec* spec = framework->flag(each.flag);
    if (spec == nullptr || !carries_plan(*spec)) continue;
    text += " \\\n  " + each.flag;
    if (spec->type == FlagType::toggle) continue;
    for (const std::string& word : words_of_value(each.value)) text += " " + quoted(word);
  }
  return text + "\n";
}

LogPlan plan_of_log(const MeasuredLog& log, const Presets& presets, std::span<const Setting> settings) {
  LogPlan plan;
  std::map<std::string, std::string> arguments = log.arguments;
  const auto take = [&](const char* name, const std::optional<std::int64_t>& said) {
    const auto found = arguments.find(name);
    if (said && (found == arguments.end() || says_nothing(found->second))) arguments[name] = std::to_string(*said);
  };
  if (!arguments.empty()) {
    take("vocab_size", log.plan.vocabulary);
    take("padded_vocab_size", log.plan.padded_vocabulary);
    fill_tensor_degree(arguments, presets.frameworks);
  }
  plan.said = said_counts(log, arguments, presets.frameworks);
  const std::vector<DumpedFlag> flags = dumped_flags(arguments, presets.frameworks);
  const LaunchFramework* framework = framework_of_flags(flags, presets.frameworks);
  if (framework == nullptr) return plan;
  if (Problem cut = cut_dump(flags, *framework); !cut.message.empty()) {
    plan.problems.push_back(std::move(cut));
    return plan;
  }
  std::vector<Setting> all;
  if (const auto gpus = argument_count(arguments, "world_size"))
    all.emplace_back("cluster.gpus", std::to_string(*gpus));
  all.insert(all.end(), settings.begin(), settings.end());
  const std::string text = "#!/bin/bash\n" + launch_of_arguments(arguments, presets.frameworks);
  Outcome<ImportedLaunch> imported = import_launch(text, "arguments.sh", presets, all);
  if (succeeded(imported))
    plan.parsed = std::move(std::get<0>(imported).parsed);
  else
    plan.problems = problems_of(imported);
  return plan;
}

std::vector<Problem> assumptions_of(const LogPlan& plan) {
  std::vector<Problem> assumed;
  if (plan.parsed)
    std::copy_if(plan.parsed->notices.begin(), plan.parsed->notices.end(), std::back_inserter(assumed),
                 [](const Problem& notice) { return notice.rule == rule_name::taken_for_granted; });
  return assumed;
}

std::vector<DifferingCount> differing_counts(const LogPlan& plan, const Scenario& scenario) {
  const nlohmann::ordered_json filled = evaluated_json(with_defaults(scenario));
  std::vector<DifferingCount> differing;
  for (const auto& [path, count] : plan.said) {
    const std::size_t dot = path.find('.');
    const auto section = filled.find(path.substr(0, dot));
    if (section == filled.end() || !section->is_object()) continue;
    const auto value = section->find(path.substr(dot + 1));
    if (value == section->end() || !value->is_number_integer() || value->get<std::int64_t>() == count) continue;
    differing.push_back({path, count, value->get<std::int64_t>()});
  }
  return differing;
}

bool is_another_run(std::span<const DifferingCount> differing) {
  return std::any_of(differing.begin(), differing.end(),
                     [](const DifferingCount& each) { return each.path != "model.max_position_embeddings"; });
}

MeasuredLog with_rates(MeasuredLog log, const LogPlan& plan, const Scenario* scenario) {
  const auto said = [&](std::string_view path) -> std::optional<std::int64_t> {
    for (const auto& [name, count] : plan.said)
      if (name == path && count > 0) return count;
    return std::nullopt;
  };
  SaidPlan counts;
  counts.global_batch = said("plan.global_batch"), counts.sequence_length = said("plan.sequence_length");
  counts.gpus = said("cluster.gpus");
  if (scenario != nullptr) {
    if (!counts.global_batch) counts.global_batch = scenario->plan.global_batch;
    if (!counts.sequence_length) counts.sequence_length = scenario->plan.sequence_length;
    if (!counts.gpus) counts.gpus = scenario->cluster.gpus;
  }
  fill_rates(log, counts);
  return log;
}

}  // namespace shardscope

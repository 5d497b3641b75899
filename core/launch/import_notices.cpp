#include "core/launch/import_notices.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/fields/whole_parts.h"
#include "core/frameworks/derived/vocabularies.h"
#include "core/frameworks/flag_values.h"
#include "core/frameworks/left_open.h"
#include "core/frameworks/scenario_names.h"
#include "core/frameworks/size_words.h"
#include "core/launch/idle_flags.h"
#include "core/launch/notices/unknown_flags.h"
#include "core/launch_text/configuration_file.h"

namespace shardscope {

namespace {

using Places = std::vector<TextPlace>;

/// "lines 12, 40, common.sh".
std::string words_of(Places places) {
  std::stable_sort(places.begin(), places.end(),
                   [](const TextPlace& a, const TextPlace& b) { return a.line < b.line; });
  std::vector<std::string> words;
  for (const TextPlace& place : places) {
    std::string word = place.line > 0 ? std::to_string(place.line) : shown(place.file);
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
  }
  return "lines " + joined(words);
}

/// Takes from the settings those of a key that the launch's comments say.
void pass_over(std::vector<Setting>& settings, std::span<const Setting> comments, std::string_view key) {
  for (const Setting& each : comments)
    if (each.key == key) settings.erase(std::find(settings.begin(), settings.end(), each));
}

/// ", as Qwen3 has": where the tokenizer's name tells the vocabulary.
std::string by_tokenizer(const Names& names, std::int64_t vocabulary) {
  const std::string* tokenizer = value_at(names, "tokenizer.model").text();
  const Vocabulary* called = tokenizer == nullptr ? nullptr : vocabulary_called(*tokenizer);
  const bool taken = called != nullptr && called->size == vocabulary;
  return taken ? ", as " + std::string(called->title) + " has" : std::string();
}

}  // namespace

void hint(std::vector<Problem>& notices, std::string_view path, std::string message, Remedy remedy,
          std::string_view rule) {
  notices.push_back({Severity::hint, std::string(path), std::move(message), std::string(rule)});
  notices.back().remedy = std::move(remedy);
}

void hint(std::vector<Problem>& notices, TextPlace place, std::string message) {
  notices.push_back({Severity::hint, std::move(place), std::move(message), std::string(rule_name::taken_for_granted)});
}

bool takes_gpu_for_granted(std::span<const Problem> notices) {
  return std::any_of(notices.begin(), notices.end(), [](const Problem& notice) {
    return notice.path == whole_gpu &&
           (notice.rule == rule_name::taken_for_granted || notice.rule == rule_name::gpu_by_word);
  });
}

namespace {

/// Of a tokenizer beside a model that the text names: whether the vocabulary is its own or the model's.
void say_whose_vocabulary(std::vector<Problem>& notices, const FlagReading& reading, std::span<const Setting> settings,
                          const Scenario& scenario) {
  const std::optional<std::int64_t> own = value_at(reading.names, "base.model.vocab_size").whole();
  const std::int64_t taken = scenario.model.vocab_size;
  if (!own || find_setting(settings, "model.vocab_size") != nullptr) return;
  const bool known = !value_at(reading.names, "model.tokenizer_vocabulary").none();
  if (known && taken == *own) return;
  const Remedy another{RemedyKind::setting, "--set model.vocab_size=N says another", {}, {}};
  if (known)
    return hint(notices, "model.vocab_size",
                "the vocabulary is the tokenizer's, " + std::to_string(taken) + ", and not the " +
                    std::to_string(*own) + " of the model's own",
                another);
  hint(notices, "model.vocab_size",
       "how large the tokenizer's vocabulary is isn't known here; the model's own " + std::to_string(taken) +
           " is taken",
       another);
}

/// What a recipe that the text lies over may say, of which a default counts here.
void say_of_recipe(std::vector<Problem>& notices, const LaunchText& launch, const FlagReading& reading,
                   std::span<const Setting> settings, const Scenario& scenario) {
  const LaunchFramework& framework = *launch.framework;
  std::vector<std::string> taken;
  bool degree = false;
  for (const std::string& name : reading.of_recipe) {
    const FlagSpec* spec = framework.flag_for(name);
    if (find_setting(settings, name) != nullptr || spec == nullptr) continue;
    degree = degree || holds_path(degrees_of_replica, name);
    const Field* field = find_field(name);
    const Value value = field != nullptr ? field_value(*field, scenario) : value_at(reading.names, name);
    taken.push_back(framework.own_name(*spec) + " " + (value.none() ? "none" : words_of(value)));
  }
  if (taken.empty()) return;
  notices.push_back(
      {degree ? Severity::warning : Severity::hint, TextPlace{},
       "the file lies over a recipe or a base file, which isn't here and may say what it doesn't; taken here, "
       "as " +
           framework.title + " has them by itself: " + joined(taken),
       std::string(rule_name::taken_for_granted)});
  notices.back().remedy = {RemedyKind::setting, "--set plan.KEY=VALUE says what that has", {}, {}};
}

/// Of experts of which nothing says how many work on a token, the framework's own number: releases and forks differ.
void say_experts_of_token(std::vector<Problem>& notices, const LaunchFramework& framework, const FlagReading& reading,
                          std::span<const Setting> settings, const Model& model) {
  constexpr std::string_view name = "model.num_experts_per_tok";
  const FlagSpec* flag = framework.flag_for(name);
  const bool said = std::any_of(reading.typed.begin(), reading.typed.end(), [&](const GivenFlag& given) {
    return !given.value.none() && says(*framework.flag(given.flag), name);
  });
  const bool known = !model.preset.empty() || find_setting(settings, name) != nullptr ||
                     find_setting(settings, whole_model) != nullptr ||
                     !value_at(reading.names, "base." + std::string(name)).none();
  if (model.num_experts < 1 || said || known || flag == nullptr) return;
  hint(notices, name,
       "the launch doesn't say how many experts work on each token; " + std::to_string(model.num_experts_per_tok) +
           (model.num_experts_per_tok == 1 ? " is taken, as " : " are taken, as ") + framework.title +
           " has by itself" + (flag->note.empty() ? "" : " (" + flag->note + ")"),
       {RemedyKind::setting, "--set model.num_experts_per_tok=N says another", framework.own_name(*flag), {}});
}

}  // namespace

void say_assumptions(std::vector<Problem>& notices, const LaunchText& launch, const FlagReading& reading,
                     std::span<const Setting> settings, const Scenario& scenario, std::string_view of_doublings) {
  const LaunchFramework& whose = *launch.framework;
  const bool fork = !whose.extends.empty() && !whose.releases.empty() && whose.repository != whose.releases_repository;
  if (fork && whose.form == LaunchForm::flags)  // whose defaults and rules are its own
    hint(notices, TextPlace{}, "it is read as " + whose.title + ", as its flags or its launcher tell");
  const bool cluster = find_setting(settings, "cluster") != nullptr;
  if (!cluster && find_setting(settings, whole_gpu) == nullptr && launch.gpu.words.empty())
    hint(notices, whole_gpu, "the launch doesn't say which GPU; " + std::string(assumed_gpu) + " is taken",
         another_gpu());
  const auto says = [&](std::string_view key) {
    return std::any_of(reading.typed.begin(), reading.typed.end(),
                       [&](const GivenFlag& given) { return launch.framework->flag(given.flag)->key == key; });
  };
  const bool degrees = says("plan.dp") || value_at(reading.names, "plan.dp_shard_given").number().value_or(0) > 0;
  if (!launch.world.gpus && !cluster && !degrees)  // which together make them
    hint(notices, "cluster.gpus",
         "the launch doesn't say how many GPUs; " + std::to_string(scenario.cluster.gpus) +
             (scenario.cluster.gpus == 1 ? " is taken" : " are taken") + std::string(of_doublings),
         {RemedyKind::setting, "--set cluster.gpus=N says another number", {}, {}});
  say_of_recipe(notices, launch, reading, settings, scenario);
  say_whose_vocabulary(notices, reading, settings, scenario);
  say_experts_of_token(notices, whose, reading, settings, scenario.model);
  const bool vocabulary = says("model.vocab_size") || says("plan.padded_vocab");
  const bool model = find_setting(settings, whole_model) != nullptr ||
                     find_setting(settings, "model.preset") != nullptr ||
                     find_setting(settings, "model.vocab_size") != nullptr || !scenario.model.preset.empty();
  const FlagSpec* flag = whose.flag_for("model.vocab_size");
  const bool tokenizer = std::any_of(whose.flags.begin(), whose.flags.end(),
                                     [](const FlagSpec& spec) { return spec.key.starts_with(of_tokenizer); });
  if (flag != nullptr && tokenizer && !vocabulary && !model)
    hint(notices, "model.vocab_size",
         "the launch leaves the vocabulary to its tokenizer; " + std::to_string(scenario.model.vocab_size) +
             " is taken" + by_tokenizer(reading.names, scenario.model.vocab_size),
         {RemedyKind::setting, "--set model.vocab_size=N says another", whose.own_name(*flag), {}});
}

namespace {

/// Whether a flag of the framework says the norm.
bool says_norm(const LaunchFramework& framework) {
  return std::any_of(framework.flags.begin(), framework.flags.end(),
                     [](const FlagSpec& spec) { return spec.key == "model.norm" && spec.borrowed_from.empty(); });
}

}  // namespace

void say_family(std::vector<Problem>& notices, const LaunchText& launch, const FlagReading& reading) {
  std::vector<std::string> unlike;  // of such a family's layers
  if (!is_true(value_at(reading.names, "model.gated_mlp"))) unlike.emplace_back("plain layers");
  if (value_at(reading.names, "model.position_embedding") == Value("learned")) unlike.emplace_back("learned positions");
  if (value_at(reading.names, "model.norm") == Value("layernorm")) unlike.emplace_back("LayerNorm");
  const bool parts = unlike.size() == 1 && unlike.front() == "LayerNorm";  // as of releases that have no other norm
  if (unlike.empty() || (parts && !says_norm(*launch.framework))) return;
  for (const std::string& program : parts_of_kind(launch.script, script_part::program)) {
    const std::string name = lower(name_of_file(program));
    const auto& families = launch.framework->decoders.gated;
    const auto family = std::find_if(families.begin(), families.end(),
                                     [&](const std::string& each) { return name.find(each) != name.npos; });
    if (family == families.end()) continue;
    notices.push_back({Severity::warning, TextPlace{},
                       shown(name_of_file(program)) + " is called after a family (" + *family +
                           ") of gated layers with rotary positions and RMSNorm, and no flag says so: counted are " +
                           joined(unlike) + "; add the flags that the program leaves out as its own",
                       "program-family"});
  }
}

void say_other_training(std::vector<Problem>& notices, const LaunchText& launch) {
  constexpr std::string_view others[] = {"dpo",  "ppo",     "grpo",   "kto",          "orpo",
                                         "rlhf", "rewards", "reward", "distillation", "distill"};
  for (const std::string& program : parts_of_kind(launch.script, script_part::program)) {
    std::string words = "_" + lower(name_of_file(program)) + "_";
    std::replace_if(
        words.begin(), words.end(), [](char c) { return c == '.' || c == '-'; }, '_');
    const auto other = std::find_if(std::begin(others), std::end(others), [&](std::string_view each) {
      return words.find("_" + std::string(each) + "_") != std::string::npos;
    });
    if (other == std::end(others)) continue;
    notices.push_back({Severity::hint, TextPlace{},
                       shown(name_of_file(program)) + " is called after " + std::string(*other) +
                           ", another training than next-word prediction: what runs beside the trained model (a "
                           "reference, a reward, generation) isn't counted",
                       std::string(rule_name::not_modelled)});
  }
}

void put_first_what_matters(std::vector<Problem>& notices) {
  std::stable_partition(notices.begin(), notices.end(), [](const Problem& notice) {
    return notice.rule == rule_name::counted_otherwise || notice.rule == rule_name::not_modelled ||
           notice.rule == rule_name::unknown_plan_flag;
  });
}

void flag_before_comment(LaunchText& launch, const FlagReading& reading, std::vector<Setting>& settings) {
  const Setting* comment = find_setting(launch.settings, "run.tokens");
  const std::optional<double> tokens = value_at(reading.names, "run.tokens").number();
  const auto given = std::find_if(reading.typed.begin(), reading.typed.end(), [&](const GivenFlag& each) {
    return launch.framework->flag(each.flag)->key.starts_with("run.") && each.value.number().value_or(0) > 0;
  });
  if (comment == nullptr || !tokens || *tokens <= 0 || given == reading.typed.end()) return;
  const double count = *given->value.number();
  const double said = value_from_json_text(comment->value).number().value_or(0);
  constexpr double rounding = 1e-9;  // of a quotient
  if (std::abs(std::ceil(said / *tokens * count * (1 - rounding)) - count) < 0.5) return;
  pass_over(settings, launch.settings, "run.tokens");
  hint(launch.notices, place_of(*given),
       "trains " + words_of(Value(*tokens)) + " tokens; the comment run.tokens = " + words_of(Value(said)) +
           " is passed over");
}

void recipe_before_comment(LaunchText& launch, const FlagReading& reading, std::vector<Setting>& settings) {
  const Setting* comment = find_setting(launch.settings, "plan.precision");
  const std::string* read = value_at(reading.names, "plan.precision").text();
  const auto said = value_named<Precision>(words_of(value_from_json_text(comment == nullptr ? "" : comment->value)));
  const auto flags = value_named<Precision>(read == nullptr ? "" : *read);
  if (!said || !flags || !scales_alike(*said, Precision::fp8)) return;
  if (!quantises(*flags) || scales_alike(*said, *flags)) return;
  pass_over(settings, launch.settings, "plan.precision");
  hint(
      launch.notices, "plan.precision",
      "the flags say " + *read + "; the comment plan.precision = " + std::string(json_name(*said)) + " is passed over");
}

void say_idle(std::vector<Problem>& notices, std::span<const GivenFlag> flags) {
  if (flags.empty()) return;
  const bool numbers = std::all_of(flags.begin(), flags.end(), [](const GivenFlag& each) {
    return each.value.number() && each.value.toggle() == nullptr;
  });
  const std::string what = numbers ? "number" : "flag";
  notices.push_back(
      {Severity::hint,
       {},
       (flags.size() == 1 ? "a " + what + " counts" : std::to_string(flags.size()) + " " + what + "s count") +
           " for nothing here beside the rest of the launch: " + names_with_lines(flags),
       "idle-number"});
}

namespace {

/// What gives names that a script takes from outside, its arguments by their numbers among them.
std::string ways_to_give(const std::vector<std::string>& names) {
  std::vector<std::string> variables;
  std::copy_if(names.begin(), names.end(), std::back_inserter(variables),
               [](const std::string& name) { return !name.empty() && is_name_start(name[0]); });
  std::string words = variables.empty() ? "" : "--env NAME=VALUE gives " + joined(variables);
  if (variables.size() == names.size()) return words;
  return words + (words.empty() ? "" : ", ") + "the script's arguments behind -- give " +
         (words.empty() ? "it" : "the rest");
}

}  // namespace

std::vector<Problem> with_branches_folded(std::vector<Problem> notices) {
  constexpr std::ptrdiff_t told_apart_max = 2;
  const auto hangs = [](const Problem& notice) { return notice.rule == rule_name::assumed_branch; };
  for (Problem& notice : notices)
    if (hangs(notice) && notice.remedy.words.empty() && !notice.remedy.names.empty() &&
        is_digit(notice.remedy.names.front()[0]))
      notice.remedy.words = ways_to_give(notice.remedy.names);
  if (std::count_if(notices.begin(), notices.end(), hangs) <= told_apart_max) return notices;
  Places places;
  std::vector<std::string> names;
  for (const Problem& notice : notices) {
    if (!hangs(notice)) continue;
    places.insert(places.end(), notice.places.begin(), notice.places.end());
    for (const std::string& name : notice.remedy.names)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::erase_if(notices, hangs);
  Problem folded{Severity::hint,
                 {},
                 std::to_string(places.size()) + " branches and loops hang on what isn't given",
                 std::string(rule_name::assumed_branch)};
  folded.message += "; each is taken as with nothing set: " + words_of(std::move(places));
  if (!names.empty()) folded.remedy = {RemedyKind::outside, ways_to_give(names), {}, names};
  notices.push_back(std::move(folded));
  return notices;
}

std::vector<Problem> of_which_launch(std::vector<Problem> problems, const LaunchText& launch) {
  const auto several = std::find_if(launch.notices.begin(), launch.notices.end(),
                                    [](const Problem& notice) { return notice.rule == rule_name::several_launches; });
  if (!problems.empty() && several != launch.notices.end()) problems.front().message += "; " + several->message;
  return problems;
}

std::vector<Problem> with_ways_to_say(std::vector<Problem> problems, const LaunchText& launch) {
  bool missing = false;
  for (Problem& problem : problems) {
    if (problem.rule != rule_name::required_key) continue;
    missing = true;
    const auto open = std::find_if(launch.open.begin(), launch.open.end(),
                                   [&](const OpenValue& each) { return each.name == problem.path; });
    problem.remedy = {RemedyKind::setting, "--set " + problem.path + "=N says it here", {}, {}};
    if (open == launch.open.end()) continue;
    problem.message = open->code + " isn't a literal, and only the program knows its value";
    problem.remedy = by_argument(open->place.name);
  }
  if (missing)
    if (auto elsewhere = scripts_elsewhere(launch.wanted)) problems.insert(problems.begin(), *std::move(elsewhere));
  return of_which_launch(std::move(problems), launch);
}

void say_partial_offload(LaunchText& launch, const FlagReading& reading) {
  if (value_at(reading.names, "plan.offload") != Value("optimizer")) return;
  for (const GivenFlag& given : reading.typed)
    if (launch.framework->flag(given.flag)->key == "plan.offload.optimizer_fraction" && given.value.number() != 1.0)
      hint(launch.notices, place_of(given),
           "of the optimizer " + words_of(given.value) +
               " goes to the host; a plan knows all of it or none, so all counts here, and the flag stays for an "
               "export");
}

}  // namespace shardscope

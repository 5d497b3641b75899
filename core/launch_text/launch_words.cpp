#include "core/launch_text/launch_words.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/frameworks/left_open.h"
#include "core/frameworks/size_words.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell_code.h"
#include "core/shell/shell_conditions.h"

namespace shardscope {

namespace {

constexpr std::string_view of_attention = "plan.attention_backend";

/// The words as a script writes them; nothing where one of them isn't kept.
std::optional<std::string> code_of(std::span<const ShellWord> words) {
  std::string all;
  for (const ShellWord& word : words) {
    const std::string code = shell_code(word);
    if (code.empty()) return std::nullopt;
    all += (all.empty() ? "" : " ") + code;
  }
  return all;
}

/// Values of the plan that nothing here gives: a line for all that come from outside, and one for each other.
class NotGiven {
 public:
  void add(TextPlace place, const ShellWord& word, const ShellScript& script) {
    const std::string& unknown = word.unknown;
    auto same = std::find_if(all_.begin(), all_.end(), [&](const Open& each) { return each.unknown == unknown; });
    if (same == all_.end()) same = all_.insert(all_.end(), {{}, unknown, {}});
    same->places.push_back(std::move(place));
    const std::string holder = variable_with(word, script);
    if (!holder.empty() && std::find(same->holders.begin(), same->holders.end(), holder) == same->holders.end())
      same->holders.push_back(holder);
  }

  void say(std::vector<Problem>& problems, const ShellScript& script) const {
    Places places;
    std::vector<std::string> unknowns, asked;  // what a person gives for them
    for (const auto& [own, unknown, holders] : all_) {
      if (!is_from_outside(unknown, script)) {
        fail(problems, own, why_unknown(unknown, script),
             holders.size() > 1 ? by_holders(holders) : how_to_give(unknown, script));
        continue;
      }
      places.insert(places.end(), own.begin(), own.end());
      unknowns.push_back(unknown);
      const std::optional<ShellChoice> behind = choice_behind(unknown, script);
      const std::string& given = behind ? behind->hangs_on : unknown;
      if (std::find(asked.begin(), asked.end(), given) == asked.end()) asked.push_back(given);
    }
    if (unknowns.size() == 1 && asked == unknowns)
      return fail(problems, std::move(places), why_unknown(unknowns[0], script), how_to_give(unknowns[0], script));
    std::vector<std::string> words;
    for (const std::string& each : asked) words.push_back(with_meaning(each, script));
    if (!asked.empty())
      fail(problems, std::move(places), joined(words) + (asked.size() == 1 ? " isn't given" : " aren't given"),
           {RemedyKind::outside, ways_of(asked), {}, variables_in(joined(asked))});
  }

 private:
  using Places = std::vector<TextPlace>;

  struct Open {
    Places places;  // where
    std::string unknown;
    std::vector<std::string> holders;  // variables that hold it: "$num_layers"
  };

  static Remedy by_holders(const std::vector<std::string>& holders) {
    return {RemedyKind::outside, ways_of(holders) + ", or write the numbers", {}, variables_in(joined(holders))};
  }

  static bool is_from_outside(const std::string& unknown, const ShellScript& script) {
    const bool name =
        is_unset_name(unknown) && unknown.size() > 1 && (is_name_start(unknown[1]) || is_digit(unknown[1]));
    return name && !script.environment.contains(unknown.substr(1));
  }
  /// "--env TP=VALUE, --env PP=VALUE and the script's arguments behind -- say them".
  static std::string ways_of(const std::vector<std::string>& names) {
    std::vector<std::string> ways;
    for (const std::string& name : names)
      if (is_name_start(name[1])) ways.push_back("--env " + name.substr(1) + "=VALUE");
    const bool arguments = ways.size() < names.size();
    const std::string variables = joined(ways);
    return variables + (arguments && !variables.empty() ? " and " : "") +
           (arguments ? "the script's arguments behind --" : "") +
           (names.size() == 1 && !arguments ? " says it" : " say them");
  }
  static void fail(std::vector<Problem>& problems, Places places, std::string why, Remedy remedy) {
    Problem& problem = problems.emplace_back(Severity::error, "", std::move(why), "launch-flag");
    problem.places = std::move(places), problem.remedy = std::move(remedy);
  }

  std::vector<Open> all_;
};

/// Takes the words of the launch apart.
class CommandReader {
 public:
  CommandReader(LaunchWords& launch, const ShellScript& script) : launch_(launch), script_(script) {}

  void take_command(const ShellWords& words) {
    const std::size_t program = program_at(words);
    const bool started = std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(program),
                                     [](const ShellWord& word) { return starter_called(word.text) != Starter::none; });
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!is_flag_word(words[i].text)) {
        const bool programs = !launch_.flags.empty() || (i > program && is_program(words[program]));
        programs ? keep_unknown(words[i]) : say_unknown(words[i]);
        continue;
      }
      std::size_t end = i + 1;
      while (end < words.size() && !is_flag_word(words[end].text)) ++end;
      const std::span<const ShellWord> values = std::span(words).subspan(i + 1, end - i - 1);
      const FlagSpec* spec = launch_.framework->flag(words[i].text);
      if (i >= program || (spec != nullptr && (!started || spec->in_code)))
        take(words[i], values);
      else
        pass_by(words[i], values, spec);
      i = end - 1;
    }
    not_given_.say(launch_.problems, script_);
  }

 private:
  void say_not_kept(TextPlace place) {
    launch_.notices.push_back({Severity::hint, std::move(place),
                               "its value only a run knows, and an export can't write it again",
                               std::string(rule_name::unknown_words)});
  }

  /// What every shell sets by itself, and never to flags.
  static bool is_place(std::string_view unknown) {
    constexpr std::string_view names[] = {"$PWD", "$OLDPWD", "$HOME", "$USER", "$HOSTNAME", "$TMPDIR"};
    return std::find(std::begin(names), std::end(names), unknown) != std::end(names);
  }

  /// A word that may hold flags, where only a run of the script knows it.
  void say_unknown(const ShellWord& word) {
    if (word.unknown.empty() || !word.text.empty() || is_place(word.unknown)) return;
    Problem notice{Severity::hint, TextPlace{{}, word.line, {}},
                   why_unknown(word.unknown, script_) + "; flags in it aren't read",
                   std::string(rule_name::unknown_words)};
    if (std::find(launch_.notices.begin(), launch_.notices.end(), notice) == launch_.notices.end())
      launch_.notices.push_back(std::move(notice));
  }

  /// The same, of the program's own words: an export writes them again.
  void keep_unknown(const ShellWord& word) {
    say_unknown(word);
    if (word.unknown.empty()) return;
    const std::string code = shell_code(word);
    if (code.empty()) return say_not_kept({{}, word.line, {}});
    launch_.flags.push_back({code, "", word.line, true});
  }

  /// A flag that isn't known, whose value only a run of the script knows.
  void take_run_time(GivenFlag given, std::span<const ShellWord> values) {
    const std::optional<std::string> code = code_of(values);
    if (!code) return say_not_kept(place_of(given));
    given.value = *code;
    given.run_time = true;
    launch_.flags.push_back(std::move(given));
  }

  bool is_needed(const FlagSpec& spec) const {
    // A name that says the size too: its model may be said in another way.
    if (spec.key == of_model_name && launch_.framework->flag_for(of_model_size) == nullptr) return false;
    return carries_plan(spec) && spec.key != of_attention && matters_beside_rules(*launch_.framework, spec);
  }

  /// Of a flag without which the framework's own choice serves: it carries no size.
  void say_default(const GivenFlag& given, const ShellWord& open) {
    launch_.notices.push_back(
        {Severity::hint, place_of(given),
         why_unknown(open.unknown, script_) + "; " + launch_.framework->title + "'s default counts",
         std::string(rule_name::unknown_words)});
  }

  /// What stands before the program is the launcher's, also where the program has a flag of that name.
  void pass_by(const ShellWord& flag, std::span<const ShellWord> values, const FlagSpec* of_program) {
    for (const ShellWord& word : values.subspan(std::min<std::size_t>(values.size(), 1))) say_unknown(word);
    if (of_program != nullptr)
      launch_.notices.push_back({Severity::hint, place_of({of_program->flag, {}, flag.line}),
                                 "stands before the program, so that it isn't given to it; it doesn't count",
                                 std::string(rule_name::taken_for_granted)});
    else if (!topic_of(flag.text).empty() && find_option(flag.text) == nullptr)
      launch_.beside.push_back({flag.text, values.empty() ? Value(true) : Value(values[0].text), flag.line});
  }

  /// One flag with the words behind it.
  void take(const ShellWord& flag, std::span<const ShellWord> values) {
    const FlagSpec* spec = launch_.framework->flag(flag.text);
    GivenFlag given{spec != nullptr ? spec->flag : flag.text, {}, flag.line};
    const auto fail = [&](std::string why) {
      launch_.problems.push_back({Severity::error, place_of(given), std::move(why), "launch-flag"});
    };
    const std::size_t own = count_of_values(spec, values);
    for (const ShellWord& word : values.subspan(spec != nullptr ? values.size() : own)) say_unknown(word);
    const auto open = std::find_if(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(own),
                                   [](const ShellWord& value) { return !value.unknown.empty(); });
    const bool unknown = open != values.begin() + static_cast<std::ptrdiff_t>(own);
    if (spec != nullptr && unknown && spec->key == of_attention) say_default(given, *open);
    const bool of_any = spec != nullptr && spec->key.starts_with(of_tokenizer);  // words behind it are its own
    if (spec != nullptr && unknown && !is_needed(*spec))
      return take_run_time(std::move(given), of_any ? values : values.first(own));
    if (spec != nullptr && unknown) return not_given_.add(place_of(given), *open, script_);
    Value::List list;
    for (const ShellWord& value : values) list.emplace_back(value.text);
    const bool toggle = spec != nullptr && spec->type == FlagType::toggle;
    if (toggle && own > 0 && launch_.framework->form == LaunchForm::flags && spec->values.empty())
      return fail("it takes no value, and " + shown(values[0].text) + " stands behind it; leave " +
                  (values[0].text.find_first_of("tT") == 0 ? "that" : "both") + " out");
    if (toggle)
      given.value = own > 0 ? list.front() : Value(true);
    else if (spec != nullptr && spec->type == FlagType::list)
      given.value = std::move(list);
    else if (spec == nullptr &&
             std::any_of(values.begin(), values.end(), [](const ShellWord& value) { return !value.unknown.empty(); }))
      return take_run_time(std::move(given), values);
    else if (!values.empty())
      given.value = spec == nullptr && list.size() > 1 ? Value(std::move(list)) : list.front();
    else if (spec != nullptr && spec->key.starts_with(of_tokenizer))
      given.value = std::string();  // as where a variable that is to name it is empty
    else if (spec != nullptr)
      return fail("its value is missing");
    else
      given.value = true;
    launch_.flags.push_back(std::move(given));
    for (const ShellWord& word : values.subspan(spec != nullptr ? own : values.size())) keep_unknown(word);
  }

  LaunchWords& launch_;
  const ShellScript& script_;
  NotGiven not_given_;
};

}  // namespace

LaunchWords launch_words(const LaunchCommand& command, const ShellScript& script) {
  LaunchWords launch;
  launch.notices = script.notices;
  if (command.framework == nullptr) return launch;
  launch.framework = command.framework;
  launch.command = with_overrides(command.words, *command.framework);
  launch.pasted = command.pasted;
  if (command.others) launch.notices.push_back(*command.others);
  CommandReader(launch, script).take_command(launch.command);
  return launch;
}

std::vector<std::string> asked_by(const ShellScript& script, const ShellWords& launch) {
  std::vector<std::string> asked;
  for (const std::string& name : script.asked) {
    const std::string sign = "$" + name;
    const std::optional<ShellChoice> behind = choice_behind(sign, script);
    const std::string given = behind ? behind->hangs_on.substr(1) : name;
    const auto hangs = [&](const ShellWord& word) {
      return word.unknown == sign || word.assumed == sign ||
             std::any_of(word.marks.begin(), word.marks.end(),
                         [&](const ShellMark& mark) { return mark.unknown == sign; });
    };
    if (std::any_of(launch.begin(), launch.end(), hangs) && std::find(asked.begin(), asked.end(), given) == asked.end())
      asked.push_back(given);
  }
  return asked;
}

std::vector<std::string> defaults_in(const ShellWords& words, const LaunchFramework* framework) {
  std::vector<std::string> names;
  const std::size_t program = program_at(words) > 0 ? program_at(words) : words.size();
  const std::vector<Starter> launchers = launchers_in(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const FlagSpec* spec = framework == nullptr ? nullptr : framework->flag(words[i].text);
    const LauncherName* option = spec == nullptr && i < program ? find_option(words[i].text, launchers[i]) : nullptr;
    std::optional<ShellWord> value;
    if (option != nullptr && says_machines(option->said) && !option->bare) value = value_of(words, i, *option);
    if (spec != nullptr && carries_plan(*spec) && i + 1 < words.size()) value = words[i + 1];
    if (!value || value->assumed.size() < 2 || is_flag_word(value->text)) continue;
    const std::string name = value->assumed.substr(1);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool says_split(const LaunchWords& words) {
  return words.framework != nullptr && std::any_of(words.flags.begin(), words.flags.end(), [&](const GivenFlag& each) {
           const std::string_view key = words.framework->key_of(each.flag);
           return key == "plan.tp" || key == "plan.pp";
         });
}

}  // namespace shardscope

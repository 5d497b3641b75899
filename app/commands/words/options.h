// What the options of several commands share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/words/commands.h"
#include "core/base/setting.h"
#include "render/text/themes.h"

namespace CLI {
class Option;
}

namespace shardscope {

inline constexpr const char* scenario_help = "A preset's name, a file, a code, or - for stdin";

/// What is wrong with a command line's words; `option`: its name, "--size" or "KIND", empty where it is none's alone.
[[nodiscard]] Problem wrong_words(std::string message, std::string option = {}, std::vector<std::string> valid = {});

/// Thrown while the words are read, and caught there.
struct WrongWords {
  Problem problem;
};

/// What is wrong where more than one of them is stdin; else nothing.
[[nodiscard]] std::optional<Problem> stdin_twice(const std::vector<std::string>& sources);

/// --set, at the program's own options and at those of each command that takes a scenario; of one that takes two, those
/// of each by itself too.
void add_settings(CLI::App& app, std::vector<Setting>& settings, const std::string& name = "--set",
                  const std::string& help = "Sets a field, as plan.tp=4; may be given many times");

/// --env, the further FILES of a launch script and, behind --, its ARGS: at each of the same places.
void add_inputs(CLI::App& app, LaunchInputs& inputs);

/// The same without further files, where a command takes other files than a scenario's.
void add_outside(CLI::App& app, LaunchInputs& inputs);

/// Of a word that is none of those that the option takes.
[[nodiscard]] Problem unknown_word(std::string_view word, std::string option, const std::vector<std::string>& names);

/// Refuses a word that is none of these.
CLI::Option* takes_names(CLI::Option* option, const std::vector<std::string>& names);

/// Numbers that an option takes, both ends among them.
struct TakenNumbers {
  double least = -1e15, most = 1e15;  // unless said, whatever is exact
  bool whole = true;
};

/// The number that the word is, whole where only such are taken; throws WrongWords.
[[nodiscard]] double number_of(const std::string& word, const std::string& option, TakenNumbers taken);

/// An option whose word `take` is given.
CLI::Option* add_word(CLI::App& app, const std::string& option, const std::function<void(const std::string&)>& take,
                      const std::string& help);

/// An option that takes such a number.
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& option, Number& value, TakenNumbers taken,
                        const std::string& help) {
  const auto take = [=, &value](const std::string& word) {
    value = static_cast<Number>(number_of(word, option, taken));
  };
  return add_word(app, option, take, help);
}
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& option, std::optional<Number>& value, TakenNumbers taken,
                        const std::string& help) {
  const auto take = [=, &value](const std::string& word) {
    value = static_cast<Number>(number_of(word, option, taken));
  };
  return add_word(app, option, take, help);
}

/// An option that takes one of these values by its name.
template <class Enumeration>
CLI::Option* add_named(CLI::App& app, const std::string& option, Enumeration& value,
                       const std::vector<Enumeration>& those, const std::string& help) {
  std::vector<std::string> names;
  for (const Enumeration each : those) names.emplace_back(name_of(each));
  const auto take = [&value, those](const std::string& word) {
    for (const Enumeration each : those)
      if (word == name_of(each)) value = each;
  };
  return takes_names(add_word(app, option, take, help), names);
}

/// --theme, by name; what it is of and the names are its help: "A picture's colours: dark, light, …".
void add_theme(CLI::App& app, ThemeName& theme, const std::string& what);

/// KIND; `shown`: of those that `show` prints.
void add_kind(CLI::App& app, ListedKind& kind, bool shown);

/// "models", "gpus", …; `shown`: of those that `show` prints.
[[nodiscard]] std::vector<std::string> names_of_kinds(bool shown);

/// "models", "schemas", as their folder is named.
[[nodiscard]] std::string plural_of(const ListedKind& kind);

/// Reads --size, "1760x1080". What is wrong, or nothing; also where there is no size given.
[[nodiscard]] std::optional<Problem> read_size(const std::string& word, int& width, int& height);

/// The same of a file that needn't be a picture, for which alone there is a size.
[[nodiscard]] std::optional<Problem> read_size_of(const std::string& file, const std::string& word, int& width,
                                                  int& height);

}  // namespace shardscope

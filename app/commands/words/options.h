// What the options of several commands share.
#pragma once

#include <string>
#include <vector>

#include "app/commands/words/commands.h"
#include "core/base/setting.h"
#include "render/text/themes.h"

namespace shardscope {

inline constexpr const char* scenario_help = "A preset's name, a file, a code, or - for stdin";

/// What is wrong where more than one of them is stdin; else nothing.
[[nodiscard]] std::string stdin_twice(const std::vector<std::string>& sources);

/// --set, at the program's own options and at those of each command that takes a scenario; of one that takes two, those
/// of each by itself too.
void add_settings(CLI::App& app, std::vector<Setting>& settings, const std::string& name = "--set",
                  const std::string& help = "Sets a field, as plan.tp=4; may be given many times");

/// --env, the further FILES of a launch script and, behind --, its ARGS: at each of the same places.
void add_inputs(CLI::App& app, LaunchInputs& inputs);

/// The same without further files, where a command takes other files than a scenario's.
void add_outside(CLI::App& app, LaunchInputs& inputs);

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
  return app.add_option_function<std::string>(option, take, help)->check(CLI::IsMember(names));
}

/// --theme, by name; what it is of and the names are its help: "A picture's colours: dark, light, …".
void add_theme(CLI::App& app, ThemeName& theme, const std::string& what);

/// KIND; `shown`: of those that `show` prints.
void add_kind(CLI::App& app, ListedKind& kind, bool shown);

/// "models", "schemas", as their folder is named.
[[nodiscard]] std::string plural_of(const ListedKind& kind);

/// Reads "1760x1080". What is wrong, in words, or nothing; also where there is no size given.
[[nodiscard]] std::string read_size(const std::string& word, int& width, int& height);

/// The same of a file that needn't be a picture, for which alone there is a size.
[[nodiscard]] std::string read_size_of(const std::string& file, const std::string& word, int& width, int& height);

}  // namespace shardscope

#include "app/commands/words/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "app/files/files.h"
#include "app/output/drawing.h"
#include "core/base/characters.h"
#include "render/picture/offscreen.h"

namespace shardscope {

namespace {

struct KindName {
  ListedKind kind;
  PresetKindNames names;
  bool shown;  // a framework's table is a file to copy, not one that is printed
};

const std::vector<KindName>& kind_names() {
  static const std::vector<KindName> all = [] {
    std::vector<KindName> names;
    for (std::size_t i = 0; i < count_of<PresetKind>; ++i) {
      const auto kind = static_cast<PresetKind>(i);
      names.push_back({kind, entry_of(kind), kind != PresetKind::frameworks});
    }
    names.push_back({FileSchemas{}, {"schemas", "schema"}, true});
    return names;
  }();
  return all;
}

/// "models, gpus or schemas".
std::string either_of(std::vector<std::string> names) {
  const std::string last = names.back();
  names.pop_back();
  return joined(names) + " or " + last;
}

}  // namespace

Problem wrong_words(std::string message, std::string option, std::vector<std::string> valid) {
  Problem problem{Severity::error, std::move(option), std::move(message), "command-line"};
  problem.valid = std::move(valid);
  return problem;
}

std::optional<Problem> stdin_twice(const std::vector<std::string>& sources) {
  if (std::count_if(sources.begin(), sources.end(), is_standard_input) <= 1) return std::nullopt;
  return wrong_words("- can be read once only");
}

Problem unknown_word(std::string_view word, std::string option, const std::vector<std::string>& names) {
  return wrong_words("\"" + shown(word) + "\" isn't known; it takes " + joined(names), std::move(option), names);
}

CLI::Option* takes_names(CLI::Option* option, const std::vector<std::string>& names) {
  const auto check = [option, names](const std::string& word) -> std::string {
    if (std::find(names.begin(), names.end(), word) != names.end()) return {};
    throw WrongWords{unknown_word(word, option->get_name(), names)};
  };
  return option->check(check, "{" + joined(names, ",") + "}");
}

double number_of(const std::string& word, const std::string& option, TakenNumbers taken) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool read = error == std::errc{} && end == word.data() + word.size() && std::isfinite(value);
  if (read && value >= taken.least && value <= taken.most && (!taken.whole || value == std::floor(value))) return value;
  std::string wanted = taken.whole ? "a whole number" : "a number";
  if (taken.most < TakenNumbers{}.most) {
    std::ostringstream range;
    range << std::setprecision(15) << " from " << taken.least << " to " << taken.most;
    wanted += range.str();
  }
  throw WrongWords{wrong_words(shown(word) + " isn't " + wanted, option, {wanted})};
}

CLI::Option* add_word(CLI::App& app, const std::string& option, const std::function<void(const std::string&)>& take,
                      const std::string& help) {
  return app.add_option_function<std::string>(option, take, help);
}

void add_settings(CLI::App& app, std::vector<Setting>& settings, const std::string& name, const std::string& help) {
  app.add_option(name, settings, help)
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->check([](const std::string& word) {
        return word.find('=') == std::string::npos || word[0] == '=' ? "'" + word + "' isn't KEY=VALUE" : "";
      });
}

void add_inputs(CLI::App& app, LaunchInputs& inputs) {
  const bool takes_several = app.get_option_no_throw("SCENARIO") != nullptr &&
                             app.get_option("SCENARIO")->get_expected_max() > 1;  // among them the further files
  if (!takes_several)
    app.add_option("FILES", inputs.files, "Further files that a launch script reads, as env.sh or ds_config.json")
        ->type_name("");
  add_outside(app, inputs);
}

void add_outside(CLI::App& app, LaunchInputs& inputs) {
  // Named for the help alone: the words behind -- are taken before the rest is read.
  app.add_option("ARGS", inputs.arguments, "Behind --: what a launch script takes as $1, $2 and so on")
      ->expected(0, 1)
      ->type_name("");
  const auto take = [&inputs](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const std::size_t equals = word.find('=');
      inputs.environment[word.substr(0, equals)] = word.substr(equals + 1);
    }
  };
  app.add_option_function<std::vector<std::string>>(
         "--env", take, "Gives a launch script a variable, as NNODES=4; may be given many times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check([](const std::string& word) {
        const std::string name = word.substr(0, word.find('='));
        const bool named = !name.empty() && is_name_start(name[0]) && std::all_of(name.begin(), name.end(), is_name);
        return named && name.size() < word.size() ? "" : "'" + word + "' isn't NAME=VALUE";
      });
}

void add_theme(CLI::App& app, ThemeName& theme, const std::string& what) {
  std::vector<std::string> names;
  std::string help = what;
  for (const Choice& choice : choices<ThemeName>()) {
    names.emplace_back(choice.json);
    help += (names.size() == 1 ? ": " : ", ") + names.back();
  }
  const auto take = [&theme](const std::string& name) { theme = value_named<ThemeName>(name).value_or(theme); };
  takes_names(app.add_option_function<std::string>("--theme", take, help), names)->type_name("NAME");
}

void add_kind(CLI::App& app, ListedKind& kind, bool shown) {
  const auto find = [shown](const std::string& word) {
    return std::find_if(kind_names().begin(), kind_names().end(), [&](const KindName& each) {
      return (word == each.names.name || word == each.names.one) && (each.shown || !shown);
    });
  };
  const std::vector<std::string> names = names_of_kinds(shown);
  const auto check = [find, names](const std::string& word) -> std::string {
    if (find(word) == kind_names().end()) throw WrongWords{unknown_word(word, "KIND", names)};
    return {};
  };
  const auto set = [find, &kind](const std::string& word) { kind = find(word)->kind; };
  app.add_option_function<std::string>("KIND", set, either_of(names))->type_name("")->required()->check(check);
}

std::vector<std::string> names_of_kinds(bool shown) {
  std::vector<std::string> names;
  for (const KindName& each : kind_names())
    if (each.shown || !shown) names.emplace_back(each.names.name);
  return names;
}

std::string plural_of(const ListedKind& kind) {
  const auto is_it = [&](const KindName& each) { return each.kind == kind; };
  return std::string(std::find_if(kind_names().begin(), kind_names().end(), is_it)->names.name);
}

std::optional<Problem> read_size(const std::string& word, int& width, int& height) {
  if (word.empty()) return std::nullopt;
  const std::optional<PictureSize> size = read_picture_size(word);
  if (!size) {
    const std::string valid = "WIDTHxHEIGHT, as 1760x1080, each from " + std::to_string(picture_side_min) + " to " +
                              std::to_string(picture_side_max);
    return wrong_words("\"" + shown(word) + "\" is no size; " + valid, "--size", {valid});
  }
  width = size->width, height = size->height;
  return std::nullopt;
}

std::optional<Problem> read_size_of(const std::string& file, const std::string& word, int& width, int& height) {
  if (!word.empty() && !is_picture(file)) return wrong_words("is for pictures, .svg and .png", "--size");
  return read_size(word, width, height);
}

}  // namespace shardscope

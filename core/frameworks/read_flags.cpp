#include "core/frameworks/read_flags.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/characters.h"
#include "core/base/edits.h"
#include "core/base/limits.h"
#include "core/base/rule_names.h"
#include "core/base/saturating.h"
#include "core/frameworks/flag_slips.h"
#include "core/frameworks/scenario_names.h"
#include "core/frameworks/splits.h"

namespace shardscope {

namespace {

/// As Python reads it: 220_000_000 is a number.
std::optional<Value> number_in(std::string text) {
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == '_' && is_digit(text[i - 1]) && is_digit(text[i + 1])) text.erase(i, 1);
  const char* end = text.data() + text.size();
  std::int64_t whole = 0;
  if (const auto read = std::from_chars(text.data(), end, whole); read.ec == std::errc() && read.ptr == end)
    return Value(whole);
  double real = 0;
  if (const auto read = std::from_chars(text.data(), end, real); read.ec == std::errc() && read.ptr == end)
    return Value(real);
  return std::nullopt;
}

/// The value as a number, where it is one or spells one.
Value as_number(const Value& value) {
  if (value.text() == nullptr) return value;
  return number_in(*value.text()).value_or(Value());
}

std::optional<Value> as_toggle(const Value& value) {
  if (value.toggle() != nullptr || value.none()) return value;
  if (value.text() == nullptr) return std::nullopt;
  const std::string word = lower(*value.text());
  if (word == "true" || word == "false") return Value(word == "true");
  return std::nullopt;
}

Value as_list(const Value& value) {
  if (value.none()) return value;
  Value::List list;
  const Value::List one = {value};
  for (const Value& each : value.list() != nullptr ? *value.list() : one) {
    const Value number = as_number(each);
    list.push_back(number.none() ? each : number);
  }
  return list;
}

std::string names_of_values(const std::vector<Value>& values) {
  std::string names;
  for (const Value& value : values) names += (names.empty() ? "" : ", ") + words_of(value);
  return names;
}

/// The value in the flag's type, or why it has none.
std::variant<Value, std::string> typed(const FlagSpec& spec, const Value& given) {
  const std::string said = "\"" + shown(words_of(given)) + "\"";
  switch (spec.type) {
    case FlagType::whole: {
      const std::optional<std::int64_t> whole = as_number(given).whole();
      // A command line's int() takes no fraction and no power, though they come to a whole number.
      const bool point = given.text() != nullptr && given.text()->find_first_of(".eE") != std::string::npos;
      if (whole && point && spec.flag.starts_with("--"))
        return said + " isn't a whole number to argparse; write " + std::to_string(*whole);
      if (given.none() || (whole && given.toggle() == nullptr)) return whole ? Value(*whole) : Value();
      return said + " isn't a whole number";
    }
    case FlagType::real: {
      const Value number = as_number(given);
      if (given.none() || (number.number() && given.toggle() == nullptr)) return number;
      return said + " isn't a number";
    }
    case FlagType::toggle:
      if (const std::optional<Value> toggle = as_toggle(given)) return *toggle;
      return said + " is neither true nor false";
    case FlagType::list: {
      Value list = as_list(given);
      if (list.list() == nullptr || spec.values.empty()) return list;
      for (const Value& entry : *list.list())
        if (std::find(spec.values.begin(), spec.values.end(), entry) == spec.values.end())
          return "\"" + shown(words_of(entry)) + "\" isn't one of " + names_of_values(spec.values);
      return list;
    }
    case FlagType::text:
      break;
  }
  if (given.none() && std::find(spec.values.begin(), spec.values.end(), Value("none")) != spec.values.end())
    return Value("none");
  if (given.none()) return given;
  const Value text = given.text() != nullptr || given.list() != nullptr ? given : Value(words_of(given));
  if (spec.values.empty() || std::find(spec.values.begin(), spec.values.end(), text) != spec.values.end()) return text;
  return said + " isn't one of " + names_of_values(spec.values);
}

class FlagReader {
 public:
  FlagReader(const LaunchFramework& framework, const Catalogue& presets) : framework_(framework), presets_(presets) {}

  FlagReading reading;

  void take(const GivenFlag& given) {
    const FlagSpec* spec = framework_.flag(given.flag);
    if (spec == nullptr) return unknown(given);
    const bool automatic = is_automatic(framework_, *spec, given.value);
    if (automatic) reading.automatic.push_back(given.flag);
    std::variant<Value, std::string> value = automatic ? given.value : typed(*spec, given.value);
    if (auto* why = std::get_if<std::string>(&value)) return fail(given, *why);
    GivenFlag known{given.flag, std::move(std::get<0>(value)), given.line};
    if (known.value.list() != nullptr) known.json = given.json;
    const auto before = std::find_if(reading.typed.begin(), reading.typed.end(),
                                     [&](const GivenFlag& each) { return each.flag == given.flag; });
    if (before == reading.typed.end()) return reading.typed.push_back(std::move(known));
    if (!(before->value == known.value))
      fail(given, "it is " + words_of(known.value) + " here and " + words_of(before->value) +
                      (before->line > 0 ? " in line " + std::to_string(before->line) : " before") + "; keep one");
  }

  /// Table order, so that a flag may build on the ones before it.
  void assign() {
    Value::List given;
    for (const GivenFlag& each : reading.typed)
      if (!each.value.none() && !(each.value.toggle() != nullptr && !*each.value.toggle()))
        given.emplace_back(each.flag);
    reading.names["given"] = std::move(given);
    for (const FlagSpec& spec : framework_.flags) {
      const auto found = std::find_if(reading.typed.begin(), reading.typed.end(),
                                      [&](const GivenFlag& each) { return each.flag == spec.flag; });
      if (found == reading.typed.end() || found->value.none()) continue;
      if (is_automatic(framework_, spec, found->value)) continue;
      const bool off = found->value.toggle() != nullptr && !*found->value.toggle();
      if (off && is_switch_alone(spec)) continue;
      reading.names["value"] = found->value;
      for (const auto& [name, expression] : spec.read) set(name, expression, &*found);
    }
    reading.names.erase("value");
    for (const FlagSpec& spec : framework_.flags)
      if (!spec.fallback.none() && value_at(reading.names, spec.key).none()) reading.names[spec.key] = spec.fallback;
  }

  /// A model that the framework names is known whole.
  void add_model(const Model* model) {
    for (const auto& [name, preset] : framework_.models)
      if (name ==
          words_of(value_at(reading.names, "model.name")) + " " + words_of(value_at(reading.names, "model.flavor")))
        reading.names["model.preset"] = preset;
    if (const std::string* preset = value_at(reading.names, "model.preset").text();
        model == nullptr && preset != nullptr)
      model = presets_.model(*preset);
    if (model == nullptr) return;
    Names known;
    add_model_names(known, with_model_defaults(*model));
    known.erase("model.preset");
    for (auto& [name, value] : known) reading.names.try_emplace(name, std::move(value));
  }

  void set_where_none(const std::vector<Assignment>& assignments) {
    for (const auto& [name, expression] : assignments)
      if (value_at(reading.names, name).none()) set(name, expression, nullptr);
  }

  /// Of what stands as "auto" and nothing else says, what Hugging Face's TrainingArguments have by themselves. Whether
  /// there is any.
  bool fill_automatic() {
    constexpr std::pair<const char*, std::int64_t> defaults[] = {
        {"plan.micro_batch", 8},  // per_device_train_batch_size
        {"microbatches", 1}};     // gradient_accumulation_steps
    for (const std::string& flag : reading.automatic)
      for (const auto& [key, count] : defaults)
        if (framework_.flag(flag)->key == key && value_at(reading.names, key).none()) {
          reading.names[key] = count;
          reading.filled.push_back(flag);
        }
    return !reading.filled.empty();
  }

  /// Rules on the text itself.
  void check_text() {
    for (const FrameworkRule& rule : framework_.rules) {
      if (!rule.at_import || !rule.holds || is_true(computed_or_none(*rule.holds, reading.names, split_functions())))
        continue;
      const std::vector<const GivenFlag*> guilty = flags_without_which(*rule.holds);
      std::string others;
      for (std::size_t i = 0; i + 1 < guilty.size(); ++i)
        others += (i == 0 ? "; beside it: " : ", ") + place_of(*guilty[i]);
      reading.problems.push_back({Severity::error, guilty.empty() ? std::string() : place_of(*guilty.back()),
                                  rule.message + " (" + rule.source + ")" + others, rule.id});
    }
  }

 private:
  /// Switches of a command line, whose absence says what False would.
  static bool is_switch_alone(const FlagSpec& spec) {
    return spec.type == FlagType::toggle && spec.flag.starts_with("--") && spec.fallback.none();
  }

  /// Given flags, each of which alone makes the difference, in the text's order.
  std::vector<const GivenFlag*> flags_without_which(const Expression& holds) const {
    std::vector<const GivenFlag*> flags;
    for (const GivenFlag& each : reading.typed) {
      Names less = reading.names;
      Value::List given = *value_at(reading.names, "given").list();
      std::erase(given, Value(each.flag));
      less["given"] = std::move(given);
      if (is_true(computed_or_none(holds, less, split_functions()))) flags.push_back(&each);
    }
    return flags;
  }

  void fail(const GivenFlag& given, const std::string& why) {
    reading.problems.push_back({Severity::error, place_of(given), why, "launch-flag"});
  }

  void set(const std::string& name, const Expression& expression, const GivenFlag* given) {
    Outcome<Value> value = compute(expression, reading.names, split_functions());
    if (succeeded(value)) {
      reading.names[name] = std::move(std::get<0>(value));
    } else if (given != nullptr) {
      fail(*given, words_of(given->value) + " can't be understood: " + problems_of(value).front().message);
    }
  }

  /// The one key of a plan that is called so in another table, where an older layout had it.
  const FlagSpec* in_other_table(const std::string& flag) const {
    constexpr std::size_t telling = 12;  // shorter names stand in many tables
    const std::string last = flag.substr(flag.rfind('.') + 1);
    if (framework_.form != LaunchForm::toml || last.size() < telling) return nullptr;
    const FlagSpec* found = nullptr;
    for (const FlagSpec& spec : framework_.flags) {
      if (!spec.flag.ends_with("." + last)) continue;
      if (found != nullptr) return nullptr;
      found = &spec;
    }
    return found != nullptr && found->key.starts_with("plan.") ? found : nullptr;
  }

  /// An unknown word that is like a known flag is a slip; others may be a release's or a fork's own.
  void unknown(const GivenFlag& given) {
    if (given.json == "{}") return;  // an empty table, which says nothing
    if (const FlagSpec* elsewhere = in_other_table(given.flag))
      return fail(given, "there is no such key of " + framework_.title + "; " + elsewhere->flag + " says it");
    if (framework_.ignores(given.flag) || (given.run_time && !given.flag.starts_with("--"))) return;
    if (const std::string meant = meant_flags(framework_, given.flag); !meant.empty())
      return fail(given, "there is no such flag of " + framework_.title + "; did you mean " + meant + "?");
    std::vector<std::string> names = framework_.ignored;
    for (const FlagSpec& spec : framework_.flags) names.push_back(spec.flag);
    constexpr std::size_t shortest = 6;  // a name of few letters is near to many
    const std::string near = given.flag.size() < shortest ? std::string() : nearest_name(given.flag, names);
    reading.notices.push_back({Severity::hint, place_of(given),
                               "this flag isn't known, so it changes nothing here" +
                                   (near.empty() ? std::string() : "; the nearest that is: " + near),
                               std::string(rule_name::unknown_flag)});
  }

  const LaunchFramework& framework_;
  const Catalogue& presets_;
};

}  // namespace

bool says_model(const LaunchFramework& framework) {
  return std::any_of(framework.flags.begin(), framework.flags.end(),
                     [](const FlagSpec& spec) { return spec.key == "model.hidden_size" && spec.write; });
}

bool is_automatic(const LaunchFramework& framework, const FlagSpec& spec, const Value& value) {
  return framework.form == LaunchForm::json && value == Value("auto") &&
         std::find(spec.values.begin(), spec.values.end(), value) == spec.values.end();
}

std::string place_of(const GivenFlag& given) {
  return (given.line > 0 ? "line " + std::to_string(given.line) + ", " : std::string()) + shown(given.flag);
}

namespace {

/// The GPUs in whole nodes, where a launch says the GPUs of a node but not how many nodes: it starts one at least.
std::optional<std::int64_t> in_whole_nodes(const Value& gpus, const LaunchWorld& world) {
  const std::optional<std::int64_t> least = gpus.whole();
  if (world.gpus || !world.gpus_per_node || *world.gpus_per_node < 1 || !least || *least > limits::gpus_max)
    return std::nullopt;
  const std::int64_t whole = divided_up(*least, *world.gpus_per_node) * *world.gpus_per_node;
  return whole != *least ? std::optional(whole) : std::nullopt;
}

}  // namespace

FlagReading read_flags(const LaunchFramework& framework, std::span<const GivenFlag> given, const LaunchWorld& world,
                       const Catalogue& presets) {
  FlagReader reader(framework, presets);
  for (const GivenFlag& each : given) reader.take(each);
  Names& names = reader.reading.names;
  names = world.environment;
  if (world.gpus) names["world_size"] = *world.gpus;
  if (world.gpus_per_node) names["gpus_per_node"] = *world.gpus_per_node;
  reader.assign();
  reader.add_model(world.model);
  derive_names(names);
  if (!world.gpus && framework.world) {
    // The defaults that the world's own expression needs come first; it is among them where it needs several.
    names["world_size"] = computed_or_none(*framework.world, names, split_functions());
  }
  reader.set_where_none(framework.defaults);
  if (reader.fill_automatic()) reader.set_where_none(framework.defaults);
  if (const std::optional<std::int64_t> gpus = in_whole_nodes(value_at(names, "world_size"), world)) {
    LaunchWorld whole = world;
    whole.gpus = gpus;
    return read_flags(framework, given, whole, presets);
  }
  reader.check_text();
  return std::move(reader.reading);
}

}  // namespace shardscope

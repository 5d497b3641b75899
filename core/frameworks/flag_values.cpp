#include "core/frameworks/flag_values.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/base/characters.h"
#include "core/base/edits.h"
#include "core/base/trimmed.h"

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
  if (const auto whole = as_number(value).whole(); whole && (*whole == 0 || *whole == 1)) return Value(*whole == 1);
  if (value.text() == nullptr) return std::nullopt;
  const std::string word = lower(*value.text());
  if (word == "true" || word == "false") return Value(word == "true");
  return std::nullopt;
}

/// "layers.2,layers.4", as a configuration may have a list in one text.
Value::List parts_between(const Value& value, std::string_view separators) {
  if (value.text() == nullptr) return {value};
  Value::List parts;
  const std::string_view text = *value.text();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    if (const std::string_view part = trimmed(text.substr(begin, end - begin)); !part.empty() || text.empty())
      parts.emplace_back(std::string(part));
    begin = end + 1;
  }
  return parts;
}

/// "[moe_act mlp]" without its brackets, as Megatron-LM's own test cases have lists; "(128, 0)" likewise.
Value without_brackets(const Value& value) {
  const std::string* text = value.text();
  if (text == nullptr) return value;
  const std::string_view inner = trimmed(*text);
  const bool brackets = inner.size() > 2 && ((inner.front() == '[' && inner.back() == ']') ||
                                             (inner.front() == '(' && inner.back() == ')'));
  return brackets ? Value(std::string(trimmed(inner.substr(1, inner.size() - 2)))) : value;
}

/// "core_attn mlp" of a list that stands in quotes, and so is one word to argparse: names with blanks between them.
bool is_quoted_list(const Value& value) {
  const std::string* text = value.text();
  return text != nullptr && trimmed(*text).find(' ') != std::string_view::npos &&
         std::all_of(text->begin(), text->end(), [](char c) { return is_name(c) || c == '.' || c == ' ' || c == ','; });
}

/// "127,0" of a list of numbers that is one word.
bool is_numbers(const Value& value) {
  const std::string* text = value.text();
  return text != nullptr && text->find(',') != std::string::npos && std::all_of(text->begin(), text->end(), [](char c) {
           return is_digit(c) || c == '-' || c == ',' || c == ' ';
         });
}

/// The entries that one word of a list is. `commas`: they part words too, as torchtitan's own parser has it.
Value::List entries_of(const Value& word, bool commas) {
  const Value bare = without_brackets(word);
  if (is_numbers(bare)) return parts_between(bare, " ,");
  if (commas) return parts_between(word, ",");
  return is_quoted_list(word) ? parts_between(word, " ,") : Value::List{word};
}

Value as_list(const FlagSpec& spec, const Value& given) {
  if (given.none()) return given;
  const Value value = without_brackets(given);
  Value::List list;
  const Value::List one = parts_between(value, ",");
  for (const Value& each : value.list() != nullptr ? *value.list() : one)
    for (const Value& part : entries_of(each, !spec.flag.starts_with("--"))) {
      const Value number = as_number(part);
      list.push_back(number.none() ? part : number);
    }
  return list;
}

/// What is said of a quoted list of names.
std::string said_of_quotes(const Value& given) {
  const Value::List one = {given};
  const Value::List& list = given.list() != nullptr ? *given.list() : one;
  const auto quoted = std::find_if(list.begin(), list.end(), is_quoted_list);
  return quoted == list.end() ? std::string()
                              : "\"" + shown(words_of(*quoted)) + "\" is one word in its quotes; it is read as a list";
}

const Value* find_value(const std::vector<Value>& values, const Value& wanted) {
  const auto found = std::find(values.begin(), values.end(), wanted);
  return found == values.end() ? nullptr : &*found;
}

/// "Torch_Float32" as "torch-float32": what releases spell differently.
std::string plain_word(const Value& value) {
  std::string word = lower(words_of(value));
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

/// A text's value among those that the flag takes: as it stands, in other capitals, by another release's word; else the
/// nearest or what the framework takes by itself, which is said.
TypedValue chosen(const FlagSpec& spec, const Value& text) {
  if (find_value(spec.values, text) != nullptr) return {text, "", ""};
  const std::string word = plain_word(text);
  for (const Value& value : spec.values)
    if (plain_word(value) == word) return {value, "", ""};
  for (const auto& [other, known] : spec.stands_for)
    if (plain_word(other) == word) return {known, "", "\"" + shown(words_of(text)) + "\" counts as " + words_of(known)};
  if (spec.values.empty()) return {text, "", ""};
  std::vector<std::string> names, longer;
  for (const Value& value : spec.values) {
    names.push_back(words_of(value));
    if (plain_word(value).starts_with(word)) longer.push_back(names.back());
  }
  const std::string near = longer.size() == 1 ? longer.front() : nearest_name(words_of(text), names);
  const std::string none = "\"" + shown(words_of(text)) + "\" isn't one of " + joined(names) + "; ";
  if (near.empty())
    return {
        spec.fallback, "",
        none + (spec.fallback.none() ? "it is passed over" : "the default " + words_of(spec.fallback) + " is taken")};
  return {Value(near), "", none + near + ", the nearest, is taken"};
}

TypedValue typed_list(const FlagSpec& spec, const Value& given) {
  Value list = as_list(spec, given);
  std::string notice = said_of_quotes(given);
  if (list.list() == nullptr || spec.values.empty()) return {std::move(list), "", std::move(notice)};
  Value::List known;
  for (const Value& entry : *list.list()) {
    TypedValue one = chosen(spec, entry);
    if (!one.value.none() && std::find(known.begin(), known.end(), one.value) == known.end())
      known.push_back(std::move(one.value));
    if (notice.empty()) notice = std::move(one.notice);
  }
  if (known.empty() && !notice.empty()) return {Value(), "", std::move(notice)};
  return {std::move(known), "", std::move(notice)};
}

}  // namespace

TypedValue typed_value(const FlagSpec& spec, const Value& given) {
  const std::string said = "\"" + shown(words_of(given)) + "\"";
  switch (spec.type) {
    case FlagType::whole: {
      const std::optional<std::int64_t> whole = as_number(given).whole();
      // A command line's int() takes no fraction and no power, though they come to a whole number.
      const bool point = given.text() != nullptr && given.text()->find_first_of(".eE") != std::string::npos;
      if (whole && point && spec.flag.starts_with("--"))
        return {{}, said + " isn't a whole number to argparse; write " + std::to_string(*whole), ""};
      if (given.none() || (whole && given.toggle() == nullptr)) return {whole ? Value(*whole) : Value(), "", ""};
      return {{}, said + " isn't a whole number", ""};
    }
    case FlagType::real: {
      const Value number = as_number(given);
      if (given.none() || (number.number() && given.toggle() == nullptr)) return {number, "", ""};
      return {{}, said + " isn't a number", ""};
    }
    case FlagType::toggle:
      if (const auto truth = given.text() != nullptr && !spec.values.empty() ? truth_of(*given.text()) : std::nullopt)
        return {Value(*truth), "", ""};
      if (const std::optional<Value> toggle = as_toggle(given)) return {*toggle, "", ""};
      return {{}, said + " is neither true nor false", ""};
    case FlagType::list:
      return typed_list(spec, given);
    case FlagType::text:
      break;
  }
  if (given.none()) return {find_value(spec.values, Value("none")) != nullptr ? Value("none") : given, "", ""};
  return chosen(spec, given.text() != nullptr || given.list() != nullptr ? given : Value(words_of(given)));
}

std::optional<bool> truth_of(std::string_view text) {
  constexpr std::string_view yes[] = {"yes", "true", "t", "y", "1"}, no[] = {"no", "false", "f", "n", "0"};
  const std::string word = lower(text);
  if (std::find(std::begin(yes), std::end(yes), word) != std::end(yes)) return true;
  if (std::find(std::begin(no), std::end(no), word) != std::end(no)) return false;
  return std::nullopt;
}

bool depends_on_value(const FlagSpec& spec) {
  return std::any_of(spec.read.begin(), spec.read.end(), [](const Assignment& each) {
    const std::vector<std::string> names = names_in(each.second);
    return std::find(names.begin(), names.end(), "value") != names.end();
  });
}

bool is_switch_alone(const FlagSpec& spec) {
  const std::string& name = spec.same_as.empty() ? spec.flag : spec.same_as;
  return spec.type == FlagType::toggle && name.starts_with("--") && spec.fallback.none();
}

bool is_literal(const Expression& expression) {
  const ExpressionNode& whole = expression.nodes.back();
  return whole.operation == ExpressionKind::call && whole.name == "literal";
}

std::string why_no_value(const LaunchFramework& framework, const Names& names, const Expression& expression) {
  bool unsaid = false;
  for (const std::string& name : names_in(expression)) {
    if (!value_at(names, name).none()) continue;
    unsaid = true;
    const auto asked = std::find_if(framework.flags.begin(), framework.flags.end(),
                                    [&](const FlagSpec& spec) { return says(spec, name); });
    if (asked != framework.flags.end()) return "it hangs on " + framework.own_name(*asked) + ", which isn't given";
  }
  return unsaid ? "it hangs on what isn't given" : "it is no value that the flag takes";
}

bool says(const FlagSpec& spec, std::string_view name) {
  return spec.key == name ||
         std::any_of(spec.read.begin(), spec.read.end(), [&](const Assignment& each) { return each.first == name; });
}

}  // namespace shardscope

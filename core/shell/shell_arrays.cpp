#include "core/shell/shell_arrays.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/shell/filters/glob.h"
#include "core/shell/shell_words.h"

namespace shardscope {

namespace {

std::string element_name(const std::string& name, const std::string& key) {
  return name + "[" + key + "]";
}

/// The first of the array's elements that are variables of their own; those behind it follow.
auto elements_from(const ShellVariables& variables, const std::string& name) {
  return variables.lower_bound(name + "[");
}

bool is_element(const std::string& variable, const std::string& name) {
  return variable.starts_with(name + "[");
}

/// "key" of "[key]=value", where what has no value stands behind it.
std::optional<std::string> key_of(const ShellWord& word) {
  const std::size_t end = word.text.find("]=");
  if (!word.text.starts_with('[') || end == std::string::npos) return std::nullopt;
  const bool open = std::any_of(word.marks.begin(), word.marks.end(),
                                [&](const ShellMark& mark) { return !mark.unknown.empty() && mark.at < end + 2; });
  if (open) return std::nullopt;
  return word.text.substr(1, end - 1);
}

std::optional<std::size_t> place_in_array(const std::string& key) {
  const std::optional<std::int64_t> number = parse_whole(key);
  if (!number || *number < 0 || *number >= limits::shell_elements_max) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

/// Without what the pattern fits at its start or end; of several fits the shortest or the longest.
std::string without(const std::string& text, std::string_view edit, const std::string& pattern) {
  const bool longest = edit.size() > 1, end = edit[0] == '%';
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const std::size_t length = longest ? text.size() - i : i;
    const std::string_view part = std::string_view(text).substr(end ? text.size() - length : 0, length);
    if (matches_pattern(part, pattern).value_or(false))
      return end ? text.substr(0, text.size() - length) : text.substr(length);
  }
  return text;
}

std::string replaced(const std::string& text, bool all, std::string pattern, const std::string& by) {
  std::string result;
  if (!all && (pattern.starts_with('#') || pattern.starts_with('%'))) {  // at its start or its end alone
    const std::string edit(2, pattern[0]);
    const std::string rest = without(text, edit, pattern.erase(0, 1));
    if (rest.size() == text.size() && !pattern.empty()) return text;
    return edit[0] == '#' ? by + rest : rest + by;
  }
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = text.size() - at;
    while (length > 0 && !matches_pattern(std::string_view(text).substr(at, length), pattern).value_or(false)) --length;
    if (length == 0) {
      result += text[at++];
      continue;
    }
    result += by;
    at += length;
    if (!all) return result + text.substr(at);
  }
  return result;
}

std::optional<std::string> cut(const std::string& text, const std::vector<std::string>& operands) {
  const auto size = static_cast<std::int64_t>(text.size());
  const std::optional<std::int64_t> offset = parse_whole(operands[0]);
  const std::optional<std::int64_t> length = operands.size() > 1 ? parse_whole(operands[1]) : size;
  if (!offset || !length) return std::nullopt;
  const std::int64_t begin = *offset < 0 ? size + *offset : std::min(*offset, size);
  const std::int64_t end = *length < 0 ? size + *length : std::min(size - begin, *length) + begin;
  if (begin < 0 || end < begin) return std::string();
  return text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

std::string in_case(std::string text, std::string_view edit) {
  const std::size_t end = edit.size() > 1 ? text.size() : std::min<std::size_t>(text.size(), 1);
  for (std::size_t i = 0; i < end; ++i) {
    const char from = edit[0] == ',' ? 'A' : 'a', to = edit[0] == ',' ? 'a' : 'A';
    if (text[i] >= from && text[i] <= from + 25) text[i] = static_cast<char>(text[i] - from + to);
  }
  return text;
}

}  // namespace

std::optional<ShellWords> element_of_array(const ShellVariables& variables, const std::string& name,
                                           const std::string& key) {
  if (const auto found = variables.find(element_name(name, key)); found != variables.end()) return found->second;
  const auto first = elements_from(variables, name);
  const bool by_words = first != variables.end() && is_element(first->first, name);
  return by_words && !place_in_array(key) ? std::optional(ShellWords{}) : std::nullopt;
}

ShellWords keys_of_array(const ShellVariables& variables, const std::string& name) {
  ShellWords keys;
  for (auto each = elements_from(variables, name); each != variables.end() && is_element(each->first, name); ++each)
    keys.push_back({each->first.substr(name.size() + 1, each->first.size() - name.size() - 2), 0, {}});
  const auto numbered = variables.find(name);
  if (!keys.empty() || numbered == variables.end()) return keys;
  for (std::size_t i = 0; i < numbered->second.size(); ++i) keys.push_back({std::to_string(i), 0, {}});
  return keys;
}

void set_element(ShellVariables& variables, const std::string& name, const std::string& key, ShellWord value,
                 bool appends) {
  const std::optional<std::size_t> number = place_in_array(key);
  ShellWords& words = variables[number ? name : element_name(name, key)];
  const std::size_t at = number.value_or(0);
  if (words.size() <= at) words.resize(at + 1);
  if (!appends) words[at] = {};
  put_word(words[at], std::move(value));
}

void set_array(ShellVariables& variables, const std::string& name, ShellWords words) {
  const bool keyed = std::any_of(words.begin(), words.end(), [](const ShellWord& each) { return key_of(each); });
  std::erase_if(variables, [&](const auto& each) { return is_element(each.first, name); });
  if (!keyed) return void(variables[name] = std::move(words));
  variables[name].clear();
  std::size_t next = 0;
  for (ShellWord& word : words) {
    const std::optional<std::string> key = key_of(word);
    if (key) word = word_behind(std::move(word), key->size() + 3);
    const std::string place = key ? *key : std::to_string(next);
    if (const auto number = place_in_array(place)) next = *number + 1;
    set_element(variables, name, place, std::move(word), false);
  }
}

std::optional<std::string> edited_text(const std::string& text, const std::string& edit,
                                       const std::vector<std::string>& operands) {
  if (text.size() > limits::shell_edit_bytes_max || edit.empty()) return std::nullopt;
  if (edit[0] == ',' || edit[0] == '^') return in_case(text, edit);
  if (operands.empty()) return std::nullopt;
  if (edit == ":") return cut(text, operands);
  if (edit[0] == '/') return replaced(text, edit.size() > 1, operands[0], operands.size() > 1 ? operands[1] : "");
  return without(text, edit, operands[0]);
}

}  // namespace shardscope

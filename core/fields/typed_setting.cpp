#include "core/fields/typed_setting.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/fields/typed_number.h"

namespace shardscope {

namespace {

/// What else people call a field.
struct FieldNickname {
  std::string_view name, path;
};
constexpr std::array field_nicknames = {FieldNickname{"hbm", "cluster.gpu.memory_bandwidth"},
                                        FieldNickname{"hbm", "cluster.gpu.memory_bytes"},
                                        FieldNickname{"vram", "cluster.gpu.memory_bytes"},
                                        FieldNickname{"nvlink", "cluster.gpu.scale_up_bandwidth"},
                                        FieldNickname{"infiniband", "cluster.scale_out_bandwidth"},
                                        FieldNickname{"ib", "cluster.scale_out_bandwidth"},
                                        FieldNickname{"mbs", "plan.micro_batch"},
                                        FieldNickname{"gbs", "plan.global_batch"},
                                        FieldNickname{"vpp", "plan.virtual_stages"},
                                        FieldNickname{"ac", "plan.recompute"},
                                        FieldNickname{"checkpointing", "plan.recompute"}};

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (is_letter_or_digit(c) || static_cast<unsigned char>(c) > 127) {
      word += c;
      continue;
    }
    if (!word.empty()) words.push_back(lower(word));
    word.clear();
  }
  return words;
}

/// What a word may be of a field, and how much it tells: its own short names more than a word of its label.
struct CalledSo {
  std::string word;
  int worth = 0;
};
constexpr int short_name = 6, label_word = 4, less_for_beginning = 1, less_for_unsaid = 1;

std::vector<CalledSo> called_names(const Field& field) {
  std::vector<CalledSo> names;
  const std::string_view key = field.path.substr(field.path.rfind('.') + 1);
  names.push_back({lower(std::string(key)), short_name});
  if (!field.brief.empty()) names.push_back({lower(std::string(field.brief)), short_name});
  for (const FieldNickname& each : field_nicknames)
    if (each.path == field.path) names.push_back({std::string(each.name), short_name});
  for (const std::string& word : words_in(field.label)) names.push_back({word, label_word});
  for (const std::string& word : words_in(key)) names.push_back({word, label_word - 1});
  return names;
}

/// How well the words name the field; nothing where one of them doesn't.
std::optional<int> fit_of(const std::vector<std::string>& words, const Field& field) {
  const std::vector<CalledSo> names = called_names(field);
  int fit = 0;
  for (const std::string& word : words) {
    int best = 0;
    for (const CalledSo& name : names) {
      if (name.word == word) best = std::max(best, name.worth);
      if (word.size() > 1 && name.word.starts_with(word)) best = std::max(best, name.worth - less_for_beginning);
    }
    if (best == 0) return std::nullopt;
    fit += best;
  }
  const auto unsaid = static_cast<int>(words_in(field.label).size()) - static_cast<int>(words.size());
  return fit - less_for_unsaid * std::max(0, unsaid);
}

std::optional<std::string> toggle_value(std::string_view typed) {
  const std::string word = lower(std::string(typed));
  for (const std::string_view yes : {"on", "true", "yes", "1"})
    if (word == yes) return "true";
  for (const std::string_view no : {"off", "false", "no", "0"})
    if (word == no) return "false";
  return std::nullopt;
}

std::optional<std::string> choice_value(const Field& field, std::string_view typed) {
  const std::string word = lower(std::string(typed));
  for (const bool whole : {true, false})
    for (const Choice& choice : field.choices)
      for (const std::string_view name : {choice.json, choice.label}) {
        const std::string called = lower(std::string(name));
        if (whole ? called == word : word.size() > 1 && called.starts_with(word)) return std::string(choice.json);
      }
  return std::nullopt;
}

void add_fits(std::span<const Field> all, const std::vector<std::string>& words, std::string_view typed,
              std::vector<std::pair<int, TypedSetting>>& found) {
  for (const Field& field : all) {
    add_fits(field.parts, words, typed, found);
    if (field.path.empty() || !field.no_control.empty()) continue;
    const std::optional<int> fit = fit_of(words, field);
    if (!fit) continue;
    if (std::optional<std::string> value = setting_value(field, typed))
      found.emplace_back(*fit, TypedSetting{&field, std::move(*value), std::string(typed)});
  }
}

}  // namespace

std::optional<std::string> setting_value(const Field& field, std::string_view typed) {
  if (typed.empty()) return std::nullopt;
  if (field.kind == FieldKind::toggle) return toggle_value(typed);
  if (field.kind == FieldKind::choice) return choice_value(field, typed);
  if (field.kind != FieldKind::count && field.kind != FieldKind::real) return std::nullopt;
  const std::optional<double> number = is_digit(typed.front()) || typed.front() == '.' || typed.front() == '$'
                                           ? typed_number(field, typed)
                                           : std::nullopt;
  if (!number) return std::nullopt;
  return number_text(*number);
}

std::vector<TypedSetting> typed_settings(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  std::vector<std::pair<int, TypedSetting>> found;
  for (std::size_t space = line.find(' '); space != std::string_view::npos; space = line.find(' ', space + 1)) {
    std::string_view typed = line.substr(space);
    while (typed.starts_with(' ') || typed.starts_with('=')) typed.remove_prefix(1);
    const std::vector<std::string> words = words_in(line.substr(0, space));
    if (!words.empty()) add_fits(fields(), words, typed, found);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<TypedSetting> settings;
  for (std::pair<int, TypedSetting>& each : found) {
    const Field* field = each.second.field;
    if (std::none_of(settings.begin(), settings.end(), [&](const TypedSetting& one) { return one.field == field; }))
      settings.push_back(std::move(each.second));
  }
  return settings;
}

}  // namespace shardscope

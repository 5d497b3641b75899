// The parts of a framework's file: texts, lists, expressions, each of its kind or a problem with its path.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/choice.h"
#include "core/frameworks/framework.h"

namespace shardscope {

using FrameworkJson = nlohmann::ordered_json;  // in the order in which it is written

/// Reads a file's parts, collecting what is wrong.
class FrameworkReader {
 public:
  std::vector<Problem> problems;

  void fail(const std::string& path, const std::string& message) {
    problems.push_back({Severity::error, path, message, "framework"});
  }

  /// Every key that isn't among `known` is a problem.
  bool object(const FrameworkJson& value, const std::string& path, std::initializer_list<std::string_view> known) {
    if (!value.is_object()) return fail(path, "this isn't an object"), false;
    for (const auto& entry : value.items())
      if (std::find(known.begin(), known.end(), entry.key()) == known.end())
        fail(path + (path.empty() ? "" : ".") + shown(entry.key()), "there is no such key");
    return true;
  }

  std::string text(const FrameworkJson& object, const char* key, const std::string& path, bool required = false) {
    const auto found = object.find(key);
    if (found != object.end() && found->is_string()) return found->get<std::string>();
    if (found != object.end() || required) fail(path + "." + key, "text is wanted");
    return {};
  }

  std::vector<std::string> texts(const FrameworkJson& object, const char* key, const std::string& path) {
    std::vector<std::string> all;
    const auto found = object.find(key);
    if (found == object.end()) return all;
    if (!found->is_array()) return fail(path + "." + key, "a list is wanted"), all;
    for (const FrameworkJson& each : *found)
      if (each.is_string())
        all.push_back(each.get<std::string>());
      else
        fail(path + "." + key, "a list of texts is wanted");
    return all;
  }

  /// {"name": "text", …}
  std::vector<std::pair<std::string, std::string>> pairs(const FrameworkJson& object, const char* key,
                                                         const std::string& path) {
    std::vector<std::pair<std::string, std::string>> all;
    const auto found = object.find(key);
    if (found == object.end()) return all;
    if (!found->is_object()) return fail(path + key, "an object is wanted"), all;
    for (const auto& entry : found->items())
      if (entry.value().is_string())
        all.emplace_back(entry.key(), entry.value().get<std::string>());
      else
        fail(path + key + "." + shown(entry.key()), "text is wanted");
    return all;
  }

  std::optional<Expression> expression(const FrameworkJson& value, const std::string& path) {
    if (!value.is_string()) return fail(path, "an expression is wanted"), std::nullopt;
    Outcome<Expression> parsed = parse_expression(value.get_ref<const std::string&>());
    if (succeeded(parsed)) return std::move(std::get<0>(parsed));
    fail(path, problems_of(parsed).front().message);
    return std::nullopt;
  }

  template <class T>
  T named(const FrameworkJson& object, const char* key, const std::string& path) {
    const std::string word = text(object, key, path, true);
    if (const std::optional<T> value = value_named<T>(word)) return *value;
    std::string names;
    for (const auto& entry : table_of<T>) names += (names.empty() ? "" : ", ") + std::string(name_in(entry));
    fail(path + (path.empty() ? "" : ".") + key, "\"" + shown(word) + "\" isn't one of " + names);
    return T{};
  }

  /// [["name", "expression"], …]
  std::vector<Assignment> assignments(const FrameworkJson& object, const char* key, const std::string& path) {
    std::vector<Assignment> all;
    const auto found = object.find(key);
    if (found == object.end()) return all;
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::string here = path + key + "[" + std::to_string(i) + "]";
      const FrameworkJson* pair = found->is_array() ? &(*found)[i] : nullptr;
      if (pair == nullptr || !pair->is_array() || pair->size() != 2 || !(*pair)[0].is_string())
        fail(here, "a name and an expression are wanted");
      else if (std::optional<Expression> value = expression((*pair)[1], here))
        all.emplace_back((*pair)[0].get<std::string>(), std::move(*value));
    }
    return all;
  }
};

}  // namespace shardscope

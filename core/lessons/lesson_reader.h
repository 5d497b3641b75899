// What the parts of a lesson's reader share: a JSON value with its path, and what is wrong with it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/lessons/lesson.h"

namespace shardscope {

/// An object of the document; what is missing, of another type or not known is a problem.
class LessonObject {
 public:
  LessonObject(const nlohmann::json& json, std::string path, std::vector<Problem>& problems);

  [[nodiscard]] bool has(const char* key) const;
  /// Required, unless a value for its absence is given.
  [[nodiscard]] std::string text(const char* key);
  [[nodiscard]] std::string text(const char* key, std::string absent);
  [[nodiscard]] double number(const char* key);
  [[nodiscard]] double number(const char* key, double absent);
  [[nodiscard]] bool flag(const char* key);
  [[nodiscard]] LessonText words(const char* key);
  [[nodiscard]] LessonText words_if_any(const char* key);
  [[nodiscard]] Expression expression(const char* key);
  /// The expression in the object's unit.
  [[nodiscard]] LessonFigure figure(const char* key);
  [[nodiscard]] std::vector<std::string> texts(const char* key);
  [[nodiscard]] std::vector<Setting> settings(const char* key);
  [[nodiscard]] std::vector<double> numbers(const char* key);
  [[nodiscard]] LessonObject object(const char* key);
  /// The objects of a list that has to be there, `least` at least.
  [[nodiscard]] std::vector<LessonObject> objects(const char* key, std::size_t least = 1);

  /// A key that nobody asked for is a problem.
  void refuse_others(std::span<const char* const> known);
  void fail(const char* key, std::string message);
  [[nodiscard]] std::string path_of(const char* key) const;
  [[nodiscard]] std::vector<Problem>& problems() { return *problems_; }

 private:
  [[nodiscard]] const nlohmann::json* at(const char* key) const;

  const nlohmann::json* json_;
  std::string path_;
  std::vector<Problem>* problems_;
};

}  // namespace shardscope

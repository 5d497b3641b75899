#include "core/lessons/lesson_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/edits.h"
#include "core/lessons/read_lesson.h"

namespace shardscope {

namespace {

Problem lesson_problem(std::string path, std::string message) {
  return {Severity::error, std::move(path), std::move(message), "lesson"};
}

const nlohmann::json& no_object() {
  static const nlohmann::json none = nlohmann::json::object();
  return none;
}

/// What lessons count in; as lessons call it, and what is said in words.
constexpr std::array lesson_units = {
    Unit::none,    Unit::share,  Unit::bytes, Unit::seconds,          Unit::days,
    Unit::dollars, Unit::tokens, Unit::flops, Unit::flops_per_second, Unit::bytes_per_second,
    Unit::watts,   Unit::joules, Unit::times};
constexpr std::string_view in_words = "words";

std::string_view lesson_name(Unit unit) {
  return unit == Unit::none ? "count" : unit == Unit::share ? "percent" : name_of(unit);
}

/// Gives the figure its unit; says why where the name is none.
std::string set_unit(LessonFigure& figure, std::string_view name) {
  std::string names;
  figure.in_words = name == in_words;
  for (const Unit unit : lesson_units) {
    names += std::string(lesson_name(unit)) + ", ";
    if (lesson_name(unit) == name) return figure.unit = unit, std::string();
  }
  if (figure.in_words) return {};
  return "\"" + shown(name) + "\" is no unit; it is one of " + names + std::string(in_words);
}

/// What stands between two braces: an expression, and behind the last colon its unit.
TextPiece figure_piece(std::string_view inside, const std::string& path, std::vector<Problem>& problems) {
  TextPiece piece;
  LessonFigure figure;
  if (const std::size_t colon = inside.rfind(':'); colon != std::string_view::npos) {
    std::string_view name = inside.substr(colon + 1);
    while (name.starts_with(' ')) name.remove_prefix(1);
    if (std::string why = set_unit(figure, name); !why.empty())
      problems.push_back(lesson_problem(path, std::move(why)));
    inside = inside.substr(0, colon);
  }
  Outcome<Expression> value = parse_expression(inside);
  if (!succeeded(value)) {
    problems.push_back(lesson_problem(path, "{" + shown(inside) + "}: " + problems_of(value).front().message));
    return piece;
  }
  figure.value = std::move(std::get<0>(value));
  piece.figure = std::move(figure);
  return piece;
}

}  // namespace

LessonText read_lesson_text(std::string_view text, const std::string& path, std::vector<Problem>& problems) {
  LessonText pieces;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    if (open != 0) pieces.push_back({std::string(text.substr(0, open)), {}});
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) {
      problems.push_back(lesson_problem(path, "the brace of \"" + shown(text.substr(open)) + "\" isn't closed"));
      break;
    }
    pieces.push_back(figure_piece(text.substr(open + 1, close - open - 1), path, problems));
    text.remove_prefix(close + 1);
  }
  return pieces;
}

LessonObject::LessonObject(const nlohmann::json& json, std::string path, std::vector<Problem>& problems)
    : json_(&json), path_(std::move(path)), problems_(&problems) {
  if (json.is_object()) return;
  json_ = &no_object();
  problems.push_back(lesson_problem(path_, "an object is wanted"));
}

const nlohmann::json* LessonObject::at(const char* key) const {
  const auto found = json_->find(key);
  return found != json_->end() && !found->is_null() ? &*found : nullptr;
}

std::string LessonObject::path_of(const char* key) const {
  return path_.empty() ? key : path_ + "." + key;
}

void LessonObject::fail(const char* key, std::string message) {
  problems_->push_back(lesson_problem(path_of(key), std::move(message)));
}

bool LessonObject::has(const char* key) const {
  return at(key) != nullptr;
}

std::string LessonObject::text(const char* key) {
  const nlohmann::json* found = at(key);
  if (found != nullptr && found->is_string() && !found->get<std::string>().empty()) return found->get<std::string>();
  return fail(key, "a text is wanted"), std::string();
}

std::string LessonObject::text(const char* key, std::string absent) {
  return has(key) ? text(key) : std::move(absent);
}

double LessonObject::number(const char* key) {
  const nlohmann::json* found = at(key);
  if (found != nullptr && found->is_number()) return found->get<double>();
  return fail(key, "a number is wanted"), 0;
}

double LessonObject::number(const char* key, double absent) {
  return has(key) ? number(key) : absent;
}

bool LessonObject::flag(const char* key) {
  const nlohmann::json* found = at(key);
  if (found == nullptr) return false;
  if (found->is_boolean()) return found->get<bool>();
  return fail(key, "true or false is wanted"), false;
}

LessonText LessonObject::words(const char* key) {
  return read_lesson_text(text(key), path_of(key), *problems_);
}

LessonText LessonObject::words_if_any(const char* key) {
  return has(key) ? words(key) : LessonText();
}

Expression LessonObject::expression(const char* key) {
  const nlohmann::json* found = at(key);
  const std::string written = found != nullptr && found->is_number() ? found->dump() : text(key);
  if (written.empty()) return {};
  Outcome<Expression> read = parse_expression(written);
  if (succeeded(read)) return std::move(std::get<0>(read));
  return fail(key, problems_of(read).front().message), Expression();
}

LessonFigure LessonObject::figure(const char* key) {
  LessonFigure figure{expression(key)};
  if (std::string why = set_unit(figure, text("unit", "count")); !why.empty()) fail("unit", std::move(why));
  return figure;
}

std::vector<std::string> LessonObject::texts(const char* key) {
  std::vector<std::string> all;
  const nlohmann::json* found = at(key);
  if (found == nullptr) return all;
  if (!found->is_array()) return fail(key, "a list of texts is wanted"), all;
  for (const nlohmann::json& each : *found)
    if (each.is_string())
      all.push_back(each.get<std::string>());
    else
      fail(key, "a list of texts is wanted");
  return all;
}

std::vector<Setting> LessonObject::settings(const char* key) {
  std::vector<Setting> all;
  for (const std::string& each : texts(key)) {
    all.emplace_back(each);
    if (all.back().key.empty()) fail(key, "\"" + shown(each) + "\" isn't KEY=VALUE, such as plan.tp=4");
  }
  return all;
}

std::vector<double> LessonObject::numbers(const char* key) {
  std::vector<double> all;
  const nlohmann::json* found = at(key);
  if (found == nullptr || !found->is_array()) return fail(key, "a list of numbers is wanted"), all;
  for (const nlohmann::json& each : *found)
    if (each.is_number())
      all.push_back(each.get<double>());
    else
      fail(key, "a list of numbers is wanted");
  return all;
}

LessonObject LessonObject::object(const char* key) {
  const nlohmann::json* found = at(key);
  return {found != nullptr ? *found : no_object(), path_of(key), *problems_};
}

std::vector<LessonObject> LessonObject::objects(const char* key, std::size_t least) {
  std::vector<LessonObject> all;
  const nlohmann::json* found = at(key);
  const std::string wanted = "a list of " + std::to_string(least) + " or more objects is wanted";
  if (found == nullptr || !found->is_array() || found->size() < least) return fail(key, wanted), all;
  for (std::size_t i = 0; i < found->size(); ++i)
    all.emplace_back((*found)[i], path_of(key) + "[" + std::to_string(i) + "]", *problems_);
  return all;
}

void LessonObject::refuse_others(std::span<const char* const> known) {
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& [key, value] : json_->items()) {
    if (key.starts_with('$') || std::find(names.begin(), names.end(), key) != names.end()) continue;
    const std::string near = nearest_name(key, names);
    fail(key.c_str(), "is no key here" + (near.empty() ? std::string() : "; did you mean " + near + "?"));
  }
}

}  // namespace shardscope

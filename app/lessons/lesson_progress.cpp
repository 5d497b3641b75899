#include "app/lessons/lesson_progress.h"

#include <nlohmann/json.hpp>

#include "app/files/files.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t progress_bytes_max = 4u << 20;
constexpr std::size_t steps_max = 1000;

Json record_json(const StepRecord& record) {
  Json json = {{"hints", record.hints}, {"reached", record.reached}};
  if (record.answer)
    json["answer"] = {{"said", record.answer->said}, {"is", record.answer->is}, {"close", record.answer->close}};
  return json;
}

template <class Value>
Value kept_at(const Json& object, const char* key, Value otherwise) {
  if (!object.is_object()) return otherwise;
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if constexpr (std::is_same_v<Value, bool>)
    return found->is_boolean() ? found->get<bool>() : otherwise;
  else if constexpr (std::is_same_v<Value, double>)
    return found->is_number() ? found->get<double>() : otherwise;
  else
    return found->is_number_unsigned() ? found->get<Value>() : otherwise;
}

StepRecord step_record_of(const Json& json) {
  StepRecord record;
  record.hints = kept_at<std::size_t>(json, "hints", 0);
  record.reached = kept_at(json, "reached", false);
  if (!json.is_object()) return record;
  const auto answer = json.find("answer");
  if (answer == json.end() || !answer->is_object()) return record;
  record.answer =
      GivenAnswer{kept_at(*answer, "said", 0.0), kept_at(*answer, "is", 0.0), kept_at(*answer, "close", false)};
  return record;
}

LessonRecord record_of(const Json& json) {
  LessonRecord record;
  record.step = kept_at<std::size_t>(json, "step", 0);
  const auto steps = json.find("steps");
  if (steps == json.end() || !steps->is_array()) return record;
  for (const Json& each : *steps)
    if (record.steps.size() < steps_max) record.steps.push_back(step_record_of(each));
  return record;
}

}  // namespace

LessonScore score_of(const LessonRecord& record) {
  LessonScore score;
  for (const StepRecord& step : record.steps) {
    if (!step.answer) continue;
    ++score.given;
    if (step.answer->close) ++score.close;
  }
  return score;
}

std::string write_progress(const LessonProgress& progress) {
  Json lessons = Json::object();
  for (const auto& [name, record] : progress.lessons) {
    Json steps = Json::array();
    for (const StepRecord& step : record.steps) steps.push_back(record_json(step));
    lessons[name] = {{"step", record.step}, {"steps", std::move(steps)}};
  }
  const Json json = {{"lessons", std::move(lessons)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

LessonProgress read_progress(std::string_view text) {
  LessonProgress progress;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return progress;
  const auto lessons = json.find("lessons");
  if (lessons == json.end() || !lessons->is_object()) return progress;
  for (const auto& [name, record] : lessons->items())
    if (record.is_object()) progress.lessons[name] = record_of(record);
  return progress;
}

LessonProgress load_progress(const std::filesystem::path& file) {
  if (file.empty()) return {};
  const Outcome<std::string> text = read_text_file(file.string(), progress_bytes_max);
  return succeeded(text) ? read_progress(value_of(text)) : LessonProgress{};
}

LessonProgress merged_progress(LessonProgress kept, const LessonProgress& begun, const LessonProgress& now) {
  for (const auto& [name, record] : now.lessons) {
    const auto before = begun.lessons.find(name);
    if (before == begun.lessons.end() || before->second != record) kept.lessons[name] = record;
  }
  return kept;
}

}  // namespace shardscope

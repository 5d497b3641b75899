// Whether each number that a lesson's words have is computed now, or is what the lesson itself sets, asks or wants: one
// that is written out by hand is told from it as soon as model or preset say another.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/evaluate/evaluate.h"
#include "core/lessons/play_lesson.h"
#include "core/scenario_json/write.h"
#include "tests/core/lessons/real_lessons.h"
#include "tests/real_presets.h"
#include "tests/source_path.h"
#include "tests/told_numbers.h"

using namespace shardscope;
using namespace shardscope::tests;
using LessonJson = nlohmann::json;

namespace {

/// Of a text what stands outside of its braces, which are computed.
std::string without_figures(const std::string& text) {
  return std::regex_replace(text, std::regex("\\{[^}]*\\}"), "…");
}

/// With what people say for the numbers in there: "2 %" for a factor of 1.02, "5 %" for 0.05, "64k" for 65,536.
std::string with_ways_to_say(std::string words) {
  for (const WrittenNumber& number : written_numbers(words)) {
    if (number.value > 0.5 && number.value < 2) words += " " + std::to_string(std::abs(number.value - 1) * 100);
    if (number.value < 1) words += " " + std::to_string(number.value * 100);
    if (number.value >= 1024 && std::fmod(number.value, 1024) == 0)
      words += " " + std::to_string(number.value / 1024 * 1000);
  }
  return words;
}

/// What a step and its lesson set, ask and want, as words with their numbers: "plan.tp=4", "fits and plan.dp >= 8".
std::string set_by(const LessonJson& lesson, const LessonJson& step) {
  std::string all = lesson.value("settings", LessonJson::array()).dump() + " ";
  for (const auto& [key, value] : step.items())
    if (key == "settings") all += value.dump() + " ";
  if (step.contains("question"))
    for (const char* key : {"then", "values", "at", "choices", "from", "to"})
      if (step["question"].contains(key)) all += step["question"][key].dump() + " ";
  if (step.contains("goal")) all += step["goal"]["checks"].dump() + " " + step["goal"]["solution"].dump();
  // Choices' and checks' words are asked about themselves: only their conditions and limits set something.
  static const std::regex words("\"(words|label)\":\"[^\"]*\"");
  static const std::regex glued("[=<>(*]");
  return with_ways_to_say(std::regex_replace(std::regex_replace(all, words, ""), glued, " "));
}

/// The fields of the plans that a step begins with and that it leads to.
std::string plans_of(const Lesson& lesson, std::size_t i) {
  std::string all;
  const auto add = [&](const Outcome<LaunchedScenario>& plan) {
    if (!succeeded(plan)) return;
    const Scenario filled = evaluate(value_of(plan).scenario).scenario;
    all += write_scenario(filled, real_presets()) + " " + std::to_string(filled.cluster.gpu.memory_bytes) + " ";
  };
  const auto start = step_scenario(lesson, i, real_presets());
  REQUIRE(succeeded(start));
  add(start);
  if (lesson.steps[i].question)
    add(with_settings(value_of(start), settings_of_answer(*lesson.steps[i].question), real_presets()));
  return all;
}

/// Names and definitions, which no plan changes.
bool is_fixed(const std::string& text, const WrittenNumber& number) {
  static const std::regex fixed(
      "Llama [23]|Llama 3's|[0-9]+-bit|[0-9]+ bits|8 bits, 16 and 32|ZeRO [0-3]( and [0-3])?|[23] bytes|3 × 4 bytes|"
      "6 FLOPs|√\\(2 |1/…|1 of …|\\b2[0-9]B|[0-9]+B\\b|of 2022|On 16,384 GPUs Llama 3");
  for (std::sregex_iterator found(text.begin(), text.end(), fixed), end; found != end; ++found) {
    const auto begin = static_cast<std::size_t>(found->position());
    if (number.begin >= begin && number.begin < begin + static_cast<std::size_t>(found->length())) return true;
  }
  return false;
}

/// A quantity in letters: "two minutes", "eight times a day".
const std::regex& spelled_quantity() {
  static const std::regex spelled(
      "\\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|half an?) "
      "(seconds?|minutes?|hours?|days?|years?|times an? (day|hour|second)|percent|gigabytes?|kilowatts?|dollars?)\\b");
  return spelled;
}

void check_text(const std::string& written, const std::string& known) {
  const std::string text = without_figures(written);
  CAPTURE(text);
  CHECK_FALSE(std::regex_search(text, spelled_quantity()));
  for (const WrittenNumber& number : written_numbers(text)) {
    if (is_fixed(text, number)) continue;
    CAPTURE(number.words);
    CHECK(tells(known, number));
  }
}

void check_words(const LessonJson& part, const std::string& known) {
  if (part.is_array())
    for (const LessonJson& each : part) check_words(each, known);
  if (!part.is_object()) return;
  for (const auto& [key, value] : part.items()) {
    const bool words = key == "text" || key == "words" || key == "reveal" || key == "title" || key == "label" ||
                       key == "note" || key == "hints";
    if (words && value.is_string()) check_text(value.get<std::string>(), known);
    if (key == "hints")
      for (const LessonJson& hint : value) check_text(hint.get<std::string>(), known);
    if (value.is_structured()) check_words(value, known);
  }
}

}  // namespace

TEST_CASE("each number of a lesson's words is computed, or what the lesson sets or the plan has") {
  for (const Lesson& lesson : real_lessons().lessons) {
    CAPTURE(lesson.preset);
    const LessonJson file = LessonJson::parse(std::ifstream(source_path("presets/lessons/" + lesson.preset + ".json")));
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
      check_words(file["steps"][i], set_by(file, file["steps"][i]) + plans_of(lesson, i));
  }
}

TEST_CASE("a number that a lesson names by hand is told") {
  const std::string known = "plan.tp 4 cluster.gpus 25000";
  for (const char* text : {"MFU is 40% there.", "It takes ten minutes.", "On 16,384 GPUs."}) {
    CAPTURE(text);
    const std::vector<WrittenNumber> numbers = written_numbers(text);
    CHECK((std::regex_search(text, spelled_quantity()) || !tells(known, numbers.at(0))));
  }
  CHECK(tells(known, written_numbers("With TP 4.").at(0)));
}

// How far the learner came in each lesson and what was answered, kept from one start to the next.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// What was said, and what was: numbers in SI units, or places among the choices.
struct GivenAnswer {
  double said = 0, is = 0;
  bool close = false;

  bool operator==(const GivenAnswer&) const = default;
};

struct StepRecord {
  std::optional<GivenAnswer> answer;
  std::size_t hints = 0;  // opened
  bool reached = false;   // the goal was, once

  bool operator==(const StepRecord&) const = default;
};

struct LessonRecord {
  std::size_t step = 0;  // at which it is; the number of steps: behind the last
  std::vector<StepRecord> steps;

  bool operator==(const LessonRecord&) const = default;
};

/// By the lessons' names.
struct LessonProgress {
  std::map<std::string, LessonRecord, std::less<>> lessons;

  bool operator==(const LessonProgress&) const = default;
};

/// How many predictions were given, and how many of them were close.
struct LessonScore {
  std::size_t given = 0, close = 0;
};
[[nodiscard]] LessonScore score_of(const LessonRecord& record);

/// As JSON text, and back: what can't be read is as if it had never been played.
[[nodiscard]] std::string write_progress(const LessonProgress& progress);
[[nodiscard]] LessonProgress read_progress(std::string_view json);

[[nodiscard]] LessonProgress load_progress(const std::filesystem::path& file);
/// What is kept where another window plays lessons too: of each lesson that was played here since `begun` how far it is
/// here, of all others what stands in the file.
[[nodiscard]] LessonProgress merged_progress(LessonProgress kept, const LessonProgress& begun,
                                             const LessonProgress& now);

}  // namespace shardscope

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/explorer/state/view_list.h"
#include "app/explorer/write_picture.h"
#include "app/files/files.h"
#include "app/files/paths.h"
#include "app/lessons/handout.h"
#include "app/lessons/lesson_paths.h"
#include "core/base/edits.h"
#include "core/base/limits.h"
#include "core/lessons/check_lesson.h"
#include "core/lessons/read_lesson.h"
#include "core/presets/lesson_files.h"
#include "core/presets/user_presets.h"

namespace shardscope {

namespace {

constexpr int picture_width = 1200, picture_height = 700;

void list_lessons(const LessonLibrary& library, std::ostream& out) {
  for (const LessonPath& path : all_paths(library)) {
    out << path.title << " (" << preset_file_name(path.title) << ")\n";
    for (const std::string& name : path.lessons)
      if (const Lesson* lesson = find_lesson(library, name)) out << "  " << name << ": " << lesson->title << "\n";
  }
}

/// The lessons of a name, of a path's, or of a file.
Outcome<std::vector<Lesson>> lessons_named(const std::string& name, const LessonLibrary& library,
                                           const Presets& presets) {
  if (name.ends_with(".json")) {
    const Outcome<std::string> text = read_text_file(name, limits::scenario_file_bytes_max);
    if (!succeeded(text)) return problems_of(text);
    Outcome<Lesson> read = read_lesson(value_of(text), picture_names());
    if (!succeeded(read)) return problems_of(read);
    if (const std::vector<Problem> problems = check_lesson(value_of(read), presets); !problems.empty()) return problems;
    std::get<0>(read).preset = std::filesystem::path(name).stem().string();
    return std::vector{std::get<0>(read)};
  }
  std::vector<std::string> names;
  if (const Lesson* lesson = find_lesson(library, name)) return std::vector{*lesson};
  for (const LessonPath& path : all_paths(library)) {
    names.push_back(preset_file_name(path.title));
    if (names.back() != name) continue;
    std::vector<Lesson> lessons;
    for (const std::string& each : path.lessons)
      if (const Lesson* lesson = find_lesson(library, each)) lessons.push_back(*lesson);
    return lessons;
  }
  for (const Lesson& lesson : library.lessons) names.push_back(lesson.preset);
  const std::string near = nearest_name(name, names);
  return std::vector{Problem{Severity::error,
                             {},
                             "there is no such lesson or path" +
                                 (near.empty() ? "; shardscope lesson lists them" : "; did you mean " + near + "?"),
                             "lesson"}};
}

/// The pictures of the steps' plans that the part has, beside its file.
std::vector<Problem> draw_pictures(const std::vector<Handout>& handouts, const std::string& beside, HandoutPart part,
                                   const Presets& presets) {
  const std::filesystem::path folder = std::filesystem::path(beside).parent_path();
  for (const Handout& handout : handouts)
    for (std::size_t i = 0; i < handout.steps.size(); ++i) {
      if (handout.steps[i].asks_of_it != (part == HandoutPart::answers)) continue;
      DrawOptions options{handout.steps[i].view, picture_width, picture_height, 0.7F, ThemeName::print, {}};
      options.keeps_back = true;
      options.to = (folder / picture_name(handout, i)).string();
      const auto drawn = write_picture(presets, handout.steps[i].said, options);
      if (!succeeded(drawn)) return problems_of(drawn);
    }
  return {};
}

HandoutForm form_of(const std::string& file) {
  return file.ends_with(".html") ? HandoutForm::html : HandoutForm::markdown;
}

}  // namespace

OptionsCheck add_options(CLI::App& app, LessonCommand& command) {
  app.add_option("LESSON", command.lesson,
                 "A lesson's or a path's name, or a lesson's file; without one all are listed")
      ->type_name("");
  app.add_option("--to", command.to, "The handout's file, ending in .md or .html; pictures go beside it")
      ->type_name("FILE");
  app.add_option("--answers", command.answers, "The answers' file, likewise")->type_name("FILE");
  return [&command]() -> std::optional<Problem> {
    for (const std::string& file : {command.to, command.answers})
      if (!file.empty() && !file.ends_with(".md") && !file.ends_with(".html"))
        return wrong_words("--to and --answers end in .md or .html");
    const bool writes = !command.to.empty() || !command.answers.empty();
    if (command.lesson.empty() && writes) return wrong_words("is required", "LESSON");
    return std::nullopt;
  };
}

int run(const LessonCommand& command, const Presets& presets, const Streams& streams) {
  const LessonLibrary library =
      load_lessons(data_directory() / "presets", own_presets_directory(), picture_names(), &presets);
  for (const Problem& problem : library.problems) streams.error << line_of(problem, "") << "\n";
  if (command.lesson.empty()) return list_lessons(library, streams.out), exit_status::done;
  const Outcome<std::vector<Lesson>> lessons = lessons_named(command.lesson, library, presets);
  if (!succeeded(lessons)) return refuse(problems_of(lessons), command.lesson, streams);
  std::vector<Handout> handouts;
  for (const Lesson& lesson : value_of(lessons)) {
    Outcome<Handout> made = make_handout(lesson, presets);
    if (!succeeded(made)) return refuse(problems_of(made), command.lesson, streams);
    handouts.push_back(std::move(std::get<0>(made)));
  }
  if (command.to.empty() && command.answers.empty())
    streams.out << handout_text(handouts, HandoutForm::markdown, HandoutPart::answers, false);
  for (const auto& [file, part] :
       {std::pair{command.to, HandoutPart::questions}, {command.answers, HandoutPart::answers}}) {
    if (file.empty()) continue;
    const std::vector<Problem> problems = draw_pictures(handouts, file, part, presets);
    if (!problems.empty()) return refuse(problems, file, streams);
    const std::string why = write_text_file(file, handout_text(handouts, form_of(file), part, true));
    if (!why.empty()) return streams.error << why << "\n", exit_status::invalid_input;
  }
  return exit_status::done;
}

}  // namespace shardscope

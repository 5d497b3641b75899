#include "app/lessons/handout.h"

#include <algorithm>

#include "app/lessons/lesson_words.h"
#include "core/evaluate/evaluate.h"
#include "core/lessons/play_lesson.h"

namespace shardscope {

namespace {

/// The answer in words, with what is said once it is given.
void add_answer(HandoutStep& handout, const LessonStep& step, const Report& start, const Presets& presets) {
  const Question& question = *step.question;
  const Outcome<LaunchedScenario> plan = with_settings(handout.said, settings_of_answer(question), presets);
  if (!succeeded(plan)) return;
  const Report now = evaluate(value_of(plan).scenario);
  const std::vector<std::string> names = names_of_step(step);
  const Names values = lesson_values(names, now, start);
  if (question.kind != QuestionKind::choice) {
    const std::optional<double> is = number_of(question.answer.value, values);
    handout.answer = is ? figure_words(*is, question.answer.unit) : "unknown";
  } else if (const std::optional<std::size_t> right = right_choice(question, values)) {
    handout.answer = handout.choices[*right];
  }
  handout.reveal = lesson_words(step.reveal, values);
}

HandoutStep step_on_paper(const LessonStep& step, LaunchedScenario said, const Presets& presets) {
  HandoutStep handout;
  handout.said = std::move(said);
  const Report start = evaluate(handout.said.scenario);
  const std::vector<std::string> names = names_of_step(step);
  const Names values = lesson_values(names, start, start);
  handout.title = step.title, handout.view = step.view, handout.note = step.note;
  handout.text = lesson_words(step.text, values);
  if (step.question) {
    handout.asks_of_it = settings_of_answer(*step.question).empty();
    handout.question = lesson_words(step.question->words, values);
    for (const AnswerChoice& choice : step.question->choices)
      handout.choices.push_back(lesson_words(choice.words, values));
    add_answer(handout, step, start, presets);
  }
  if (!step.goal) return handout;
  handout.goal = lesson_words(step.goal->words, values);
  const std::vector<CheckState> states = check_goal(*step.goal, start, start);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::string words = check_words(step.goal->checks[i], states[i]);
    handout.marks.push_back(step.goal->checks[i].label + (words.empty() ? "" : ": " + words));
  }
  for (const LessonText& hint : step.goal->hints) handout.hints.push_back(lesson_words(hint, values));
  if (const auto solved = with_settings(handout.said, step.goal->solution, presets); succeeded(solved))
    handout.reached =
        lesson_words(step.goal->reached, lesson_values(names, evaluate(value_of(solved).scenario), start));
  for (const Setting& setting : step.goal->solution)
    handout.solution += (handout.solution.empty() ? "" : ", ") + words_of(setting);
  return handout;
}

std::string escaped_html(std::string_view text) {
  std::string safe;
  for (const char c : text)
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += c;
  return safe;
}

constexpr std::string_view html_head =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><style>\n"
    "body{font:11pt/1.45 Inter,sans-serif;max-width:44em;margin:2em auto}\n"
    "img{max-width:100%}h1{page-break-before:always}h1:first-of-type{page-break-before:auto}\n"
    "h2{page-break-after:avoid}\n</style></head><body>\n";

/// Headings, paragraphs and lists in one of the two forms.
class Paper {
 public:
  explicit Paper(HandoutForm form) : html_(form == HandoutForm::html) {
    if (html_) text_ = html_head;
  }
  void heading(int level, const std::string& words) {
    if (html_)
      text_ += tagged("h" + std::to_string(level), words);
    else
      text_ += std::string(static_cast<std::size_t>(level), '#') + " " + words + "\n\n";
  }
  void paragraph(const std::string& words) {
    if (!words.empty()) text_ += html_ ? tagged("p", words) : words + "\n\n";
  }
  void list(const std::vector<std::string>& items) {
    if (items.empty()) return;
    if (html_) text_ += "<ul>\n";
    for (const std::string& item : items) text_ += html_ ? tagged("li", item) : "- " + item + "\n";
    text_ += html_ ? "</ul>\n" : "\n";
  }
  void image(const std::string& file, const std::string& words) {
    text_ += html_ ? "<p><img src=\"" + escaped_html(file) + "\" alt=\"" + escaped_html(words) + "\"></p>\n"
                   : "![" + words + "](" + file + ")\n\n";
  }
  [[nodiscard]] std::string text() const { return html_ ? text_ + "</body></html>\n" : text_; }

 private:
  static std::string tagged(const std::string& tag, const std::string& words) {
    return "<" + tag + ">" + escaped_html(words) + "</" + tag + ">\n";
  }

  bool html_;
  std::string text_;
};

void write_questions(Paper& paper, const Handout& handout, std::size_t number, bool pictures) {
  const HandoutStep& step = handout.steps[number];
  if (pictures && !step.asks_of_it) paper.image(picture_name(handout, number), step.title);
  paper.paragraph(step.text);
  paper.paragraph(step.question);
  paper.list(step.choices);
  if (!step.question.empty()) paper.paragraph("You say: ____________   It is: ____________");
  paper.paragraph(step.goal);
  paper.list(step.marks);
}

void write_answers(Paper& paper, const Handout& handout, std::size_t number, bool pictures) {
  const HandoutStep& step = handout.steps[number];
  if (pictures && step.asks_of_it) paper.image(picture_name(handout, number), step.title);
  if (!step.question.empty()) {
    paper.paragraph(step.question);
    paper.paragraph("Answer: " + step.answer);
    paper.paragraph(step.reveal);
  }
  if (!step.goal.empty()) {
    paper.paragraph(step.goal);
    paper.list(step.hints);
    paper.paragraph("One way: " + step.solution + (step.reached.empty() ? "" : ". " + step.reached));
  }
  if (!step.note.empty()) paper.paragraph("Note: " + step.note);
}

}  // namespace

Outcome<Handout> make_handout(const Lesson& lesson, const Presets& presets) {
  Handout handout{lesson.preset, lesson.title, lesson.about, {}, lesson.minutes, {}};
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    Outcome<LaunchedScenario> plan = step_scenario(lesson, i, presets);
    if (!succeeded(plan)) {
      std::vector<Problem> problems = problems_of(plan);
      for (Problem& problem : problems)
        problem.path = "steps[" + std::to_string(i) + "]" + (problem.path.empty() ? "" : ": " + problem.path);
      return problems;
    }
    handout.steps.push_back(step_on_paper(lesson.steps[i], std::move(std::get<0>(plan)), presets));
  }
  handout.next = lesson_words(lesson.next, {});
  return handout;
}

std::string picture_name(const Handout& handout, std::size_t step) {
  return handout.name + "-" + std::to_string(step + 1) + ".png";
}

std::string handout_text(std::span<const Handout> handouts, HandoutForm form, HandoutPart part, bool pictures) {
  Paper paper(form);
  for (const Handout& handout : handouts) {
    const bool answers = part == HandoutPart::answers;
    paper.heading(1, answers ? handout.title + ": answers" : handout.title);
    if (!answers) paper.paragraph(handout.about + " Some " + std::to_string(handout.minutes) + " minutes.");
    for (std::size_t i = 0; i < handout.steps.size(); ++i) {
      paper.heading(2, std::to_string(i + 1) + ". " + handout.steps[i].title);
      if (answers)
        write_answers(paper, handout, i, pictures);
      else
        write_questions(paper, handout, i, pictures);
    }
    if (!answers && !handout.next.empty()) paper.paragraph("What next: " + handout.next);
  }
  return paper.text();
}

}  // namespace shardscope

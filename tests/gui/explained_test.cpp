// Whether each number that the views show says how it comes about.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "app/explorer/derivation/derivation_card.h"
#include "app/session/documents.h"
#include "tests/app/compare/compare_driver.h"
#include "tests/app/lab/lab_driver.h"
#include "tests/app/lessons/lesson_driver.h"
#include "tests/app/search/search_driver.h"
#include "tests/gui/cluster_driver.h"
#include "tests/gui/drawn_words.h"
#include "tests/source_path.h"
#include "tests/told_numbers.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// What the card says that E opened: the value, how it comes about, and what it is made from.
std::string card_words(WindowDriver& window) {
  const DerivationWords card = derivation_words(window.view_frame(), window.explorer.derivations.back());
  std::string all = card.said.title + "\n" + card.said.value + "\n" + card.plan;
  for (const std::string& line : card.said.lines) all += "\n" + line;
  for (const DerivationLink& link : card.made_from) all += "\n" + link.label + " " + link.value;
  return all;
}

float letters_in(const std::string& words) {
  return static_cast<float>(std::count_if(words.begin(), words.end(),
                                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// What is wrong with the card that E opens over this number; empty: nothing.
std::string fault_at(WindowDriver& window, const DrawnRun& run, const WrittenNumber& number, bool with_others) {
  const float letters = letters_in(run.words), before = letters_in(run.words.substr(0, number.begin));
  const float middle = (before + static_cast<float>(number.end - number.begin) / 2) / letters;
  const ImVec2 at{run.rect.min.x + run.rect.width() * middle, run.rect.center().y};
  window.explorer.derivations.clear();
  window.rest_at(at);
  window.key(ImGuiKey_E);
  const std::string where = number.words + " of \u201C" + run.words + "\u201D at " +
                            std::to_string(static_cast<int>(at.x)) + ", " + std::to_string(static_cast<int>(at.y));
  if (window.explorer.derivations.empty()) return where + ": no card";
  const std::string card = card_words(window);
  return with_others || tells(card, number) ? std::string() : where + ": another's, " + card.substr(0, 160);
}

/// Words by their patterns: names, in which no number is a figure; and those of which a number beside the first answers
/// with the card of what the words are about, though that doesn't say it.
struct Words {
  const char* names = "^$";
  const char* answer_as_one = "^$";
};

/// "42.6 to 56.1 s likely", "14.1 GB spare", "+2.1 s".
const std::string ranges_and_changes = "likely|spare|^[+\u2212]";

/// Numbers in these areas, but for marks of an axis, over which E opens no card, or one that doesn't say them.
std::vector<std::string> unexplained(WindowDriver& window, const Words& words, const std::vector<Rect>& cards) {
  const std::regex no_figures(words.names), answer_as_one(words.answer_as_one);
  std::vector<std::string> found;
  for (const DrawnRun& run : drawn_runs()) {
    if (run.of_axis || std::regex_search(run.words, no_figures)) continue;
    const ImVec2 at = run.rect.center();
    const auto on_card = [&](const Rect& card) { return card.contains(at); };
    if (!run.clip.contains(at) || std::none_of(cards.begin(), cards.end(), on_card)) continue;
    for (const WrittenNumber& number : written_numbers(run.words))
      if (std::string fault = fault_at(window, run, number, std::regex_search(run.words, answer_as_one));
          !fault.empty())
        found.push_back(std::move(fault));
  }
  window.explorer.derivations.clear();
  window.point_at({-1, -1});
  return found;
}

/// Those on the cards.
std::vector<std::string> unexplained(WindowDriver& window, const Words& words) {
  std::vector<Rect> cards;
  for (const Place& place : window.explorer.places.all)
    if (place.name == "card") cards.push_back(place.rect);
  return unexplained(window, words, cards);
}

}  // namespace

TEST_CASE(
    "E over each number of each view keeps how it comes about, but for axes and what is a name or a count of rows" *
    doctest::test_suite("long")) {
  struct Case {
    std::string_view view;   // empty: four together
    const char* no_figures;  // names of places, headings, and the text of a script
    std::string as_one;      // beside ranges and changes
  };
  for (const Case& each : {
           Case{"", "^(stage 0|14)$", "^Adam 0.9$|^1F1B, 15 stages|^Bound by"},
           Case{"memory", "^What ?fills stage 0$", "allocated|^85 GB$|^Adam|^[0-9]+ %$|^0.06$"},
           Case{"timeline", "^(stage 0|2×|what stage 0 holds.*)$", "^1F1B, 15 stages"},
           Case{"step", "^(12 more|Operations of ?stage 14.*|the one with most to do.*|Roofline, .*)$", "^Bound by"},
           Case{"cluster",
                "^(14|(stage|node|Rack ?|GPU) ?0.*|stage 0, replica .*|node .|782 racks, 25,000 GPUs|"
                "a bar is a node of 8 GPUs|The bars are of ?the stage that sends most.*|4 nodes, 32 GPUs.*)$",
                "^$"},
           Case{"run", "^(causes in the shares of Llama 3's log.*|43 sentences, checked|What moves it most, ±20 %)$",
                "^122 d of work|failures per day|per checkpoint|^repair|per GPU-hour|^[0-9.,]+ (%|days)$|^\\$[0-9]+ M$|"
                "GWh|MW all in"},
           Case{"sweep", "^[0-9]+ (of|plans) .*evaluated.*$", "^24 values$"},
           Case{"launch",
                "^(Release .* rules checked.*|#.*|25k A100s,|for Megatron-LM.*|shardscope: .*|cluster = .*|"
                "-recompute-num-layers 1 .*|8 .*)$",
                "^Fits: |^A step takes|^run.gpu_hour_usd"},
       }) {
    WindowDriver window;
    window.explorer.grown = each.view;
    window.frames(30);
    const std::vector<std::string> left =
        unexplained(window, {each.no_figures, (ranges_and_changes + ("|" + each.as_one)).c_str()});
    CAPTURE(each.view);
    CAPTURE(joined_lines(left));
    CHECK(left.empty());
  }
}

TEST_CASE("E over each number of the panel, its headings included, and of the hint line keeps how it comes about" *
          doctest::test_suite("long")) {
  WindowDriver window("gpt4-25k-a100", {1760, 2700, 1});
  window.set_value("plan.micro_batch", "2");
  window.show_rarer_fields();
  window.set_value("run.mtbf_gpu_hours", "40k");
  window.explorer.session.settings.zoom = 1.1F;
  for (const bool unfolded : {false, true}) {
    if (!unfolded) window.explorer.open_sections.clear();
    if (unfolded) window.show_rarer_fields();
    window.frames(30);
    window.explorer.session.evaluate_seconds = 0.012;
    window.frames(1);
    const float left = window.place("verdict.memory").min.x, hint = window.place("hint").min.y;
    const Rect panel{{0, window.place("model").min.y - 30}, {left - 12, hint}};
    const Rect line{{0, hint}, {1760, 2700}};
    const std::vector<std::string> all =
        unexplained(window, {"^(A100 .*|GPT-4.*|.*InfiniBand.*|8 × 200 Gb/s.*)$"}, {panel, line});
    CAPTURE(unfolded);
    CAPTURE(joined_lines(all));
    CHECK(all.empty());
  }
}

namespace {

void check_lesson_words(LessonDriver& driver, const std::string& at) {
  driver.point_at({-1, -1});
  driver.frames(3);
  const std::vector<std::string> left =
      unexplained(driver, {"^Llama 2 7B has|^Now 65,536 tokens with TP 8", "TP 8. Tensor|^CP 8 gives|600 s"},
                  {driver.place("lesson.words")});
  CAPTURE(at);
  CAPTURE(joined_lines(left));
  CHECK(left.empty());
}

void answer_wrongly(LessonDriver& driver) {
  if (driver.step().question->kind == QuestionKind::choice)
    return driver.click("lesson.choice." + std::to_string(static_cast<int>(driver.answer_of(false))));
  driver.state().said = driver.answer_of(false);
  driver.frames(2);
  driver.click("lesson.give");
}

}  // namespace

TEST_CASE(
    "E over each number of a lesson's words keeps how it comes about: of every step before and behind the answer, "
    "of notes, hints, what is said of a goal, and of the end" *
    doctest::test_suite("long")) {
  LessonDriver driver("zero", {1760, 2000, 1});
  driver.state().note = true;
  for (const Lesson& lesson : real_lessons().lessons) {
    if (driver.state().open != lesson.preset) driver.begin(lesson.preset);
    while (open_step(driver.state()) != nullptr) {
      const std::string at = lesson.preset + ": " + driver.step().title;
      check_lesson_words(driver, at);
      if (driver.step().question) answer_wrongly(driver), check_lesson_words(driver, at + ", answered");
      if (driver.step().goal) {
        for (std::size_t hint = 0; hint < driver.step().goal->hints.size(); ++hint) driver.click("lesson.hint");
        driver.solve();
        check_lesson_words(driver, at + ", reached");
      }
      driver.click("lesson.next");
    }
    check_lesson_words(driver, lesson.preset + ": the end");
    driver.click("lesson.next");
  }
  driver.frames(3);
  const std::vector<std::string> left = unexplained(driver, {"^$", ranges_and_changes.c_str()});  // the list
  CAPTURE(joined_lines(left));
  CHECK(left.empty());
}

namespace {

/// What a cluster of the pages' walk has beside its preset's.
enum class Made { as_it_is, two_sites, mixed_pools };

void make(WindowDriver& window, Made made) {
  Scenario scenario = window.scenario();
  if (made == Made::two_sites) scenario.cluster.sites.number = 2;
  if (made == Made::mixed_pools) {
    Pool old{scenario.cluster.gpu, scenario.cluster.gpus / 2, {}, {}, {}};
    old.gpu = *window.explorer.session.presets->gpu("a100-80");
    scenario.cluster.pools = {{scenario.cluster.gpu, scenario.cluster.gpus / 2, {}, {}, {}}, old};
  }
  edit_scenario(window.explorer.session, scenario, "cluster.gpus");
  window.frames(2);
}

}  // namespace

TEST_CASE("E over each number of the cluster's pages keeps how it comes about, over two sites and of mixed pools too" *
          doctest::test_suite("long")) {
  struct Case {
    const char *preset, *page;
    Made made;
  };
  for (const Case& each : {
           Case{"gpt4-25k-a100", "network", Made::as_it_is},
           Case{"deepseek-v3-2048-h800", "network", Made::two_sites},
           Case{"gpt4-25k-a100", "matrix", Made::as_it_is},
           Case{"llama3-70b-4096-h100", "matrix", Made::two_sites},
           Case{"gpt4-25k-a100", "sites", Made::as_it_is},
           Case{"llama3-70b-4096-h100", "sites", Made::mixed_pools},
       }) {
    ClusterDriver window(each.preset);
    make(window, each.made);
    window.click(std::string("cluster.page.") + each.page);
    window.finish();
    const std::vector<std::string> left = unexplained(
        window, {"^[0-9.]+ [GT]b/s$", (ranges_and_changes + "|^stage [0-9]+$").c_str()});  // which curve is whose
    CAPTURE(each.preset);
    CAPTURE(each.page);
    CAPTURE(joined_lines(left));
    CHECK(left.empty());
  }
}

TEST_CASE("E over each number of a log and of a profiler's trace keeps how it comes about" *
          doctest::test_suite("long")) {
  for (const char* file : {"logs/megatron-ranks.log", "logs/clock-restarts.log", "traces/two_steps.json"}) {
    WindowDriver window("llama3-70b-4096-h100");
    drop_files(window.explorer.session, {source_path(std::string("tests/data/") + file).string()});
    window.frames(30);
    const std::vector<std::string> left = unexplained(
        window,
        {"^rank [0-9]+$", (ranges_and_changes + "|makes it|in the band|% of it$|times as long|^50 µs$").c_str()});
    CAPTURE(file);
    CAPTURE(joined_lines(left));
    CHECK(left.empty());
  }
}

TEST_CASE("E over each number of Search keeps how it comes about, whatever plan it is of" *
          doctest::test_suite("long")) {
  for (const bool hardware : {false, true}) {
    SearchDriver driver;
    driver.search();
    driver.state().arranged.sensitivity = hardware;
    driver.window.frames(2);
    const std::vector<std::string> left = unexplained(
        driver.window, {"^$", (ranges_and_changes + "|^[0-9]+$|^the best|in a spot|^10 % |^Bound by").c_str()});
    CAPTURE(joined_lines(left));
    CHECK(left.empty());
  }
}

TEST_CASE("E over each number of Compare keeps how it comes about, whatever plan it is of" *
          doctest::test_suite("long")) {
  CompareDriver driver;
  const std::vector<std::string> left =
      unexplained(driver.window, {"^stage [0-9]+$", (ranges_and_changes + "|^B's step|^0.9$|^Bound by").c_str()});
  CAPTURE(joined_lines(left));
  CHECK(left.empty());
}

TEST_CASE("E over each number of the schedule lab keeps how it comes about, as a tab and grown" *
          doctest::test_suite("long")) {
  for (const bool grown : {false, true}) {
    LabDriver window;
    if (grown) window.explorer.alone = nullptr, window.explorer.grown = "lab";
    window.frames(30);
    const std::vector<std::string> left =
        unexplained(window, {"^(Interleaved 1F1B|31.5)$", ranges_and_changes.c_str()});
    CAPTURE(grown);
    CAPTURE(joined_lines(left));
    CHECK(left.empty());
  }
}

TEST_CASE("E over each figure of the verdict opens its derivation, by its name, with what it is made from") {
  WindowDriver window("gpt4-25k-a100");
  for (const char* name : {"memory", "step", "throughput", "mfu", "bubble", "run"}) {
    CAPTURE(name);
    window.explorer.derivations.clear();
    window.rest_at(window.place(std::string("verdict.") + name).center());
    window.key(ImGuiKey_E);
    REQUIRE_FALSE(window.explorer.derivations.empty());
    CHECK_FALSE(window.explorer.derivations.back().name.empty());
  }
}

// Whether each number that the views show says how it comes about.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "app/session/documents.h"
#include "tests/app/compare/compare_driver.h"
#include "tests/app/lab/lab_driver.h"
#include "tests/app/lessons/lesson_driver.h"
#include "tests/app/search/search_driver.h"
#include "tests/gui/cluster_driver.h"
#include "tests/gui/drawn_words.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool has_digit(const std::string& words) {
  return std::any_of(words.begin(), words.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether a number stands by itself, with a unit at most, as the marks of an axis do: "20", "10 s", "$54 M".
bool is_bare_number(const std::string& words) {
  static const std::regex bare("\\$?[0-9][0-9.,]*( ?(%|s|h|min|d|days|GB|M|TB/s|km))?");
  return std::regex_match(words, bare);
}

/// Marks of an axis: three bare numbers or more in a line across or down, or two at both its ends.
bool is_on_axis(const DrawnRun& run, const std::vector<DrawnRun>& runs) {
  if (!is_bare_number(run.words)) return false;
  std::size_t across = 0, down = 0;
  for (const DrawnRun& other : runs) {
    if (!is_bare_number(other.words) || other.size != run.size) continue;
    across += std::abs(other.rect.center().y - run.rect.center().y) < 2 ? 1 : 0;
    down += std::abs(other.rect.max.x - run.rect.max.x) < 2 ? 1 : 0;
  }
  return across >= 3 || down >= 2;
}

/// Numbers in these areas, but for axes', over which E opens no derivation: "39.4 s at 812, 300".
std::vector<std::string> unexplained(WindowDriver& window, const char* names, const std::vector<Rect>& cards) {
  const std::regex no_figures(names);
  std::vector<std::string> found;
  const std::vector<DrawnRun> all = drawn_runs();
  for (const DrawnRun& run : all) {
    if (is_on_axis(run, all) || std::regex_search(run.words, no_figures)) continue;
    const ImVec2 at = run.rect.center();
    const auto on_card = [&](const Rect& card) { return card.contains(at); };
    if (!has_digit(run.words) || !run.clip.contains(at) || std::none_of(cards.begin(), cards.end(), on_card)) continue;
    window.explorer.derivations.clear();
    window.rest_at(at);
    window.key(ImGuiKey_E);
    if (window.explorer.derivations.empty())
      found.push_back(run.words + " at " + std::to_string(static_cast<int>(at.x)) + ", " +
                      std::to_string(static_cast<int>(at.y)));
  }
  window.explorer.derivations.clear();
  window.point_at({-1, -1});
  return found;
}

/// Those on the cards.
std::vector<std::string> unexplained(WindowDriver& window, const char* names) {
  std::vector<Rect> cards;
  for (const Place& place : window.explorer.places.all)
    if (place.name == "card") cards.push_back(place.rect);
  return unexplained(window, names, cards);
}

}  // namespace

TEST_CASE(
    "E over each number of each view keeps how it comes about, but for axes and what is a name or a count of rows" *
    doctest::test_suite("long")) {
  struct Case {
    std::string_view view;   // empty: four together
    const char* no_figures;  // names of places, headings, and the text of a script
  };
  for (const Case& each : {
           Case{"", "^(stage 0|14)$"},
           Case{"memory", "^What ?fills stage 0$"},
           Case{"timeline", "^(stage 0|2×|what stage 0 holds.*)$"},
           Case{"step", "^(12 more|Operations of ?stage 14.*|the one with most to do.*)$"},
           Case{"cluster",
                "^(14|(stage|node|Rack ?|GPU) ?0.*|stage 0, replica .*|node .|782 racks, 25,000 GPUs|"
                "a bar is a node of 8 GPUs|The bars are of ?the stage that sends most.*)$"},
           Case{"run", "^(causes in the shares of Llama 3's log.*|43 sentences, checked|What moves it most, ±20 %)$"},
           Case{"sweep", "^[0-9]+ (of|plans) .*evaluated.*$"},
           Case{"launch",
                "^(Release .* rules checked.*|#.*|25k A100s,|for Megatron-LM.*|shardscope: .*|cluster = .*|"
                "-recompute-num-layers 1 .*|8 .*)$"},
       }) {
    WindowDriver window;
    window.explorer.grown = each.view;
    window.frames(30);
    const std::vector<std::string> left = unexplained(window, each.no_figures);
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
    const std::vector<std::string> all = unexplained(window, "^(A100 80GB.*|GPT-4.*|.*InfiniBand.*)$", {panel, line});
    CAPTURE(unfolded);
    CAPTURE(joined_lines(all));
    CHECK(all.empty());
  }
}

TEST_CASE("E over each number of a lesson's words keeps how it comes about, in every step of every lesson" *
          doctest::test_suite("long")) {
  LessonDriver driver("zero", {1760, 1400, 1});
  for (const Lesson& lesson : real_lessons().lessons) {
    if (driver.state().open != lesson.preset) driver.begin(lesson.preset);
    while (open_step(driver.state()) != nullptr) {
      for (const bool answered : {false, true}) {
        if (answered && !driver.step().question) break;
        if (answered && driver.step().question->kind == QuestionKind::choice)
          driver.click("lesson.choice." + std::to_string(static_cast<int>(driver.answer_of(false))));
        if (answered && driver.step().question->kind != QuestionKind::choice)
          driver.state().said = driver.answer_of(false), driver.frames(2), driver.click("lesson.give");
        driver.point_at({-1, -1});
        driver.frames(3);
        const std::vector<std::string> left =
            unexplained(driver, "^step [0-9]+ of [0-9]+$", {driver.place("lesson.words")});
        CAPTURE(lesson.preset);
        CAPTURE(driver.step().title);
        CAPTURE(answered);
        CAPTURE(joined_lines(left));
        CHECK(left.empty());
      }
      driver.click("lesson.next");
    }
    driver.click("lesson.next");
  }
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
    const std::vector<std::string> left = unexplained(window, "^[0-9.]+ [GT]b/s$");  // which curve is whose
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
    const std::vector<std::string> left = unexplained(window, "^rank [0-9]+$");
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
    const std::vector<std::string> left = unexplained(driver.window, "^$");
    CAPTURE(joined_lines(left));
    CHECK(left.empty());
  }
}

TEST_CASE("E over each number of Compare keeps how it comes about, whatever plan it is of" *
          doctest::test_suite("long")) {
  CompareDriver driver;
  const std::vector<std::string> left = unexplained(driver.window, "^$");
  CAPTURE(joined_lines(left));
  CHECK(left.empty());
}

TEST_CASE("E over each number of the schedule lab keeps how it comes about, as a tab and grown" *
          doctest::test_suite("long")) {
  for (const bool grown : {false, true}) {
    LabDriver window;
    if (grown) window.explorer.alone = nullptr, window.explorer.grown = "lab";
    window.frames(30);
    const std::vector<std::string> left = unexplained(window, "^Interleaved 1F1B$");
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

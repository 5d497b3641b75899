#include "app/output/timeline_file.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/output/drawing.h"
#include "core/pipeline/timeline.h"
#include "tests/core/pipeline/cases.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

struct Case {
  Schedule schedule = shardscope::test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 2});
  Timeline timeline;

  explicit Case(double pass) {
    timeline = simulate(
        schedule, shardscope::test::equal_times(schedule, {Seconds{pass}, Seconds{0}, Seconds{pass}, Seconds{pass}}));
  }
  [[nodiscard]] TimelineSource source() const {
    TimelineSource made{timeline, "1F1B"};
    made.kind = ScheduleKind::one_f_one_b;
    made.unit = TimeUnit::units;
    made.schedule = &schedule;
    return made;
  }
};

std::string text_of(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the ending says the form; of a schedule the order is one more") {
  CHECK(timeline_ending_problem("a.txt", false) == "A timeline is written as .png, .svg, .csv or .json.");
  CHECK(timeline_ending_problem("a.txt", true).empty());
  for (const ExportKind& kind : export_kinds) {
    const std::string file = "a" + std::string(kind.ending);
    CHECK(timeline_ending_problem(file, false).empty());
    CHECK(export_kind_of(file, true)->label == kind.label);
    CHECK((kind.as_seen || kind.ending == ".svg") == is_picture(file));
    CHECK(timeline_ending_problem("a.pdf", true).find(kind.ending) != std::string::npos);
  }
  CHECK(timeline_ending_problem("a.pdf", true).find(".txt") != std::string::npos);
}

TEST_CASE("each form is written, and the order is a line per rank") {
  const Case made(1);
  const TemporaryFolder folder;
  CHECK(write_timeline_file(folder.path("a.txt"), made.source()).empty());
  CHECK(text_of(folder.path("a.txt")) == "F0.0 F0.1 D0.0 D0.1\nF1.0 D1.0 F1.1 D1.1\n");
  CHECK(write_timeline_file(folder.path("a.csv"), made.source()).empty());
  CHECK(text_of(folder.path("a.csv")).find("0,forward,0,1,1,2\n") != std::string::npos);
  CHECK(write_timeline_file(folder.path("a.json"), made.source()).empty());
  CHECK_FALSE(write_timeline_file(folder.path("missing/a.csv"), made.source()).empty());
}

TEST_CASE("passes without time can't be drawn, and a trace has an end") {
  const TemporaryFolder folder;
  const Case none(0), endless(1e10);
  CHECK(write_timeline_file(folder.path("a.json"), none.source()) == nothing_to_draw);
  CHECK(write_timeline_file(folder.path("a.csv"), none.source()).empty());
  CHECK(write_timeline_file(folder.path("a.json"), endless.source()).find("Too long") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.path("a.json")));
}

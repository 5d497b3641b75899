#include "app/sweep/sweep_lines.h"

#include <doctest/doctest.h>

#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

SweptLines lines_of(const SweepSettings& settings) {
  const auto presets = std::make_shared<const Presets>(real_presets());
  const SweepAsked asked = ask_sweep(settings, *presets->launched("llama2-7b-256-a100"), presets);
  REQUIRE(asked.problem.empty());
  SweepProgress progress;
  while (!progress.done) carry_on(progress, asked, 3, 2);
  return swept_lines(asked, progress.rows);
}

}  // namespace

TEST_CASE("rows become a line for each value of the second field, each along the first") {
  SweptAxis along{"plan.micro_batch"}, by{"plan.recompute"};
  along.typed = "2,1,4";
  const SweptLines lines = lines_of({along, by, SweepFollow::gpus});
  REQUIRE(lines.lines.size() == 3);
  CHECK(lines.lines[2].label.find("Full") != std::string::npos);
  for (const SweptLine& line : lines.lines) {
    REQUIRE(line.points.size() == 3);
    CHECK(line.points[0].x == 1);
    CHECK(line.points[2].x == 4);
  }
  CHECK(lines.capacity.has_value());
}

TEST_CASE("a range leaves out what is impossible, a list keeps it without figures") {
  SweptAxis tp{"plan.tp"};
  tp.typed = "3..4";
  CHECK(lines_of({tp, {}, SweepFollow::gpus}).lines.front().points.size() == 1);
  tp.typed = "3,4";
  const SweptLines listed = lines_of({tp, {}, SweepFollow::gpus});
  REQUIRE(listed.lines.front().points.size() == 2);
  CHECK_FALSE(listed.lines.front().points[0].figures[index_of(SweepFigure::step)]);
  CHECK(listed.lines.front().points[1].figures[index_of(SweepFigure::step)]);
}

TEST_CASE("in proportion a step halves on twice the GPUs of one batch, and stays where the batch grows with them") {
  SweepSettings settings{{"cluster.gpus"}, {}, SweepFollow::batch};
  CHECK(ideal_at(settings, SweepFigure::step, 200, 100, 8) == 4);
  CHECK(ideal_at(settings, SweepFigure::tokens, 200, 100, 8) == 16);
  CHECK_FALSE(ideal_at(settings, SweepFigure::memory, 200, 100, 8));
  settings.follow = SweepFollow::share;
  CHECK(ideal_at(settings, SweepFigure::step, 200, 100, 8) == 8);
  settings.along.path = "plan.tp";
  CHECK_FALSE(ideal_at(settings, SweepFigure::step, 200, 100, 8));
}

TEST_CASE("values are said as the panel says them, and the command asks for the same rows") {
  CHECK(value_words("plan.tp", "8") == "8");
  CHECK(value_words("plan.recompute", "full") == "Full");
  CHECK(value_words("plan.flash_attention", "true") == "on");
  SweptAxis along{"plan.micro_batch"};
  along.typed = "1,2";
  const SweptLines lines = lines_of({along, {}, SweepFollow::gpus});
  const std::string words = command_of_sweep(lines, "a.json", SweepFigure::step, SweepFigure::goodput);
  CHECK(words == "shardscope sweep a.json --vary 'plan.micro_batch=1,2' --follow gpus --fields " +
                     std::string(sweep_headline) + ",run.goodput --csv");
  CHECK(csv_of_sweep(lines, SweepFigure::step, {}).starts_with("plan.micro_batch,"));
}

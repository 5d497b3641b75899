#include "render/gantt/gantt_runs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

using namespace shardscope;

namespace {

ColumnMix mix(float forward) {
  ColumnMix column;
  column.share[static_cast<std::size_t>(BarKind::forward)] = forward;
  column.share[static_cast<std::size_t>(BarKind::idle)] = 1 - forward;
  return column;
}

}  // namespace

TEST_CASE("equal columns become one run, and a border stays where it is") {
  std::vector<ColumnMix> columns(100, mix(0));
  for (std::size_t i = 37; i < 80; ++i) columns[i] = mix(1);
  std::vector<MixRun> runs(50);
  REQUIRE(merge_columns(columns, 0.03f, runs) == 3);
  CHECK(runs[0].last == 37);
  CHECK(runs[1].last == 80);
  CHECK(runs[1].mix.of(BarKind::forward) == 1);
  CHECK(runs[2].last == 100);
}

TEST_CASE("runs never outnumber their places, cover every column once, and hold what the columns held") {
  std::mt19937 random(23);
  std::uniform_real_distribution<float> share(0, 1);
  for (const std::size_t places : {1u, 2u, 10u, 300u})
    for (int round = 0; round < 20; ++round) {
      CAPTURE(places);
      CAPTURE(round);
      std::vector<ColumnMix> columns;
      double forward = 0;
      for (int i = 0; i < 500; ++i) {
        columns.push_back(mix(share(random)));
        forward += columns.back().of(BarKind::forward);
      }
      std::vector<MixRun> runs(places);
      const std::size_t count = merge_columns(columns, 0.03f, runs);
      REQUIRE(count >= 1);
      REQUIRE(count <= places);
      std::size_t next = 0;
      double merged = 0;
      for (std::size_t i = 0; i < count; ++i) {
        CHECK(runs[i].first == next);
        CHECK(runs[i].last > next);
        merged += static_cast<double>(runs[i].mix.of(BarKind::forward)) * static_cast<double>(runs[i].last - next);
        next = runs[i].last;
      }
      CHECK(next == columns.size());
      CHECK(merged == doctest::Approx(forward).epsilon(1e-4));
    }
}

TEST_CASE("an idle stretch beside busy noise keeps its border even where room is short") {
  std::vector<ColumnMix> columns(400, mix(0));
  std::mt19937 random(4);
  for (std::size_t i = 123; i < 400; ++i) columns[i] = mix(0.8f + 0.2f * static_cast<float>(random() % 100) / 100);
  std::vector<MixRun> runs(3);
  const std::size_t count = merge_columns(columns, 0.03f, runs);
  CHECK(count >= 2);
  CHECK(runs[0].last == 123);
}

TEST_CASE("columns that cut equal bars at different places still make one run") {
  // Forward and backward bars in turn, one and two units long; columns of 2.3 units.
  std::vector<ColumnMix> columns;
  for (int i = 0; i < 200; ++i) {
    float forward = 0;
    for (int part = 0; part < 230; ++part) forward += (i * 230 + part) % 300 < 100 ? 1.0f / 230 : 0;
    ColumnMix column;
    column.share[static_cast<std::size_t>(BarKind::forward)] = forward;
    column.share[static_cast<std::size_t>(BarKind::backward)] = 1 - forward;
    columns.push_back(column);
  }
  std::vector<MixRun> runs(200);
  CHECK(merge_columns(columns, cut_tolerance(2.3 / 1.5), runs) == 1);
  CHECK(runs[0].mix.of(BarKind::forward) == doctest::Approx(1.0 / 3).epsilon(0.01));
  CHECK(merge_columns(columns, 0.03f, runs) > 50);
}

TEST_CASE("the tolerance shrinks with more bars a column and always tells idle from busy") {
  CHECK(cut_tolerance(0) < 0.05);
  CHECK(cut_tolerance(1) < 1);
  CHECK(cut_tolerance(10) == doctest::Approx(0.1));
  CHECK(cut_tolerance(1e6) > 0);
  CHECK(cut_tolerance(1e6) < 0.05);
}

TEST_CASE("however alike kinds of work are taken to be, an idle stretch keeps its border while there is room") {
  std::vector<ColumnMix> columns(40, mix(1));
  for (std::size_t i = 0; i < 11; ++i) columns[i] = mix(0);
  columns[11] = mix(0.5f);
  std::vector<MixRun> runs(40);
  REQUIRE(merge_columns(columns, 0.6f, runs) == 3);
  CHECK(runs[0].last == 11);
  CHECK(runs[1].last == 12);
}

TEST_CASE(
    "where bars and gaps are about a column wide and room is short, idle stretches stay idle and busy ones busy") {
  // A rank that waits, works with a gap after every pass, and waits for the step's end; then one that stops twice.
  std::vector<ColumnMix> columns(400, mix(0));
  std::mt19937 random(7);
  const auto work = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) columns[i] = mix(static_cast<float>(random() % 100) / 100);
  };
  work(60, 180), work(200, 290);
  for (const std::size_t places : {8u, 20u, 60u}) {
    CAPTURE(places);
    std::vector<MixRun> runs(places);
    const std::size_t count = merge_columns(columns, 0.6f, runs);
    for (std::size_t i = 0; i < count; ++i)
      for (const auto& [first, last] : {std::pair<std::size_t, std::size_t>{0, 60}, {180, 200}, {290, 400}}) {
        const std::size_t from = std::max(runs[i].first, first), to = std::max(from, std::min(runs[i].last, last));
        const std::size_t shared = to - from, others = runs[i].last - runs[i].first - shared;
        CAPTURE(runs[i].first);
        CAPTURE(runs[i].last);
        CHECK((shared <= 4 || others <= 4));  // some of the noise is all but idle itself
      }
  }
}

TEST_CASE("a busy stretch that is a few columns long shows amid idle ones even where room is short") {
  std::vector<ColumnMix> columns(300, mix(0));
  for (std::size_t i = 150; i < 156; ++i) columns[i] = mix(0.9f);
  for (std::size_t i = 0; i < 300; i += 20) columns[i] = mix(0.3f);
  std::vector<MixRun> runs(5);
  const std::size_t count = merge_columns(columns, 0.03f, runs);
  const auto shown = std::find_if(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(count),
                                  [](const MixRun& run) { return run.mix.of(BarKind::forward) > 0.8f; });
  REQUIRE(shown != runs.begin() + static_cast<std::ptrdiff_t>(count));
  CHECK(shown->first == 150);
  CHECK(shown->last == 156);
}

// Schedules against others' programs: tests/data/schedules.json, whose "source" says whose.
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/core/pipeline/cases.h"

using namespace shardscope;
using nlohmann::json;

namespace {

json oracle() {
  std::ifstream file(SHARDSCOPE_SOURCE_DIR "/tests/data/schedules.json");
  REQUIRE(file.good());
  return json::parse(file);
}

Schedule schedule_of_case(const json& row) {
  const std::string name = row["schedule"];
  const ScheduleKind kind = name == "GPipe"  ? ScheduleKind::gpipe
                            : name == "1F1B" ? ScheduleKind::one_f_one_b
                                             : ScheduleKind::interleaved;
  REQUIRE((kind != ScheduleKind::interleaved || name == "interleaved-1F1B"));
  return test::schedule_of(kind, {row["devices"], row["chunks"], row["microbatches"]});
}

}  // namespace

TEST_CASE("orders, makespans and peaks equal the oracle's") {
  const json table = oracle();
  REQUIRE(table["cases"].size() == 149);
  for (const json& row : table["cases"]) {
    CAPTURE(row.dump());
    const Schedule schedule = schedule_of_case(row);
    const StageTimes stage{Seconds{row["F"]}, Seconds{0}, Seconds{row["B"]}, Seconds{row["W"]}};
    const Timeline timeline = simulate(schedule, test::equal_times(schedule, stage, row["comm"]));
    CHECK(timeline.makespan.value == doctest::Approx(row["makespan"].get<double>()).epsilon(1e-12));
    CHECK(timeline.bubble_fraction() == doctest::Approx(row["bubble_rate"].get<double>()).epsilon(1e-9));
    const std::vector<double> peak =
        peak_held(schedule, std::vector<double>(static_cast<std::size_t>(schedule.stages()), 1));
    CHECK(peak == row["peak_activations_freed_by_W"].get<std::vector<double>>());
    if (!row.contains("order")) continue;
    for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
      CHECK(order_text(schedule, rank) == row["order"][static_cast<std::size_t>(rank)]);
  }
}

TEST_CASE("with unequal ranks, makespans, first starts and last ends equal the oracle's") {
  const json table = oracle();
  REQUIRE(table["unequal_device_times"].size() == 44);
  for (const json& row : table["unequal_device_times"]) {
    CAPTURE(row.dump());
    const Schedule schedule = schedule_of_case(row);
    PassTimes times{std::vector<StageTimes>(static_cast<std::size_t>(schedule.stages())), Seconds{row["comm"]}};
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
      for (std::size_t k = rank; k < times.stages.size(); k += schedule.order.size())
        times.stages[k] = {Seconds{row["F_per_device"][rank]}, {}, Seconds{row["B_full_per_device"][rank]}, {}};
    const Timeline timeline = simulate(schedule, times);
    CHECK(timeline.makespan.value == doctest::Approx(row["makespan"].get<double>()).epsilon(1e-12));
    for (std::int32_t rank = 0; rank < schedule.ranks; ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      CHECK(timeline.lane(rank).front().start == doctest::Approx(row["start_of_first"][r].get<double>()));
      CHECK(timeline.lane(rank).back().end == doctest::Approx(row["end_of_last"][r].get<double>()));
    }
  }
}

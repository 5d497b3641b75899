// Schedules against others' programs: tests/data/schedules.json, whose "source" says whose.
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "core/schedules/zb_auto.h"
#include "tests/core/pipeline/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using nlohmann::json;

namespace {

json oracle() {
  std::ifstream file(source_path("tests/data/schedules.json"));
  REQUIRE(file.good());
  return json::parse(file);
}

ScheduleKind kind_of(const std::string& name) {
  static const std::map<std::string, ScheduleKind> kinds = {
      {"GPipe", ScheduleKind::gpipe},       {"1F1B", ScheduleKind::one_f_one_b},
      {"ZB-auto", ScheduleKind::zb_auto},   {"interleaved-1F1B", ScheduleKind::interleaved},
      {"ZB-V", ScheduleKind::zb_v},         {"V-Half", ScheduleKind::v_half},
      {"V-Min", ScheduleKind::v_min},       {"1F1B-V", ScheduleKind::one_f_one_b_v},
      {"DualPipe", ScheduleKind::dualpipe}, {"DualPipeV", ScheduleKind::dualpipe_v}};
  return kinds.at(name);
}

PassTimes times_of(const json& row) {
  const bool mirrored = row["schedule"] == "DualPipe";
  const auto chunks = row["devices"].get<std::size_t>() * (mirrored ? 1 : row["chunks"].get<std::size_t>());
  const StageTimes stage{Seconds{row["F"]}, Seconds{0}, Seconds{row["B"]}, Seconds{row["W"]}};
  PassTimes times{std::vector<StageTimes>(chunks, stage), Seconds{row["comm"]}};
  if (row.contains("FB_overlapped"))
    times.overlapped.assign(2 * row["devices"].get<std::size_t>(), Seconds{row["FB_overlapped"]});
  return times;
}

Schedule schedule_of_case(const json& row, const PassTimes& times) {
  ScheduleRequest request{kind_of(row["schedule"]), row["devices"], row["chunks"], row["microbatches"], &times};
  if (row.contains("mem_limit") && !row.contains("mem_f")) request.memory_limit = row["mem_limit"].get<double>();
  const Outcome<Schedule> outcome = make_schedule(request);
  REQUIRE(succeeded(outcome));
  Schedule schedule = value_of(outcome);
  if (row.contains("mem_f"))
    schedule.order =
        zb_auto_orders(schedule.micro_batches, times, {row["mem_f"], row["mem_b"], row["mem_w"], row["mem_limit"]});
  return schedule;
}

std::vector<double> peak_of(const Schedule& schedule) {
  return peak_held(schedule, std::vector<double>(static_cast<std::size_t>(schedule.stages()), 1));
}

// The most of the weighted memory that any rank holds.
double weighted_peak(const Schedule& schedule, const json& row) {
  double peak = 0;
  for (const std::vector<Pass>& order : schedule.order) {
    double held = 0;
    for (const Pass pass : order) {
      const PassRole role = role_of(pass.kind);
      held += row[role == PassRole::forward ? "mem_f" : role == PassRole::weight ? "mem_w" : "mem_b"].get<double>();
      peak = std::max(peak, held);
    }
  }
  return peak;
}

}  // namespace

TEST_CASE("orders, makespans, bubbles and peaks of known generators equal the oracle's") {
  const json table = oracle();
  int cases = 0;
  for (const json& row : table["cases"]) {
    if (row["schedule"] == "ZB-auto" || row["schedule"] == "grouped-interleaved-1F1B") continue;
    ++cases;
    CAPTURE(row.dump());
    const PassTimes times = times_of(row);
    const Schedule schedule = schedule_of_case(row, times);
    const Timeline timeline = simulate(schedule, times);
    CHECK(timeline.makespan.value == doctest::Approx(row["makespan"].get<double>()).epsilon(1e-12));
    // The oracle's rate is that of its first rank; ranks of DualPipeV overlap passes to different extents.
    CHECK(1 - timeline.busy[0] / timeline.makespan == doctest::Approx(row["bubble_rate"].get<double>()).epsilon(1e-9));
    CHECK(peak_of(schedule) == row["peak_activations_freed_by_W"].get<std::vector<double>>());
    if (!row.contains("order")) continue;
    for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
      CHECK(order_text(schedule, rank) == row["order"][static_cast<std::size_t>(rank)]);
  }
  CHECK(cases == 388);
}

TEST_CASE("zb-auto is never slower than its paper's scheduler, within the same limit") {
  const json table = oracle();
  int cases = 0;
  for (const json& row : table["cases"]) {
    if (row["schedule"] != "ZB-auto") continue;
    ++cases;
    CAPTURE(row.dump());
    const PassTimes times = times_of(row);
    const Schedule schedule = schedule_of_case(row, times);
    const Timeline timeline = simulate(schedule, times);
    CHECK(timeline.makespan.value <= row["makespan"].get<double>() * (1 + 1e-12));
    CHECK(timeline.bubble_fraction() <= row["bubble_rate"].get<double>() + 1e-12);
    if (!row.contains("mem_limit")) continue;
    const std::vector<double> peak = peak_of(schedule);
    const double most =
        row.contains("mem_f") ? weighted_peak(schedule, row) : *std::max_element(peak.begin(), peak.end());
    CHECK(most <= row["mem_limit"].get<double>() + 1e-9);
  }
  CHECK(cases == 158);
}

TEST_CASE("with unequal ranks, makespans, first starts and last ends equal the oracle's") {
  const json table = oracle();
  REQUIRE(table["unequal_device_times"].size() == 44);
  for (const json& row : table["unequal_device_times"]) {
    CAPTURE(row.dump());
    const Schedule schedule =
        test::schedule_of(kind_of(row["schedule"]), {row["devices"], row["chunks"], row["microbatches"]});
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

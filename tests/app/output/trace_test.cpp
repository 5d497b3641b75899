#include "app/output/trace.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "core/inspect/memory/curve.h"
#include "tests/app/output/timelines.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

Json trace_of(const Report& report) {
  std::ostringstream out;
  write_trace(out, timeline_source(report));
  return Json::parse(out.str());
}

std::vector<std::string> lines_of_csv(const Report& report) {
  std::stringstream out;
  write_timeline_csv(out, timeline_source(report));
  std::vector<std::string> lines;
  for (std::string line; std::getline(out, line);) lines.push_back(line);
  return lines;
}

/// Calls check(event) for each event of a phase.
template <class Check>
void each(const Json& trace, const char* phase, const Check& check) {
  for (const Json& event : trace["traceEvents"])
    if (event["ph"] == phase) check(event);
}

}  // namespace

TEST_CASE("every event has phase, process, thread and name; all but names have a time from 0 on") {
  for (const Report& report : tests::reports_of_schedules()) {
    CAPTURE(json_name(*report.scenario.plan.schedule));
    const Json trace = trace_of(report);
    for (const Json& event : trace["traceEvents"]) {
      const auto phase = event["ph"].get<std::string>();
      CHECK(std::string("MXsfC").find(phase) != std::string::npos);
      CHECK(event["pid"].is_number_integer());
      CHECK(event["tid"].is_number_integer());
      CHECK(event["name"].is_string());
      CHECK(event["pid"].get<int>() < report.timeline->ranks);
      if (phase != "M") CHECK(event["ts"].get<double>() >= 0);
      if (phase == "X") CHECK(event["dur"].get<double>() >= 0);
    }
  }
}

TEST_CASE("a complete event is a pass, in its rank's process, with its micro-batch, chunk and stage") {
  for (const Report& report : tests::reports_of_schedules()) {
    CAPTURE(json_name(*report.scenario.plan.schedule));
    const Timeline& timeline = *report.timeline;
    std::vector<std::size_t> next(static_cast<std::size_t>(timeline.ranks));
    std::size_t passes = 0;
    each(trace_of(report), "X", [&](const Json& event) {
      if (event["cat"] != "pass") return;
      const auto rank = event["pid"].get<std::int32_t>();
      const PassRecord& record = timeline.lane(rank)[next[static_cast<std::size_t>(rank)]++];
      CHECK(event["ts"].get<double>() == doctest::Approx(record.start * 1e6));
      CHECK(event["dur"].get<double>() == doctest::Approx((record.end - record.start) * 1e6));
      CHECK(event["args"]["micro_batch"] == record.pass.micro_batch);
      CHECK(event["args"]["chunk"] == record.pass.chunk);
      CHECK(event["args"]["kind"] == std::string(name_of(record.pass.kind)));
      CHECK(event["args"]["stage"] == stage_of(timeline.placement, rank, record.pass.chunk, timeline.ranks));
      ++passes;
    });
    CHECK(passes == timeline.records.size());
  }
}

TEST_CASE("no two events of a thread overlap, and exchange and optimizer follow the passes") {
  for (const Report& report : tests::reports_of_schedules()) {
    CAPTURE(json_name(*report.scenario.plan.schedule));
    std::map<std::pair<int, int>, double> until;
    std::size_t step_ends = 0;
    each(trace_of(report), "X", [&](const Json& event) {
      double& end = until[{event["pid"], event["tid"]}];
      const double start = event["ts"];
      CHECK(start >= end - 1e-6);  // microseconds: times are whole nanoseconds, read as binary fractions
      end = start + event["dur"].get<double>();
      if (event["cat"] == "step end") {
        ++step_ends;
        CHECK(start >= until[{event["pid"], 0}] - 1e-3);
      }
    });
    CHECK(step_ends == 3 * static_cast<std::size_t>(report.timeline->ranks));
  }
}

TEST_CASE("an arrow has one start and one finish, in two processes, each within a pass of the same micro-batch") {
  for (const Report& report : tests::reports_of_schedules()) {
    CAPTURE(json_name(*report.scenario.plan.schedule));
    const Json trace = trace_of(report);
    std::map<std::int64_t, Json> starts, finishes;
    each(trace, "s", [&](const Json& event) { CHECK(starts.emplace(event["id"], event).second); });
    each(trace, "f", [&](const Json& event) { CHECK(finishes.emplace(event["id"], event).second); });
    CHECK(starts.size() == finishes.size());
    const auto pass_at = [&](const Json& at) {
      Json found;
      each(trace, "X", [&](const Json& event) {
        const double start = event["ts"], end = start + event["dur"].get<double>(), time = at["ts"];
        if (event["pid"] == at["pid"] && event["cat"] == "pass" && start <= time && time < end) found = event;
      });
      return found;
    };
    std::size_t looked_at = 0;
    for (const auto& [id, start] : starts) {
      REQUIRE(finishes.contains(id));
      const Json& finish = finishes.at(id);
      CHECK(start["pid"] != finish["pid"]);
      CHECK(start["ts"].get<double>() <= finish["ts"].get<double>());
      CHECK(finish["bp"] == "e");
      CHECK(start["name"] == finish["name"]);
      if (looked_at++ % 7 != 0) continue;  // each look reads the whole trace
      const Json from = pass_at(start), to = pass_at(finish);
      REQUIRE((from.is_object() && to.is_object()));
      CHECK(from["args"]["micro_batch"] == to["args"]["micro_batch"]);
    }
  }
}

TEST_CASE("1F1B's arrows are one a micro-batch, direction and neighbour") {
  std::size_t arrows = 0;
  each(trace_of(tests::report_of(ScheduleKind::one_f_one_b)), "s", [&](const Json&) { ++arrows; });
  CHECK(arrows == 2 * 3 * 16);
}

TEST_CASE("the counters are the memory curve: what is held after each change, back to its start at the end") {
  const Report report = tests::report_of(ScheduleKind::one_f_one_b);
  std::map<int, std::vector<double>> activations, all;
  std::map<int, double> latest;
  each(trace_of(report), "C", [&](const Json& event) {
    const int rank = event["pid"];
    CHECK(event["ts"].get<double>() >= latest[rank]);
    latest[rank] = event["ts"];
    (event["name"] == "Activations held" ? activations : all)[rank].push_back(event["args"]["bytes"]);
  });
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const MemoryCurve curve = memory_over_time(report, rank);
    REQUIRE(activations[rank].size() == curve.points.size());
    REQUIRE(all[rank].size() == curve.points.size());
    double most = 0;
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      CHECK(activations[rank][i] == doctest::Approx(curve.points[i].activations.value).epsilon(1e-6));
      CHECK(all[rank][i] - activations[rank][i] == doctest::Approx(curve.constant().value).epsilon(1e-6));
      most = std::max(most, all[rank][i]);
    }
    CHECK(activations[rank].back() == 0);
    CHECK(most == doctest::Approx(report.memory.stages[static_cast<std::size_t>(rank)].total.value).epsilon(1e-6));
  }
}

TEST_CASE("each way of a rank's transfers is a thread of its own, from where a pass ends to where the next may begin") {
  const Report report = tests::report_of(ScheduleKind::one_f_one_b);
  std::map<std::pair<int, std::string>, int> sends;
  each(trace_of(report), "X", [&](const Json& event) {
    if (event["cat"] != "send") return;
    const int rank = event["pid"], to = event["args"]["to"];
    const std::string name = event["name"];
    const bool onward = name.starts_with("Activations of ");
    CHECK(to == rank + (onward ? 1 : -1));
    CHECK(event["tid"].get<int>() >= 3);
    const double seconds = report.timeline->transfer_from.at(static_cast<std::size_t>(rank)).value;
    CHECK(event["dur"].get<double>() == doctest::Approx(seconds * 1e6).epsilon(0.01));
    ++sends[{rank, onward ? "onward" : "back"}];
  });
  for (int rank = 0; rank < 4; ++rank) {
    CHECK(sends[{rank, "onward"}] == (rank < 3 ? 16 : 0));
    CHECK(sends[{rank, "back"}] == (rank > 0 ? 16 : 0));
  }
}

TEST_CASE("processes and threads have names, and the scenario's own name is kept as it is") {
  const Json trace = trace_of(tests::report_of(ScheduleKind::zb_h1));
  std::set<std::string> names;
  each(trace, "M", [&](const Json& event) {
    if (event["args"].contains("name")) names.insert(event["args"]["name"]);
  });
  CHECK(names.contains("Pipeline rank 3"));
  CHECK(names.contains("Passes"));
  CHECK(names.contains("Gradient exchange and optimizer"));
  CHECK(trace["otherData"]["scenario"] == "A <step> & \"its\" trace");
}

TEST_CASE("the exchange with the replicas is a thread of its own, bucket by bucket, as it runs beside the passes") {
  const Report report = tests::report_of(ScheduleKind::one_f_one_b);
  std::map<int, std::size_t> buckets;
  std::map<int, double> first;
  each(trace_of(report), "X", [&](const Json& event) {
    if (event["cat"] != "exchange") return;
    const int rank = event["pid"];
    CHECK(event["tid"] == 2);
    CHECK(event["args"].contains("bucket"));
    ++buckets[rank];
    first.try_emplace(rank, event["ts"].get<double>());
  });
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const auto& records = report.time->exchange[static_cast<std::size_t>(rank)];
    std::size_t in_step = 0;
    for (const ExchangeRecord& record : records) in_step += record.end > 0 ? 1 : 0;
    REQUIRE(in_step > 0);
    CHECK(buckets[rank] == in_step);
  }
}

TEST_CASE("after a rank's passes the table has its exchange and its optimizer") {
  const Report report = tests::report_of(ScheduleKind::one_f_one_b);
  std::map<std::string, std::size_t> rows;
  for (const std::string& line : lines_of_csv(report)) {
    const std::size_t kind = line.find(',') + 1;
    ++rows[line.substr(kind, line.find(',', kind) - kind)];
  }
  std::size_t gradients = 0;
  for (const auto& records : report.time->exchange)
    for (const ExchangeRecord& record : records) gradients += record.kind == ExchangeKind::gradients ? 1 : 0;
  REQUIRE(gradients > 0);
  CHECK(rows["gradients_bucket"] == gradients);
  CHECK(rows["gradients_exposed"] == 4);
  CHECK(rows["optimizer"] == 4);
  CHECK(rows["parameters_exposed"] == 4);
}

TEST_CASE("the table's first rows of a rank are its passes, and their numbers read back exactly") {
  for (const Report& report : tests::reports_of_schedules()) {
    CAPTURE(json_name(*report.scenario.plan.schedule));
    const Timeline& timeline = *report.timeline;
    const std::vector<std::string> lines = lines_of_csv(report);
    REQUIRE(lines.size() > timeline.records.size() + 1);
    CHECK(lines[0] == "rank,kind,chunk,micro_batch,start_seconds,end_seconds,recompute_seconds");
    const TimelineIndex index = build_timeline_index(timeline, {});
    std::size_t line = 1;
    for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
      while (!lines[line].starts_with(std::to_string(rank) + ",")) ++line;
      for (const PassRecord& record : timeline.lane(rank)) {
        std::stringstream cells(lines[line++]);
        std::vector<std::string> values;
        for (std::string cell; std::getline(cells, cell, ',');) values.push_back(cell);
        REQUIRE(values.size() == 7);
        CHECK(values[0] == std::to_string(rank));
        CHECK(values[1] == std::string(name_of(record.pass.kind)));
        CHECK(values[2] == std::to_string(record.pass.chunk));
        CHECK(values[3] == std::to_string(record.pass.micro_batch));
        CHECK(std::stod(values[4]) == record.start);
        CHECK(std::stod(values[5]) == record.end);
        CHECK(std::stod(values[6]) == lane_index(timeline, index, rank).recompute_seconds(record));
      }
    }
  }
}

TEST_CASE("a rank's operations are kernels on streams that never overlap themselves, inside its passes") {
  const Report report = evaluate(*all_presets().scenario("mixtral-8x7b-512-h100"));
  const std::int32_t rank = report.time->critical_rank;
  const std::optional<RankLanes> lanes = rank_lanes(report, rank);
  REQUIRE(lanes);
  TimelineSource source = timeline_source(report);
  source.lanes = &*lanes;
  std::ostringstream out;
  write_trace(out, source);
  const Json trace = Json::parse(out.str());
  std::map<int, double> until;
  std::set<std::string> names;
  each(trace, "X", [&](const Json& event) {
    if (event["cat"] != "kernel") return;
    CHECK(event["pid"] == rank);
    double& end = until[event["tid"].get<int>()];
    CHECK(event["ts"].get<double>() >= end - 1e-3);
    end = event["ts"].get<double>() + event["dur"].get<double>();
    names.insert(event["name"].get<std::string>());
  });
  CHECK(names.contains("q k v projection"));
  CHECK(names.contains("dispatch to the experts"));
  CHECK(until.size() >= 2);
  bool computes = false;
  each(trace, "M", [&](const Json& event) {
    const Json& named = event["args"];
    computes |= named.contains("name") && named["name"].get<std::string>().starts_with("stream 7: ");
  });
  CHECK(computes);
}

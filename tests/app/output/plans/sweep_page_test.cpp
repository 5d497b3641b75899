#include "app/output/plans/sweep_page.h"

#include <doctest/doctest.h>

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

const std::vector<FieldPath> asked = {{"time.step_seconds", {"time", "step_seconds"}},
                                      {"memory.peak_bytes", {"memory", "peak_bytes"}},
                                      {"throughput.mfu", {"throughput", "mfu"}}};

std::vector<SweepRow> rows() {
  SweepRow good;
  good.settings = {{"plan.tp", "4"}, {"plan.schedule", "zb-v"}};
  good.figures = {{"time.step_seconds", 4.2}, {"memory.peak_bytes", 64000000000}, {"throughput.mfu", nullptr}};
  good.read = good.valid = true;
  SweepRow bad;
  bad.settings = {{"plan.tp", "3"}, {"plan.schedule", "zb-v"}};
  bad.read = true, bad.problem = "plan.tp: 64 heads, \"odd\"";
  return {good, bad};
}

}  // namespace

TEST_CASE("a sweep's JSON has numbers as numbers, and why a row has no figures") {
  CHECK(sweep_json(rows()) == Json::parse(R"([
    {"settings": {"plan.tp": 4, "plan.schedule": "zb-v"}, "valid": true,
     "time.step_seconds": 4.2, "memory.peak_bytes": 64000000000, "throughput.mfu": null},
    {"settings": {"plan.tp": 3, "plan.schedule": "zb-v"}, "valid": false, "problem": "plan.tp: 64 heads, \"odd\""}])"));
}

TEST_CASE("a sweep's table for a spreadsheet has plain numbers, and empty cells where nothing is known") {
  CHECK(sweep_csv(rows(), asked) ==
        "plan.tp,plan.schedule,time.step_seconds,memory.peak_bytes,throughput.mfu,problem\n"
        "4,zb-v,4.2,64000000000,,\n"
        "3,zb-v,,,,\"plan.tp: 64 heads, \"\"odd\"\"\"\n");
}

TEST_CASE("a sweep's page says figures in the units of their keys, and problems only where there are some") {
  const Page page = sweep_page("Sweep", rows(), asked);
  const Table& table = page.sections.at(0).table;
  CHECK(table.head.back() == "problem");
  CHECK(table.rows.at(0) == std::vector<std::string>{"4", "zb-v", "4.2 s", "64.0 GB", "unknown", ""});
  CHECK(table.rows.at(1).back() == "plan.tp: 64 heads, \"odd\"");
  const std::vector<SweepRow> good = {rows().front()};
  CHECK(sweep_page("Sweep", good, asked).sections.at(0).table.head.back() == "throughput.mfu");
}

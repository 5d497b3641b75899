#include "core/step/traffic_matrix.h"

#include <doctest/doctest.h>

#include <chrono>

#include "core/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

double sum_of(const TrafficMatrix& matrix) {
  double sum = 0;
  for (const BytesByKind& cell : matrix.cells)
    for (const Bytes bytes : cell) sum += bytes.value;
  return sum;
}

Placement placement_of(const Report& report) {
  return place_ranks(report.scenario.plan, report.scenario.cluster);
}

}  // namespace

TEST_CASE("all cells together are what all ranks send") {
  const Report report = evaluate(gpt3_on(4, 4, 4));
  REQUIRE(report.time.has_value());
  const Placement placement = placement_of(report);
  double sent = 0;
  for (const BytesByKind& stage : report.time->sent)
    for (const Bytes bytes : stage) sent += bytes.value * 16;  // ranks of a stage
  for (const std::int64_t cells : {1, 7, 64}) {
    CAPTURE(cells);
    CHECK(sum_of(traffic_matrix(report, placement, {0, 64}, {0, 64}, cells)) == doctest::Approx(sent));
  }
}

TEST_CASE("single ranks: the ring's neighbour in the node, the next replica, the stages beside") {
  const Report report = evaluate(gpt3_on(4, 4, 4));
  std::vector<Message> messages;
  messages_of(report, placement_of(report), 17, messages);  // stage 1, replica 0, tensor 1
  std::int64_t tensor = 0, data = 0, stages = 0;
  for (const Message& message : messages) {
    CHECK(message.bytes.value > 0);
    CHECK(message.to != 17);
    tensor += message.kind == GroupKind::tp ? 1 : 0;
    data += message.kind == GroupKind::dp ? 1 : 0;
    stages += message.kind == GroupKind::pp ? 1 : 0;
    if (message.kind == GroupKind::tp) CHECK(message.to / 4 == 4);
    if (message.kind == GroupKind::dp) CHECK(message.to % 4 == 1);
    if (message.kind == GroupKind::dp) CHECK(message.to / 16 == 1);
    if (message.kind == GroupKind::pp) CHECK((message.to == 1 || message.to == 33));
  }
  CHECK(tensor > 0);
  CHECK(data > 0);
  CHECK(stages == 2);
}

TEST_CASE("experts' all-to-alls go evenly to their group and nowhere else") {
  const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  const Placement placement = placement_of(report);
  std::vector<Message> messages;
  messages_of(report, placement, 70, messages);
  const RankSet group = group_of(placement, GroupKind::ep, 70);
  std::int64_t experts = 0;
  for (const Message& message : messages) {
    experts += message.kind == GroupKind::ep ? 1 : 0;
    if (message.kind == GroupKind::ep) CHECK(group.contains(message.to));
  }
  CHECK(experts > 1);
}

TEST_CASE("a matrix of a million ranks asks no more of them than of a thousand, and has the same bands") {
  Scenario scenario = gpt3_on(8, 8, 16'384);
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  const auto begin = std::chrono::steady_clock::now();
  const TrafficMatrix matrix = traffic_matrix(report, placement_of(report), {0, 1 << 20}, {0, 1 << 20}, 64);
  CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < 2);
  CHECK(matrix.rows == 64);
  for (std::int64_t row = 0; row < 64; ++row) {
    CHECK(matrix.at(row, row)[static_cast<std::size_t>(GroupKind::tp)].value > 0);
    if (row + 8 < 64) CHECK(matrix.at(row, row + 8)[static_cast<std::size_t>(GroupKind::pp)].value > 0);
  }
  CHECK(matrix.senders_of(63).first + matrix.senders_of(63).count == 1 << 20);
}

TEST_CASE("without a step nothing is sent") {
  std::vector<Message> messages = {{}};
  messages_of(Report{}, place_ranks(Plan{}, Cluster{}), 0, messages);
  CHECK(messages.empty());
}

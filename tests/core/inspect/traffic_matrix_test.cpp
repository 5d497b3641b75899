#include "core/inspect/traffic_matrix.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/shortest.h"

using namespace shardscope;

namespace {

double sum_of(const TrafficMatrix& matrix) {
  double sum = 0;
  for (const BytesByKind& cell : matrix.cells)
    for (const Bytes bytes : cell) sum += bytes.value;
  return sum;
}

RankMapping mapping_of(const Report& report) {
  return map_ranks(report.scenario.plan, report.scenario.cluster);
}

}  // namespace

TEST_CASE("all cells together are what all ranks send") {
  const Report report = evaluate(gpt3_on(4, 4, 4));
  REQUIRE(report.time.has_value());
  const RankMapping mapping = mapping_of(report);
  double sent = 0;
  for (const CarriedByKind& stage : report.time->sent)
    for (const Carried& kind : stage) sent += kind.sent.value * 16;  // ranks of a stage
  for (const std::int64_t cells : {1, 7, 64}) {
    CAPTURE(cells);
    CHECK(sum_of(traffic_matrix(report, mapping, {0, 64}, {0, 64}, cells)) == doctest::Approx(sent));
  }
  // Asked of a few ranks of each row only and scaled up, it is nearly the same.
  CHECK(sum_of(traffic_matrix(report, mapping, {0, 64}, {0, 64}, 4, 8)) == doctest::Approx(sent).epsilon(0.02));
  CHECK(sum_of(traffic_matrix(report, mapping, {0, 64}, {0, 64}, 1, 8)) == doctest::Approx(sent).epsilon(0.1));
}

TEST_CASE("a cell has what the ranks of its row send to those of its column; rows are even, one after another") {
  const Report report = evaluate(gpt3_on(4, 4, 4));
  const RankMapping mapping = mapping_of(report);
  for (const auto& [senders, receivers, cells] :
       {std::tuple{RankRange{0, 64}, RankRange{0, 64}, 7}, {{3, 10}, {0, 64}, 3}, {{16, 30}, {20, 11}, 64}}) {
    CAPTURE(cells);
    const TrafficMatrix matrix = traffic_matrix(report, mapping, senders, receivers, cells);
    std::vector<Message> messages;
    std::int64_t next = senders.first;
    for (std::int64_t row = 0; row < matrix.rows; ++row) {
      const RankRange ranks = matrix.senders_of(row);
      CHECK(ranks.first == next);
      CHECK(std::abs(ranks.count * matrix.rows - senders.count) < matrix.rows);
      next = ranks.first + ranks.count;
      std::vector<double> sent(static_cast<std::size_t>(matrix.columns), 0);
      for (std::int64_t rank = ranks.first; rank < next; ++rank) {
        messages_of(report, mapping, rank, messages);
        for (const Message& message : messages)
          for (std::int64_t column = 0; column < matrix.columns; ++column) {
            const std::int64_t place = message.to - matrix.receivers_of(column).first;
            if (place >= 0 && place < matrix.receivers_of(column).count)
              sent[static_cast<std::size_t>(column)] += message.bytes.value;
          }
      }
      for (std::int64_t column = 0; column < matrix.columns; ++column) {
        double cell = 0;
        for (const Bytes bytes : matrix.at(row, column)) cell += bytes.value;
        CHECK(cell == doctest::Approx(sent[static_cast<std::size_t>(column)]));
      }
    }
    CHECK(next == senders.first + senders.count);
  }
}

TEST_CASE("of each kind a rank's messages are all that its stage sends") {
  Scenario levels = gpt3_on(4, 4, 8);
  levels.plan.collective_algorithm = CollectiveAlgorithm::hierarchical;
  Scenario doubling = levels;
  doubling.plan.collective_algorithm = CollectiveAlgorithm::halving_doubling;
  for (const Scenario& scenario : {gpt3_on(4, 4, 4), levels, doubling, preset_scenario("deepseek-v3-2048-h800")}) {
    const Report report = evaluate(scenario);
    REQUIRE(report.time.has_value());
    const RankMapping mapping = mapping_of(report);
    std::vector<Message> messages;
    for (const std::int64_t rank : {0, 5, 37, 63}) {
      messages_of(report, mapping, rank, messages);
      const auto stage =
          static_cast<std::size_t>(mapping.dense.coordinates(rank)[static_cast<std::size_t>(GroupKind::pp)]);
      for (const Communication& row : report.communication) {
        CAPTURE(name_of(row.way));
        double bytes = 0;
        for (const Message& message : messages) bytes += message.kind == row.kind ? message.bytes.value : 0;
        CHECK(bytes == doctest::Approx(report.time->sent[stage][index_of(row.kind)].sent.value));
      }
    }
  }
}

TEST_CASE("tokens that go once a domain go to the like places of others, and to all of the own one") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  scenario.plan.moe_dispatcher = MoeDispatcher::deepep;
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  std::vector<Message> messages;
  messages_of(report, mapping_of(report), 5, messages);
  std::set<std::int64_t> near, far;
  for (const Message& message : messages)
    if (message.kind == GroupKind::ep) (message.to < 8 ? near : far).insert(message.to);
  CHECK(near == std::set<std::int64_t>{0, 1, 2, 3, 4, 6, 7});
  CHECK(far == std::set<std::int64_t>{13, 21, 29, 37, 45, 53, 61});
}

TEST_CASE("hierarchical gradients go to the next in the node, and to the like place in the next node") {
  Scenario scenario = gpt3_on(2, 1, 32);  // four replicas per node of eight, eight nodes
  scenario.plan.collective_algorithm = CollectiveAlgorithm::hierarchical;
  scenario.cluster.nodes_per_rack = 8;
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  std::vector<Message> messages;
  messages_of(report, mapping_of(report), 12, messages);  // replica 6: third of the second node
  std::vector<std::int64_t> data;
  double near = 0, far = 0;
  for (const Message& message : messages) {
    if (message.kind != GroupKind::dp) continue;
    data.push_back(message.to);
    (message.to / 8 == 1 ? near : far) += message.bytes.value;
  }
  CHECK(data == std::vector<std::int64_t>{14, 20});
  CHECK(near / far == doctest::Approx((3.0 / 4) / (1.0 / 4 * 7 / 8)));
}

TEST_CASE("single ranks: the ring's neighbour in the node, the next replica, the stages beside") {
  const Report report = evaluate(gpt3_on(4, 4, 4));
  std::vector<Message> messages;
  messages_of(report, mapping_of(report), 17, messages);  // stage 1, replica 0, tensor 1
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

TEST_CASE("a pipeline's ends are neighbours where its stages go round, and not where they turn back") {
  struct Case {
    ScheduleKind schedule;
    std::int64_t chunks;
    std::vector<std::int64_t> first, last;  // stages that the first and the last one send to
  };
  for (const Case& each : {Case{ScheduleKind::one_f_one_b, 1, {1}, {2}},
                           {ScheduleKind::interleaved, 2, {1, 3}, {0, 2}},
                           {ScheduleKind::forward_only, 1, {1}, {}},
                           {ScheduleKind::zb_v, 2, {1}, {2}},
                           {ScheduleKind::v_half, 2, {1}, {2}},
                           {ScheduleKind::dualpipe, 1, {1}, {2}}}) {
    CAPTURE(json_name(each.schedule));
    Scenario scenario = gpt3_on(4, 4, 4);
    scenario.plan.schedule = each.schedule;
    scenario.plan.virtual_stages = each.chunks;
    const Report report = evaluate(scenario);
    REQUIRE(report.time.has_value());
    const auto sent_to = [&](std::int64_t stage) {
      std::vector<Message> messages;
      messages_of(report, mapping_of(report), stage * 16, messages);
      std::vector<std::int64_t> to;
      for (const Message& message : messages)
        if (message.kind == GroupKind::pp) to.push_back(message.to / 16);
      std::sort(to.begin(), to.end());
      return to;
    };
    CHECK(sent_to(0) == each.first);
    CHECK(sent_to(3) == each.last);
  }
}

TEST_CASE("experts' all-to-alls go evenly to their group and nowhere else") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  scenario.plan.moe_dispatcher = MoeDispatcher::alltoall;
  const Report report = evaluate(scenario);
  const RankMapping mapping = mapping_of(report);
  std::vector<Message> messages;
  messages_of(report, mapping, 70, messages);
  const RankSet group = group_of(mapping, GroupKind::ep, 70);
  std::set<std::int64_t> receivers;
  double bytes = 0;
  for (const Message& message : messages) {
    if (message.kind != GroupKind::ep) continue;
    CHECK(group.contains(message.to));
    CHECK(receivers.insert(message.to).second);
    if (bytes > 0) CHECK(message.bytes.value == doctest::Approx(bytes));
    bytes = message.bytes.value;
  }
  CHECK(receivers.size() == 16);
}

TEST_CASE("whatever the size of a group, its receivers are distinct") {
  for (std::int64_t replicas = 2; replicas <= 40; ++replicas) {
    Scenario scenario = gpt3_on(1, 1, replicas);
    scenario.plan.collective_algorithm = CollectiveAlgorithm::tree;
    scenario.plan.zero = 0;
    const Report report = evaluate(scenario);
    REQUIRE(report.time.has_value());
    std::vector<Message> messages;
    messages_of(report, mapping_of(report), 1, messages);
    std::set<std::int64_t> receivers;
    for (const Message& message : messages) receivers.insert(message.to);
    CHECK(receivers.size() == static_cast<std::size_t>(std::min<std::int64_t>(16, replicas - 1)));
    CHECK(receivers.count(1) == 0);
  }
}

TEST_CASE("a matrix of a million ranks asks no more of them than of a thousand, and has the same bands") {
  Scenario scenario = gpt3_on(8, 8, 16'384);
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  const auto drawn = [&](std::int64_t ranks) {
    return traffic_matrix(report, mapping_of(report), {0, ranks}, {0, ranks}, 64);
  };
  const double ratio = tests::times_as_long([&] { return drawn(1 << 20); }, [&] { return drawn(1 << 10); }, 3);
  CAPTURE(ratio);
  CHECK(ratio < 100);  // of the ranks it is 1024
  const TrafficMatrix matrix = drawn(1 << 20);
  CHECK(matrix.rows == 64);
  for (std::int64_t row = 0; row < 64; ++row) {
    CHECK(matrix.at(row, row)[static_cast<std::size_t>(GroupKind::tp)].value > 0);
    if (row + 8 < 64) CHECK(matrix.at(row, row + 8)[static_cast<std::size_t>(GroupKind::pp)].value > 0);
  }
  CHECK(matrix.senders_of(63).first + matrix.senders_of(63).count == 1 << 20);
}

TEST_CASE("without a step nothing is sent") {
  std::vector<Message> messages = {{}};
  messages_of(Report{}, map_ranks(Plan{}, Cluster{}), 0, messages);
  CHECK(messages.empty());
}

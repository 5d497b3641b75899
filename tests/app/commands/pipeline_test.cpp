#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

PipelineCommand command_of(ScheduleKind schedule, std::int64_t ranks, std::int64_t micro_batches) {
  PipelineCommand command;
  command.schedule = schedule, command.ranks = ranks, command.micro_batches = micro_batches;
  return command;
}

Json json_of(PipelineCommand command) {
  command.json = true;
  const Ran ran = run_command(command);
  CHECK(ran.status == exit_status::done);
  return Json::parse(ran.out);
}

std::string refusal_of(const PipelineCommand& command) {
  const Ran ran = run_command(command);
  CHECK(ran.status == exit_status::invalid_input);
  CHECK(ran.out.empty());
  return ran.error;
}

}  // namespace

TEST_CASE("a schedule alone as JSON has its makespan, bubble, times and peaks per rank, and its order") {
  const Json answer = json_of(command_of(ScheduleKind::one_f_one_b, 2, 2));
  CHECK(answer["makespan"] == 9);
  CHECK(answer["bubble_fraction"].get<double>() == doctest::Approx(1.0 / 3));
  CHECK(answer["busy_per_rank"] == Json{6, 6});
  CHECK(answer["first_start_per_rank"] == Json{0, 1});
  CHECK(answer["last_end_per_rank"] == Json{9, 7});
  CHECK(answer["peak_micro_batches_per_rank"] == Json{2, 1});
  CHECK(answer["order"] == Json{"F0.0 F0.1 D0.0 D0.1", "F1.0 D1.0 F1.1 D1.1"});
}

TEST_CASE("times may be a list, one per rank, and so may transfers") {
  PipelineCommand command = command_of(ScheduleKind::gpipe, 2, 1);
  command.forward = {1, 2}, command.backward_input = {3, 4}, command.backward_weight = {5, 6},
  command.transfer = {7, 8};
  // Forward to 1, over by 8, forward to 10, backward to 20, over by 28, backward to 36.
  CHECK(json_of(command)["makespan"] == 36);
  CHECK(json_of(command)["last_end_per_rank"] == Json{36, 20});
}

TEST_CASE("a list of times is one per rank where two ranks hold each stage, too") {
  for (const ScheduleKind kind : {ScheduleKind::dualpipe, ScheduleKind::chimera}) {
    PipelineCommand command = command_of(kind, 4, 8);
    command.forward = {1, 2, 3, 4}, command.backward_input = {1, 2, 3, 4}, command.backward_weight = {1, 2, 3, 4};
    CHECK(json_of(command)["busy_per_rank"] == Json{24, 48, 72, 96});  // eight micro-batches, three passes of each
  }
}

TEST_CASE("every schedule runs alone, V schedules without being told of their two chunks") {
  for (std::size_t i = 0; i < choices<ScheduleKind>().size(); ++i) {
    PipelineCommand command = command_of(static_cast<ScheduleKind>(i), 4, 8);
    if (command.schedule == ScheduleKind::interleaved) command.virtual_stages = 2;
    CAPTURE(json_name(command.schedule));
    const Json answer = json_of(command);
    CHECK(answer["order"].size() == 4);
    CHECK(answer["makespan"].get<double>() >= answer["busy_per_rank"][0].get<double>());
    CHECK(run_command(command).out.find("Makespan") != std::string::npos);
  }
}

TEST_CASE("the order alone is a line per rank") {
  PipelineCommand command = command_of(ScheduleKind::dualpipe, 2, 4);
  command.order = true;
  CHECK(run_command(command).out ==
        "F0.0 F1.'0 F0.1 D1.'0 X1.'1+0.0 D1.'1 B0.1 W0.1\nF0.'0 F1.0 F0.'1 D1.0 X1.1+0.'0 D1.1 B0.'1 W0.'1\n");
}

TEST_CASE("what no schedule can do is refused in words that name the option") {
  CHECK(refusal_of(command_of(ScheduleKind::dualpipe, 4, 6)) ==
        "pipeline: --micro-batches: dualpipe wants at least 2 micro-batches per rank: 6 micro-batches over 4 ranks; "
        "try 8 or more\n");
  CHECK(refusal_of(command_of(ScheduleKind::gpipe, 0, 6)) ==
        "pipeline: --ranks: 0 is out of range; a whole number from 1 to 16000000\n");
  PipelineCommand command = command_of(ScheduleKind::gpipe, 4, 6);
  command.forward = {1, 2};
  CHECK(refusal_of(command) == "pipeline: --forward: 2 times for 4 ranks; give 1 or 4\n");
  command = command_of(ScheduleKind::gpipe, 4, 6);
  command.memory_limit = 3;
  CHECK(refusal_of(command) == "pipeline: --memory-limit: gpipe takes no memory limit; zb-auto and zb-v do\n");
  command = command_of(ScheduleKind::one_f_one_b, 4, 6);
  command.backward_weight = {-1};
  CHECK(refusal_of(command).find("--backward-weight: -1.0 is out of range") != std::string::npos);
}

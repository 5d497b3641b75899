#include "core/schedules/schedules.h"

#include <limits>
#include <map>
#include <tuple>

#include "core/base/limits.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

Problem only_problem(ScheduleKind kind, std::int32_t ranks, std::int32_t virtual_stages, std::int32_t micro_batches) {
  const Outcome<Schedule> outcome = make_schedule({kind, ranks, virtual_stages, micro_batches});
  REQUIRE_FALSE(succeeded(outcome));
  REQUIRE(problems_of(outcome).size() == 1);
  return problems_of(outcome).front();
}

}  // namespace

TEST_CASE("every rank takes each of its micro-batch-chunks forward, back and through its weights once, in this order") {
  test::for_each_schedule([&](ScheduleKind kind, const Schedule& schedule, test::Size size) {
    REQUIRE(schedule.order.size() == static_cast<std::size_t>(size.ranks));
    const std::int32_t half = schedule.micro_batches / 2;
    const bool mirrored = schedule.placement == StagePlacement::mirrored;
    for (const std::vector<Pass>& order : schedule.order) {
      enum { nothing, forward_done, input_done, all_done };
      std::map<std::tuple<int, int>, int> state;
      for (const Pass pass : order) {
        CHECK(pass.chunk < schedule.virtual_stages);
        CHECK(pass.micro_batch < size.micro_batches);
        if (mirrored) CHECK((pass.micro_batch >= half) == (pass.chunk == 1));
        int& of_pass = state[{pass.chunk, pass.micro_batch}];
        const PassRole role = role_of(pass.kind);
        CHECK(of_pass == (role == PassRole::forward    ? nothing
                          : role == PassRole::backward ? forward_done
                                                       : input_done));
        of_pass = role == PassRole::forward ? forward_done : frees_activations(pass.kind) ? all_done : input_done;
      }
      const int end = ways_of(kind).runs_backward ? all_done : forward_done;
      for (const auto& [pass, reached] : state) CHECK(reached == end);
      const std::int32_t chunks = mirrored ? 1 : schedule.virtual_stages;
      CHECK(state.size() == static_cast<std::size_t>(chunks * size.micro_batches));
    }
  });
}

TEST_CASE("virtual stages belong to interleaving, and interleaving wants them") {
  CHECK(only_problem(ScheduleKind::one_f_one_b, 4, 2, 8).path == "plan.virtual_stages");
  CHECK(only_problem(ScheduleKind::gpipe, 4, 3, 8).message ==
        "gpipe has 1 virtual stage per rank, not 3; use interleaved, or 1");
  CHECK(only_problem(ScheduleKind::interleaved, 4, 1, 8).path == "plan.virtual_stages");
}

TEST_CASE("interleaving with a count of micro-batches that ranks don't divide names the counts next to it") {
  const Problem problem = only_problem(ScheduleKind::interleaved, 4, 2, 10);
  CHECK(problem.path == "plan.schedule");
  CHECK(problem.message == "interleaved wants micro-batches divisible by PP: 10 over 4 ranks; try 8 or 12");
  CHECK(only_problem(ScheduleKind::interleaved, 4, 2, 3).message ==
        "interleaved wants micro-batches divisible by PP: 3 over 4 ranks; try 4");
}

TEST_CASE("counts below 1 and steps of more passes than passes_max are problems, not schedules") {
  CHECK(only_problem(ScheduleKind::one_f_one_b, 0, 1, 8).path == "plan.pp");
  CHECK(only_problem(ScheduleKind::one_f_one_b, 4, 1, -1).message == "a schedule needs at least 1 micro-batch, not -1");
  constexpr auto half = static_cast<std::int32_t>(limits::passes_max / 2);
  CHECK(only_problem(ScheduleKind::one_f_one_b, 1, 1, half + 1).rule == "passes-max");
  CHECK(only_problem(ScheduleKind::interleaved, half / 2, 2, half / 2).rule == "passes-max");
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  CHECK(only_problem(ScheduleKind::gpipe, most, 1, most).rule == "passes-max");
  CHECK(only_problem(ScheduleKind::interleaved, most, most, most).rule == "virtual-stages-max");
}

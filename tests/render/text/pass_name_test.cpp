#include "render/text/pass_name.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>

using namespace shardscope;

TEST_CASE("passes are named by what they compute, however they are run") {
  CHECK(name_of_pass(PassKind::forward).title == name_of_pass(PassKind::overlapped_forward).title);
  CHECK(name_of_pass(PassKind::forward).title == name_of_pass(PassKind::lone_forward).title);
  CHECK(name_of_pass(PassKind::backward).title == name_of_pass(PassKind::overlapped_backward).title);
  CHECK(name_of_pass(PassKind::backward_input).title == "Backward, input gradient");
  CHECK(name_of_pass(PassKind::backward_weight).title == "Weight gradient");
  CHECK(name_of_pass(PassKind::embedding).title != name_of_pass(PassKind::loss).title);
  CHECK(name_of_pass(PassKind::loss_backward).title == "Loss, backward");
}

TEST_CASE("what an operation is run for is called as its pass is") {
  CHECK(name_of_pass(OperationPhase::input_gradient).word == name_of_pass(PassKind::backward_input).word);
  CHECK(name_of_pass(OperationPhase::weight_gradient).word == "weight gradient");
  CHECK(name_of_pass(OperationPhase::recompute).word == name_of_work(BarKind::recompute).word);
  for (std::size_t kind = 0; kind < pass_kinds; ++kind) {
    const PassName& name = name_of_pass(static_cast<PassKind>(kind));
    CHECK(name.brief.size() <= name.word.size());
  }
}

TEST_CASE("a stage's pass over its lanes is called as the schedule's pass is") {
  CHECK(name_of_pass(LanePass::forward).word == "forward");
  CHECK(name_of_pass(LanePass::backward).word == "backward");
  CHECK(name_of_pass(LanePass::backward_input).word == "input gradient");
  CHECK(name_of_pass(LanePass::backward_weight).word == "weight gradient");
}

TEST_CASE("in a trace the step's end is called as everywhere, and said to be exposed") {
  for (const BarKind kind : {BarKind::gradient_sync, BarKind::parameter_sync})
    CHECK(std::string(name_of_work(kind).traced) == std::string(name_of_work(kind).title) + ", exposed");
  CHECK(name_of_work(BarKind::optimizer).traced == "Optimizer");
  CHECK(name_of_exchange(ExchangeKind::gradients) == "Gradients");
  CHECK(name_of_exchange(ExchangeKind::parameters) == "Parameters");
}

TEST_CASE("every kind of work has names of its own, as short as there is room for") {
  std::set<std::string_view> titles, words, beside, brief;
  for (std::size_t kind = 0; kind < bar_kinds; ++kind) {
    const WorkName& name = name_of_work(static_cast<BarKind>(kind));
    titles.insert(name.title), words.insert(name.word), beside.insert(name.beside), brief.insert(name.brief);
    CHECK(name.brief.size() <= name.beside.size());
  }
  for (const auto& names : {titles, words, beside, brief}) CHECK(names.size() == bar_kinds);
}

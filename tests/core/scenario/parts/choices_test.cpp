#include "core/scenario/parts/choices.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

#include "core/schedules/schedule_kind.h"

using namespace shardscope;

namespace {

template <class Enumeration>
void check_table() {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < choices<Enumeration>().size(); ++i) {
    const auto value = static_cast<Enumeration>(i);
    CAPTURE(json_name(value));
    CHECK(names.insert(json_name(value)).second);
    CHECK(value_named<Enumeration>(json_name(value)) == value);
    CHECK_FALSE(label_of(value).empty());
    CHECK(choice_of(value).help.ends_with("."));
  }
  CHECK_FALSE(value_named<Enumeration>("no such name").has_value());
}

template <class... Enumerations>
void check_tables() {
  (check_table<Enumerations>(), ...);
}

}  // namespace

TEST_CASE("every value of an enumeration has a name of its own, a label and help") {
  check_tables<PositionEmbedding, Norm, NormPosition, ScheduleKind, RecomputeMode, RecomputeMethod, RecomputeModule,
               Precision, Dtype, Optimizer, Offload, Framework, FlopsConvention, GpuFamily, CheckpointMode,
               TopologyKind, CollectiveAlgorithm, MoeDispatcher, AcrossSites>();
}

TEST_CASE("rows written by hand stand in order where none is missing, and each is at its value's number") {
  struct Row {
    NormPosition of;
  };
  const std::array<Row, 1> first = {{{NormPosition{0}}}};
  const std::array<Row, 2> swapped = {{{NormPosition{1}}, {NormPosition{0}}}};
  CHECK_FALSE(stand_in_order(first, &Row::of));
  CHECK_FALSE(stand_in_order(swapped, &Row::of));
  std::array<Row, count_of<NormPosition>> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i].of = static_cast<NormPosition>(i);
  CHECK(stand_in_order(all, &Row::of));
}

TEST_CASE("names in the JSON are those of the contract") {
  CHECK(json_name(ScheduleKind::one_f_one_b) == "1f1b");
  CHECK(json_name(ScheduleKind::breadth_first) == "breadth-first");
  CHECK(json_name(ScheduleKind::zb_auto) == "zb-auto");
  CHECK(json_name(Precision::fp8_cs) == "fp8-cs");
  CHECK(json_name(Optimizer::sgd_momentum) == "sgd-momentum");
  CHECK(json_name(Framework::megatron_deepspeed) == "megatron-deepspeed");
  CHECK(json_name(FlopsConvention::six_nd) == "6nd");
  CHECK(json_name(FlopsConvention::bigscience) == "bigscience_estimate");
}

TEST_CASE("a FLOP convention answers to the other names that documents use") {
  CHECK(flops_convention_named("torchtitan") == FlopsConvention::torchtitan);
  CHECK(flops_convention_named("torchtitan-full-attention") == FlopsConvention::torchtitan);
  CHECK(flops_convention_named("megatron-full-attention") == FlopsConvention::megatron);
  CHECK(flops_convention_named("dgxc-causal") == FlopsConvention::dgxc_causal);
  CHECK_FALSE(flops_convention_named("simumax").has_value());
}

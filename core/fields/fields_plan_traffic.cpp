#include "core/fields/fields_plan_traffic.h"

#include "core/fields/field_maker.h"
#include "core/fields/software_words.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

namespace {

using field_maker::no_weight;
using field_maker::nothing_shorter;
using field_maker::plan_field;

template <auto Member>
Field overlap(std::string_view path, std::string_view label, std::string_view help, const std::string& when_absent) {
  return plan_field<&Plan::overlap, Member>(nothing_shorter, no_weight,
                                            {.path = path, .label = label, .help = help, .when_absent = when_absent});
}

}  // namespace

std::vector<Field> plan_network_fields() {
  return {
      plan_field<&Plan::rank_order>(
          "ranks", no_weight,
          {.path = "plan.rank_order",
           .label = "Rank order",
           .help = "The dimensions, from the one that neighbouring ranks differ in to the slowest.",
           .cost = "Early dimensions stay near; late ones cross the network.",
           .when_absent = text_of(megatron_order) + ", Megatron's; with --use-tp-pp-dp-mapping " +
                          text_of(megatron_tp_pp_dp_order)}),
      plan_field<&Plan::collective_algorithm>(nothing_shorter, no_weight,
                                              {.path = "plan.collective_algorithm",
                                               .label = "Collectives",
                                               .help = "Which algorithm gathers and reductions use."}),
  };
}

std::vector<Field> plan_site_fields() {
  return {
      plan_field<&Plan::across_sites>(nothing_shorter, no_weight,
                                      {.path = "plan.across_sites",
                                       .label = "Across sites",
                                       .help = "The dimension that is split over the sites; it runs slowest then."}),
      plan_field<&Plan::local_steps>(nothing_shorter, no_weight,
                                     {.path = "plan.local_steps",
                                      .label = "Local steps",
                                      .help = "Steps that a site makes by itself between two exchanges (DiLoCo's H).",
                                      .cost = "More: less to send; sites drift apart, which the loss may show.",
                                      .min = 1,
                                      .max = 1e6}),
      plan_field<&Plan::outer_bytes_per_parameter>(nothing_shorter, no_weight,
                                                   {.path = "plan.outer_bytes_per_parameter",
                                                    .label = "Outer exchange",
                                                    .unit = Unit::bytes,
                                                    .help = "A parameter's part of an exchange after local steps.",
                                                    .cost = "Less: coarser outer gradients.",
                                                    .min = 0.01,
                                                    .max = 16}),
      plan_field<&Plan::gradient_compression>(
          nothing_shorter, no_weight,
          {.path = "plan.gradient_compression",
           .label = "Gradient compression",
           .help = "How many times smaller gradients get for the way between sites.",
           .cost = "More: less to send; what is rounded away may cost loss.",
           .min = 1,
           .max = 1e4}),
  };
}

std::vector<Field> overlap_fields() {
  return {
      overlap<&Overlap::dp_grad>(
          "plan.overlap.dp_grad", "Overlap gradients",
          "Gradients are exchanged beside the last backward passes. Both slow each other down: where "
          "little can be hidden, a step with overlap is the longer one.",
          by_software("on", &PlanDefaults::dp_overlap)),
      overlap<&Overlap::dp_param>("plan.overlap.dp_param", "Overlap parameters",
                                  "Parameters are gathered beside the first forward passes.",
                                  by_software("on", &PlanDefaults::dp_overlap)),
      overlap<&Overlap::tp>("plan.overlap.tp", "Overlap tensor", "Tensor traffic beside the products that need it.",
                            by_software("off", &PlanDefaults::tp_overlap)),
      overlap<&Overlap::pp>(
          "plan.overlap.pp", "Overlap pipeline",
          "Transfers between stages go beside the passes; else both ends stand still meanwhile, as in "
          "Megatron's plain 1F1B.",
          "on"),
      overlap<&Overlap::cp>("plan.overlap.cp", "Overlap context", "Keys and values travel beside attention.", "on"),
      overlap<&Overlap::ep>("plan.overlap.ep", "Overlap experts", "Tokens travel beside other work.", "off"),
  };
}

}  // namespace shardscope

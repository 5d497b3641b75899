#include "core/base/limits.h"
#include "core/fields/field_maker.h"
#include "core/fields/fields_buffers.h"
#include "core/fields/fields_plan_parts.h"
#include "core/fields/software_words.h"
#include "core/scenario/rank_order.h"
#include "core/schedules/schedules.h"

namespace shardscope {

namespace {

using field_maker::make_field;

constexpr auto degree_max = static_cast<double>(limits::gpus_max);

template <auto Member>
Field plan_field(Field words) {
  return make_field<&Scenario::plan, Member>(words);
}

template <auto Member>
Field degree(Field words) {
  words.min = 1, words.max = degree_max;
  return plan_field<Member>(std::move(words));
}

template <auto Member>
Field overlap(std::string_view path, std::string_view label, std::string_view help, const std::string& when_absent) {
  return make_field<&Scenario::plan, &Plan::overlap, Member>(
      {.path = path, .label = label, .help = help, .when_absent = when_absent});
}

/// Absent in the JSON means 1 (core/scenario_json/parse.cpp); what follows the GPUs is said by a word.
Field dp_field() {
  Field field =
      degree<&Plan::dp>({.path = "plan.dp",
                         .label = "Data",
                         .brief = "DP",
                         .help = "Data parallelism: so many replicas, each on its share of the batch.",
                         .cost = "More: fewer days; fewer micro-batches per replica, and gradients to exchange.",
                         .term = "data parallelism",
                         .when_absent = "gpus / (tp·pp·cp), rounded down"});
  field.word = {.json = "\"auto\"",
                .help = "Replicas; \"auto\" takes all GPUs. Default: 1.",
                .holds = [](const Scenario& s) { return !s.plan.dp; }};
  return field;
}

/// A number of rows replaces `false`.
Field padded_vocab_field() {
  Field field = plan_field<&Plan::padded_vocab>(
      {.path = "plan.padded_vocab",
       .label = "Padded vocabulary",
       .help = "Rows of the token table as trained.",
       .min = 1,
       .max = static_cast<double>(limits::width_max),
       .when_absent = by_software("up to a multiple of 128 x tp", &PlanDefaults::pads_vocabulary, "padded", "as it is"),
       .word = {.json = "false",
                .take = [](Scenario& s) { s.plan.pad_vocab = false, s.plan.padded_vocab.reset(); },
                .holds = [](const Scenario& s) { return !s.plan.pad_vocab && !s.plan.padded_vocab; }}});
  field.set = [](Scenario& s, const FieldValue& value) {
    if (std::holds_alternative<std::monostate>(value)) s.plan.padded_vocab.reset();
    if (const auto* rows = std::get_if<std::int64_t>(&value)) s.plan.padded_vocab = *rows, s.plan.pad_vocab = true;
  };
  return field;
}

std::vector<Field> split_fields() {
  return {
      degree<&Plan::tp>({.path = "plan.tp",
                         .label = "Tensor",
                         .brief = "TP",
                         .help = "Tensor parallelism: every matrix split over so many GPUs.",
                         .cost = "More: less memory per GPU; traffic in every layer, which wants one scale-up domain.",
                         .term = "tensor parallelism",
                         .weight = {1}}),
      degree<&Plan::pp>(
          {.path = "plan.pp",
           .label = "Pipeline",
           .brief = "PP",
           .help = "Pipeline parallelism: layers in so many stages, one after another.",
           .cost = "More: less memory per GPU, little traffic; a larger bubble unless there are more micro-batches.",
           .term = "pipeline parallelism",
           .weight = {2}}),
      dp_field(),
      degree<&Plan::cp>({.path = "plan.cp",
                         .label = "Context",
                         .brief = "CP",
                         .help = "Context parallelism: each sequence split over so many GPUs.",
                         .cost = "More: less memory for activations; keys and values travel in every layer.",
                         .term = "context parallelism",
                         .weight = {3}}),
  };
}

std::vector<Field> expert_split_fields() {
  return {
      degree<&Plan::ep>({.path = "plan.ep",
                         .label = "Expert",
                         .brief = "EP",
                         .help = "Expert parallelism: an MoE layer's experts spread over so many GPUs.",
                         .cost = "More: fewer experts per GPU; tokens travel to their experts and back.",
                         .term = "expert parallelism",
                         .weight = {4}}),
      degree<&Plan::etp>({.path = "plan.etp",
                          .label = "Expert tensor",
                          .brief = "ETP",
                          .help = "Tensor parallelism inside each expert.",
                          .cost = "More: less memory for experts; smaller products.",
                          .when_absent = by_software("1, or tp where ep is 1", &PlanDefaults::experts_like_dense,
                                                     "tp where it divides", "1"),
                          .weight = {5, false}}),
      plan_field<&Plan::sequence_parallel>(
          {.path = "plan.sequence_parallel",
           .label = "Sequence parallel",
           .help = "Norms and residuals split over the tensor group too.",
           .cost = "On: less memory for activations at the same traffic.",
           .when_absent = by_software("on where tp > 1", &PlanDefaults::sequence_parallel),
           .weight = {9}}),
  };
}

std::vector<Field> stage_fields() {
  static const std::string limit_help = "Micro-batch-chunks that a rank may hold, for " + searched_schedules() + ".";
  return {
      degree<&Plan::virtual_stages>(
          {.path = "plan.virtual_stages",
           .label = "Virtual stages",
           .brief = "chunks",
           .help = "Chunks of layers a pipeline rank holds, interleaved.",
           .cost = "More: the bubble shrinks by this factor; more transfers, somewhat more memory.",
           .weight = {11}}),
      plan_field<&Plan::schedule>({.path = "plan.schedule",
                                   .label = "Schedule",
                                   .brief = "schedule",
                                   .help = "In which order a pipeline runs its passes.",
                                   .when_absent = "1F1B, or interleaved with virtual stages",
                                   .weight = {12}}),
      plan_field<&Plan::schedule_memory_limit>({.path = "plan.schedule_memory_limit",
                                                .label = "Schedule's limit",
                                                .help = limit_help,
                                                .min = 0,
                                                .max = 1e9,
                                                .when_absent = "1F1B's"}),
      plan_field<&Plan::stage_layers>({.path = "plan.stage_layers",
                                       .label = "Layers per stage",
                                       .help = "Layers of each stage, in the model's order.",
                                       .min = 0,
                                       .max = static_cast<double>(limits::layers_max),
                                       .when_absent = "as even as possible",
                                       .no_control = "the timeline's Layout card moves layers from stage to stage"}),
      plan_field<&Plan::pipeline_layout>({.path = "plan.pipeline_layout",
                                          .label = "Layout",
                                          .help = "What each stage holds, as Megatron's layout string.",
                                          .when_absent = "none",
                                          .no_control = "a text that a launch script or --set says; the timeline's "
                                                        "Layout card shows and changes what it means"}),
  };
}

std::vector<Field> sharding_fields() {
  return {
      plan_field<&Plan::zero>(
          {.path = "plan.zero",
           .label = "ZeRO",
           .brief = "ZeRO",
           .help = "What data-parallel replicas share: 1 optimizer, 2 and gradients, 3 and weights.",
           .cost = "Higher: less memory per GPU; 3 gathers weights in every layer.",
           .min = 0,
           .max = 3,
           .when_absent = by_software("1 where dp > 1", &PlanDefaults::zero),
           .weight = {6}}),
      degree<&Plan::shard_group>({.path = "plan.shard_group",
                                  .label = "Shard group",
                                  .brief = "shards",
                                  .help = "GPUs that sharded state is spread over (HSDP).",
                                  .cost = "Smaller: traffic stays nearer; more memory per GPU.",
                                  .when_absent = "dp x cp",
                                  .weight = {7, false}}),
  };
}

std::vector<Field> network_fields() {
  return {
      plan_field<&Plan::rank_order>(
          {.path = "plan.rank_order",
           .label = "Rank order",
           .brief = "ranks",
           .help = "The dimensions, from the one that neighbouring ranks differ in to the slowest.",
           .cost = "Early dimensions stay near; late ones cross the network.",
           .when_absent = text_of(megatron_order) + ", Megatron's; with --use-tp-pp-dp-mapping " +
                          text_of(megatron_tp_pp_dp_order)}),
      plan_field<&Plan::collective_algorithm>({.path = "plan.collective_algorithm",
                                               .label = "Collectives",
                                               .help = "Which algorithm gathers and reductions use."}),
      plan_field<&Plan::across_sites>({.path = "plan.across_sites",
                                       .label = "Across sites",
                                       .help = "The dimension that is split over the sites; it runs slowest then."}),
      plan_field<&Plan::local_steps>({.path = "plan.local_steps",
                                      .label = "Local steps",
                                      .help = "Steps that a site makes by itself between two exchanges (DiLoCo's H).",
                                      .cost = "More: less to send; sites drift apart, which the loss may show.",
                                      .min = 1,
                                      .max = 1e6}),
      plan_field<&Plan::outer_bytes_per_parameter>({.path = "plan.outer_bytes_per_parameter",
                                                    .label = "Outer exchange",
                                                    .unit = Unit::bytes,
                                                    .help = "A parameter's part of an exchange after local steps.",
                                                    .cost = "Less: coarser outer gradients.",
                                                    .min = 0.01,
                                                    .max = 16}),
      plan_field<&Plan::gradient_compression>(
          {.path = "plan.gradient_compression",
           .label = "Gradient compression",
           .help = "How many times smaller gradients get for the way between sites.",
           .cost = "More: less to send; what is rounded away may cost loss.",
           .min = 1,
           .max = 1e4}),
  };
}

std::vector<Field> batch_fields() {
  return {
      plan_field<&Plan::sequence_length>({.path = "plan.sequence_length",
                                          .label = "Sequence",
                                          .brief = "sequence",
                                          .unit = Unit::tokens,
                                          .help = "Tokens of one sequence.",
                                          .cost = "Longer: activations grow with it, attention with its square.",
                                          .min = 1,
                                          .max = static_cast<double>(limits::sequence_length_max)}),
      plan_field<&Plan::micro_batch>({.path = "plan.micro_batch",
                                      .label = "Micro-batch",
                                      .brief = "micro-batch",
                                      .unit = Unit::sequences,
                                      .help = "Sequences that one pass works on.",
                                      .cost = "Larger: better products, more memory, fewer micro-batches and a larger "
                                              "bubble.",
                                      .min = 1,
                                      .max = static_cast<double>(limits::global_batch_max),
                                      .weight = {13}}),
      plan_field<&Plan::global_batch>({.path = "plan.global_batch",
                                       .label = "Global batch",
                                       .brief = "batch",
                                       .unit = Unit::sequences,
                                       .help = "Sequences of one optimizer step.",
                                       .cost = "Larger: a smaller bubble and rarer exchanges; each step teaches less.",
                                       .min = 1,
                                       .max = static_cast<double>(limits::global_batch_max),
                                       .weight = {14}}),
  };
}

std::vector<Field> precision_fields() {
  return {
      recompute_field(),
      plan_field<&Plan::flash_attention>({.path = "plan.flash_attention",
                                          .label = "Flash attention",
                                          .help = "Fused attention: scores are never stored.",
                                          .when_absent = by_software("on", &PlanDefaults::flash_attention)}),
      plan_field<&Plan::fused_kernels>(
          {.path = "plan.fused_kernels",
           .label = "Fused kernels",
           .help = "Norms, activations and softmax are a kernel each, and keep nothing in between.",
           .cost = "Off: what lies between their steps is written to memory and kept for the backward pass."}),
      plan_field<&Plan::precision>({.path = "plan.precision",
                                    .label = "Precision",
                                    .brief = "precision",
                                    .help = "Of the matrix products.",
                                    .cost = "Fewer bits: faster products; casts and care with scales.",
                                    .weight = {8}}),
      plan_field<&Plan::gradient_dtype>(
          {.path = "plan.gradient_dtype",
           .label = "Gradients",
           .brief = "gradients",
           .help = "In which type gradients are accumulated.",
           .cost = "bf16 halves their memory and loses small sums.",
           .when_absent = by_software("fp32", &PlanDefaults::gradients_in_fp16, "fp16 with fp16 products", "fp32"),
           .weight = {15, false}}),
  };
}

std::vector<Field> optimizer_fields() {
  return {
      plan_field<&Plan::master_weights>({.path = "plan.master_weights",
                                         .label = "Master weights",
                                         .help = "An fp32 copy of the weights that the optimizer steps.",
                                         .weight = {16, false}}),
      plan_field<&Plan::optimizer>(
          {.path = "plan.optimizer", .label = "Optimizer", .help = "What it keeps per parameter.", .weight = {17}}),
      plan_field<&Plan::optimizer_dtype>({.path = "plan.optimizer_dtype",
                                          .label = "Optimizer state",
                                          .help = "In which type the optimizer keeps its state."}),
      plan_field<&Plan::precision_aware_optimizer>(
          {.path = "plan.precision_aware_optimizer",
           .label = "Precision-aware optimizer",
           .brief = "precision-aware",
           .help = "Megatron's: of a bf16 weight's fp32 copy it keeps the 16 bits that bf16 lacks.",
           .cost = "On: 2 bytes per parameter less in the optimizer's shard.",
           .when_absent = "on where Megatron's optimizer, or one that isn't known, keeps Adam's state below fp32, from "
                          "ZeRO 1 on"}),
      offload_field(),
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

std::vector<Field> expert_and_kernel_fields() {
  return {
      plan_field<&Plan::moe_dispatcher>(
          {.path = "plan.moe_dispatcher",
           .label = "Token dispatcher",
           .help = "How tokens travel to their experts and back.",
           .cost = "Sent once a domain and handed on there, they cost the network less and the scale-up link more.",
           .when_absent = by_software("alltoall", &PlanDefaults::moe_dispatcher) +
                          "; hybridep for deepep in scale-up domains of more than 8 GPUs"}),
      plan_field<&Plan::expert_imbalance>({.path = "plan.expert_imbalance",
                                           .label = "Expert imbalance",
                                           .help = "Tokens of the busiest expert rank over the mean.",
                                           .min = 1,
                                           .max = 1e4}),
      plan_field<&Plan::capacity_factor>(
          {.path = "plan.capacity_factor",
           .label = "Capacity factor",
           .help = "Tokens that an expert takes at most, over the mean; more are dropped.",
           .min = 0.01,
           .max = 1e6,
           .when_absent = "nothing is dropped",
           .shown_absent = "none"}),
      plan_field<&Plan::fp8_params>({.path = "plan.fp8_params",
                                     .label = "8-bit weights",
                                     .help = "Weights are kept in 8 bits too.",
                                     .weight = {10, false}}),
      plan_field<&Plan::cuda_graphs>(
          {.path = "plan.cuda_graphs", .label = "CUDA graphs", .help = "Launches are recorded once and replayed."}),
      plan_field<&Plan::end_passes>(
          {.path = "plan.end_passes",
           .label = "Embedding and loss apart",
           .help = "The embedding and the loss are passes of their own on their stages, run beside the layers' pass."}),
      padded_vocab_field(),
  };
}

}  // namespace

std::span<const Field> plan_fields() {
  static const std::vector<Field> table = [] {
    std::vector<Field> all = split_fields();
    for (const Field& field : expert_split_fields()) all.push_back(field);
    for (const Field& field : stage_fields()) all.push_back(field);
    for (const Field& field : sharding_fields()) all.push_back(field);
    for (const Field& field : network_fields()) all.push_back(field);
    for (const Field& field : batch_fields()) all.push_back(field);
    for (const Field& field : precision_fields()) all.push_back(field);
    for (const Field& field : optimizer_fields()) all.push_back(field);
    for (const Field& field : overlap_fields()) all.push_back(field);
    for (const Field& field : expert_and_kernel_fields()) all.push_back(field);
    for (const Field& field : buffer_fields()) all.push_back(field);
    return all;
  }();
  return table;
}

}  // namespace shardscope

#include "core/base/limits.h"
#include "core/fields/field_maker.h"
#include "core/fields/fields_buffers.h"
#include "core/fields/fields_plan_parts.h"
#include "core/fields/fields_plan_traffic.h"
#include "core/fields/software_words.h"
#include "core/schedules/schedules.h"

namespace shardscope {

namespace {

using field_maker::no_weight;
using field_maker::nothing_shorter;
using field_maker::plan_field;

constexpr auto degree_max = static_cast<double>(limits::gpus_max);

template <auto Member>
Field degree(std::string_view brief, FieldWeight weight, Field words) {
  words.min = 1, words.max = degree_max;
  return plan_field<Member>(brief, weight, std::move(words));
}

/// Absent in the JSON means 1 (core/scenario_json/parse.cpp); what follows the GPUs is said by a word.
Field dp_field() {
  Field field =
      degree<&Plan::dp>("DP", no_weight,
                        {.path = "plan.dp",
                         .label = "Data",
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
      nothing_shorter, no_weight,
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
      degree<&Plan::tp>("TP", {1},
                        {.path = "plan.tp",
                         .label = "Tensor",
                         .help = "Tensor parallelism: every matrix split over so many GPUs.",
                         .cost = "More: less memory per GPU; traffic in every layer, which wants one scale-up domain.",
                         .term = "tensor parallelism"}),
      degree<&Plan::pp>(
          "PP", {2},
          {.path = "plan.pp",
           .label = "Pipeline",
           .help = "Pipeline parallelism: layers in so many stages, one after another.",
           .cost = "More: less memory per GPU, little traffic; a larger bubble unless there are more micro-batches.",
           .term = "pipeline parallelism"}),
      dp_field(),
      degree<&Plan::cp>("CP", {3},
                        {.path = "plan.cp",
                         .label = "Context",
                         .help = "Context parallelism: each sequence split over so many GPUs.",
                         .cost = "More: less memory for activations; keys and values travel in every layer.",
                         .term = "context parallelism"}),
  };
}

std::vector<Field> expert_split_fields() {
  return {
      degree<&Plan::ep>("EP", {4},
                        {.path = "plan.ep",
                         .label = "Expert",
                         .help = "Expert parallelism: an MoE layer's experts spread over so many GPUs.",
                         .cost = "More: fewer experts per GPU; tokens travel to their experts and back.",
                         .term = "expert parallelism"}),
      degree<&Plan::etp>("ETP", {5, false},
                         {.path = "plan.etp",
                          .label = "Expert tensor",
                          .help = "Tensor parallelism inside each expert.",
                          .cost = "More: less memory for experts; smaller products.",
                          .when_absent = by_software("1, or tp where ep is 1", &PlanDefaults::experts_like_dense,
                                                     "tp where it divides", "1")}),
      plan_field<&Plan::sequence_parallel>(
          "SP", {9},
          {.path = "plan.sequence_parallel",
           .label = "Sequence parallel",
           .help = "Norms and residuals split over the tensor group too.",
           .cost = "On: less memory for activations at the same traffic.",
           .when_absent = by_software("on where tp > 1", &PlanDefaults::sequence_parallel)}),
  };
}

std::vector<Field> stage_fields() {
  static const std::string limit_help = "Micro-batch-chunks that a rank may hold, for " + searched_schedules() + ".";
  return {
      degree<&Plan::virtual_stages>(
          "chunks", {11},
          {.path = "plan.virtual_stages",
           .label = "Virtual stages",
           .help = "Chunks of layers a pipeline rank holds, interleaved.",
           .cost = "More: the bubble shrinks by this factor; more transfers, somewhat more memory."}),
      plan_field<&Plan::schedule>("schedule", {12},
                                  {.path = "plan.schedule",
                                   .label = "Schedule",
                                   .help = "In which order a pipeline runs its passes.",
                                   .when_absent = "1F1B, or interleaved with virtual stages"}),
      plan_field<&Plan::schedule_memory_limit>(nothing_shorter, no_weight,
                                               {.path = "plan.schedule_memory_limit",
                                                .label = "Schedule's limit",
                                                .help = limit_help,
                                                .min = 0,
                                                .max = 1e9,
                                                .when_absent = "1F1B's"}),
      plan_field<&Plan::stage_layers>(nothing_shorter, no_weight,
                                      {.path = "plan.stage_layers",
                                       .label = "Layers per stage",
                                       .help = "Layers of each stage, in the model's order.",
                                       .min = 0,
                                       .max = static_cast<double>(limits::layers_max),
                                       .when_absent = "as even as possible",
                                       .no_control = "the timeline's Layout card moves layers from stage to stage"}),
      plan_field<&Plan::pipeline_layout>(nothing_shorter, no_weight,
                                         {.path = "plan.pipeline_layout",
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
          "ZeRO", {6},
          {.path = "plan.zero",
           .label = "ZeRO",
           .help = "What data-parallel replicas share: 1 optimizer, 2 and gradients, 3 and weights.",
           .cost =
               "Higher: less memory per GPU, 2 beside a pipeline only as far as its gradients leave early; 3 gathers "
               "weights in every layer.",
           .min = 0,
           .max = 3,
           .when_absent = by_software("1 where dp > 1", &PlanDefaults::zero)}),
      degree<&Plan::shard_group>("shards", {7, false},
                                 {.path = "plan.shard_group",
                                  .label = "Shard group",
                                  .help = "GPUs that sharded state is spread over (HSDP).",
                                  .cost = "Smaller: traffic stays nearer; more memory per GPU.",
                                  .when_absent = "dp x cp"}),
  };
}

std::vector<Field> batch_fields() {
  return {
      plan_field<&Plan::sequence_length>("sequence", no_weight,
                                         {.path = "plan.sequence_length",
                                          .label = "Sequence",
                                          .unit = Unit::tokens,
                                          .help = "Tokens of one sequence.",
                                          .cost = "Longer: activations grow with it, attention with its square.",
                                          .min = 1,
                                          .max = static_cast<double>(limits::sequence_length_max)}),
      plan_field<&Plan::micro_batch>("micro-batch", {13},
                                     {.path = "plan.micro_batch",
                                      .label = "Micro-batch",
                                      .unit = Unit::sequences,
                                      .help = "Sequences that one pass works on.",
                                      .cost = "Larger: better products, more memory, fewer micro-batches and a larger "
                                              "bubble.",
                                      .min = 1,
                                      .max = static_cast<double>(limits::global_batch_max)}),
      plan_field<&Plan::global_batch>("batch", {14},
                                      {.path = "plan.global_batch",
                                       .label = "Global batch",
                                       .unit = Unit::sequences,
                                       .help = "Sequences of one optimizer step.",
                                       .cost = "Larger: a smaller bubble and rarer exchanges; each step teaches less.",
                                       .min = 1,
                                       .max = static_cast<double>(limits::global_batch_max)}),
  };
}

std::vector<Field> precision_fields() {
  return {
      recompute_field(),
      plan_field<&Plan::flash_attention>(nothing_shorter, no_weight,
                                         {.path = "plan.flash_attention",
                                          .label = "Flash attention",
                                          .help = "Fused attention: scores are never stored.",
                                          .when_absent = by_software("on", &PlanDefaults::flash_attention)}),
      plan_field<&Plan::fused_kernels>(
          nothing_shorter, no_weight,
          {.path = "plan.fused_kernels",
           .label = "Fused kernels",
           .help = "Norms, activations and softmax are a kernel each, and keep nothing in between.",
           .cost = "Off: what lies between their steps is written to memory and kept for the backward pass."}),
      plan_field<&Plan::precision>("precision", {8},
                                   {.path = "plan.precision",
                                    .label = "Precision",
                                    .help = "Of the matrix products.",
                                    .cost = "Fewer bits: faster products; casts and care with scales."}),
      plan_field<&Plan::gradient_dtype>(
          "gradients", {15, false},
          {.path = "plan.gradient_dtype",
           .label = "Gradients",
           .help = "In which type gradients are accumulated.",
           .cost = "bf16 halves their memory and loses small sums.",
           .when_absent = by_software("fp32", &PlanDefaults::gradients_in_fp16, "fp16 with fp16 products", "fp32")}),
  };
}

std::vector<Field> optimizer_fields() {
  return {
      plan_field<&Plan::master_weights>(nothing_shorter, {16, false},
                                        {.path = "plan.master_weights",
                                         .label = "Master weights",
                                         .help = "An fp32 copy of the weights that the optimizer steps."}),
      plan_field<&Plan::optimizer>(
          nothing_shorter, {17},
          {.path = "plan.optimizer", .label = "Optimizer", .help = "What it keeps per parameter."}),
      plan_field<&Plan::optimizer_dtype>(nothing_shorter, no_weight,
                                         {.path = "plan.optimizer_dtype",
                                          .label = "Optimizer state",
                                          .help = "In which type the optimizer keeps its state."}),
      plan_field<&Plan::precision_aware_optimizer>(
          "precision-aware", no_weight,
          {.path = "plan.precision_aware_optimizer",
           .label = "Precision-aware optimizer",
           .help = "Megatron's: of a 16-bit weight's fp32 copy it keeps the bits that the weight lacks, and of any "
                   "weight states below fp32.",
           .cost = "On: of 16-bit weights 2 bytes per parameter less in the optimizer's shard.",
           .when_absent = "on where Megatron's optimizer, or one that isn't known, keeps Adam's state below fp32, from "
                          "ZeRO 1 on"}),
      offload_field(),
  };
}

std::vector<Field> expert_and_kernel_fields() {
  return {
      plan_field<&Plan::moe_dispatcher>(
          nothing_shorter, no_weight,
          {.path = "plan.moe_dispatcher",
           .label = "Token dispatcher",
           .help = "How tokens travel to their experts and back.",
           .cost = "Sent once a domain and handed on there, they cost the network less and the scale-up link more.",
           .when_absent = by_software("alltoall", &PlanDefaults::moe_dispatcher) +
                          "; hybridep for deepep in scale-up domains of more than 8 GPUs"}),
      plan_field<&Plan::expert_imbalance>(nothing_shorter, no_weight,
                                          {.path = "plan.expert_imbalance",
                                           .label = "Expert imbalance",
                                           .help = "Tokens of the busiest expert rank over the mean.",
                                           .min = 1,
                                           .max = 1e4}),
      plan_field<&Plan::capacity_factor>(
          nothing_shorter, no_weight,
          {.path = "plan.capacity_factor",
           .label = "Capacity factor",
           .help = "Tokens that an expert takes at most, over the mean; more are dropped.",
           .min = 0.01,
           .max = 1e6,
           .when_absent = "nothing is dropped",
           .shown_absent = "none"}),
      plan_field<&Plan::fp8_params>(
          nothing_shorter, {10, false},
          {.path = "plan.fp8_params", .label = "8-bit weights", .help = "Weights are kept in 8 bits too."}),
      plan_field<&Plan::cuda_graphs>(
          nothing_shorter, no_weight,
          {.path = "plan.cuda_graphs", .label = "CUDA graphs", .help = "Launches are recorded once and replayed."}),
      plan_field<&Plan::end_passes>(
          nothing_shorter, no_weight,
          {.path = "plan.end_passes",
           .label = "Embedding and loss apart",
           .help = "The embedding and the loss are passes of their own on their stages, run beside the layers' pass."}),
      padded_vocab_field(),
  };
}

}  // namespace

std::span<const Field> plan_fields() {
  static const std::vector<Field> table = field_maker::joined(
      {split_fields, expert_split_fields, stage_fields, sharding_fields, plan_network_fields, plan_site_fields,
       batch_fields, precision_fields, optimizer_fields, overlap_fields, expert_and_kernel_fields, buffer_fields});
  return table;
}

}  // namespace shardscope

#include "core/base/limits.h"
#include "core/fields/field_maker.h"
#include "core/fields/fields_plan_parts.h"
#include "core/fields/software_words.h"
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
Field degree(std::string_view path, std::string_view label, std::string_view help, std::string_view cost,
             const std::string& when_absent = {}, std::string_view term = {}) {
  return plan_field<Member>({.path = path,
                             .label = label,
                             .help = help,
                             .cost = cost,
                             .term = term,
                             .min = 1,
                             .max = degree_max,
                             .when_absent = when_absent});
}

template <auto Member>
Field overlap(std::string_view path, std::string_view label, std::string_view help, const std::string& when_absent) {
  return make_field<&Scenario::plan, &Plan::overlap, Member>(
      {.path = path, .label = label, .help = help, .when_absent = when_absent});
}

/// Absent in the JSON means 1 (core/scenario_json/parse.cpp); what follows the GPUs is said by a word.
Field dp_field() {
  Field field =
      degree<&Plan::dp>("plan.dp", "Data", "Data parallelism: so many replicas, each on its share of the batch.",
                        "More: fewer days; fewer micro-batches per replica, and gradients to exchange.",
                        "gpus / (tp·pp·cp), rounded down", "data parallelism");
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
      degree<&Plan::tp>("plan.tp", "Tensor", "Tensor parallelism: every matrix split over so many GPUs.",
                        "More: less memory per GPU; traffic in every layer, which wants one scale-up domain.", {},
                        "tensor parallelism"),
      degree<&Plan::pp>(
          "plan.pp", "Pipeline", "Pipeline parallelism: layers in so many stages, one after another.",
          "More: less memory per GPU, little traffic; a larger bubble unless there are more micro-batches.", {},
          "pipeline parallelism"),
      dp_field(),
      degree<&Plan::cp>("plan.cp", "Context", "Context parallelism: each sequence split over so many GPUs.",
                        "More: less memory for activations; keys and values travel in every layer.", {},
                        "context parallelism"),
      degree<&Plan::ep>("plan.ep", "Expert", "Expert parallelism: an MoE layer's experts spread over so many GPUs.",
                        "More: fewer experts per GPU; tokens travel to their experts and back.", {},
                        "expert parallelism"),
      degree<&Plan::etp>(
          "plan.etp", "Expert tensor", "Tensor parallelism inside each expert.",
          "More: less memory for experts; smaller products.",
          by_software("1, or tp where ep is 1", &PlanDefaults::experts_like_dense, "tp where it divides", "1")),
      plan_field<&Plan::sequence_parallel>(
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
      degree<&Plan::virtual_stages>("plan.virtual_stages", "Virtual stages",
                                    "Chunks of layers a pipeline rank holds, interleaved.",
                                    "More: the bubble shrinks by this factor; more transfers, somewhat more memory."),
      plan_field<&Plan::schedule>({.path = "plan.schedule",
                                   .label = "Schedule",
                                   .help = "In which order a pipeline runs its passes.",
                                   .when_absent = "1F1B, or interleaved with virtual stages"}),
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
           .help = "What data-parallel replicas share: 1 optimizer, 2 and gradients, 3 and weights.",
           .cost = "Higher: less memory per GPU; 3 gathers weights in every layer.",
           .min = 0,
           .max = 3,
           .when_absent = by_software("1 where dp > 1", &PlanDefaults::zero)}),
      degree<&Plan::shard_group>("plan.shard_group", "Shard group", "GPUs that sharded state is spread over (HSDP).",
                                 "Smaller: traffic stays nearer; more memory per GPU.", "dp x cp"),
  };
}

std::vector<Field> network_fields() {
  return {
      plan_field<&Plan::rank_order>(
          {.path = "plan.rank_order",
           .label = "Rank order",
           .help = "The dimensions, from the one that neighbouring ranks differ in to the slowest.",
           .cost = "Early dimensions stay near; late ones cross the network.",
           .when_absent = "tp-cp-ep-dp-pp, Megatron's; with --use-tp-pp-dp-mapping tp-cp-ep-pp-dp"}),
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
                                          .unit = Unit::tokens,
                                          .help = "Tokens of one sequence.",
                                          .cost = "Longer: activations grow with it, attention with its square.",
                                          .min = 1,
                                          .max = static_cast<double>(limits::sequence_length_max)}),
      plan_field<&Plan::micro_batch>({.path = "plan.micro_batch",
                                      .label = "Micro-batch",
                                      .unit = Unit::sequences,
                                      .help = "Sequences that one pass works on.",
                                      .cost = "Larger: better products, more memory, fewer micro-batches and a larger "
                                              "bubble.",
                                      .min = 1,
                                      .max = static_cast<double>(limits::global_batch_max)}),
      plan_field<&Plan::global_batch>({.path = "plan.global_batch",
                                       .label = "Global batch",
                                       .unit = Unit::sequences,
                                       .help = "Sequences of one optimizer step.",
                                       .cost = "Larger: a smaller bubble and rarer exchanges; each step teaches less.",
                                       .min = 1,
                                       .max = static_cast<double>(limits::global_batch_max)}),
  };
}

std::vector<Field> bucket_fields() {
  return {
      plan_field<&Plan::prefetch_layers>({.path = "plan.prefetch_layers",
                                          .label = "Layers gathered ahead",
                                          .help = "Under ZeRO-3, besides the layer in use.",
                                          .cost = "More: gathering hides better; so many layers' weights more memory.",
                                          .min = 0,
                                          .max = 1000,
                                          .when_absent = "1, as PyTorch FSDP"}),
      plan_field<&Plan::bucket_elements>(
          {.path = "plan.bucket_elements",
           .label = "Gradient bucket",
           .help = "Gradients that travel together; DeepSpeed keeps a buffer of this size, Megatron a slice.",
           .cost = "Larger: fewer and faster exchanges that start later.",
           .min = 1,
           .max = 1e12,
           .when_absent = "Megatron max(40 million, 1 million x dp·cp), DeepSpeed 500 million; PyTorch per layer"}),
  };
}

/// What no formula gives: each is a part of the buffers of its own.
std::vector<Field> buffer_fields() {
  constexpr double bytes_max = 1e12;
  return {
      plan_field<&Plan::workspace_bytes>({.path = "plan.workspace_bytes",
                                          .label = "Library workspace",
                                          .unit = Unit::bytes,
                                          .help = "What libraries such as cuBLAS keep for themselves.",
                                          .min = 0,
                                          .max = bytes_max,
                                          .when_absent = "64 MiB"}),
      plan_field<&Plan::context_bytes>({.path = "plan.context_bytes",
                                        .label = "Device context",
                                        .unit = Unit::bytes,
                                        .help = "Driver and kernels, in no allocator's books.",
                                        .term = "CUDA context",
                                        .min = 0,
                                        .max = bytes_max,
                                        .when_absent = "0.6 GB; 1.3 GB in software until 2022"}),
      plan_field<&Plan::communicator_bytes>({.path = "plan.communicator_bytes",
                                             .label = "Communicator",
                                             .unit = Unit::bytes,
                                             .help = "Buffers of each group that a GPU is in, such as NCCL's.",
                                             .min = 0,
                                             .max = bytes_max,
                                             .when_absent = "128 MiB: 16 channels of 4 MiB, both ways"}),
      plan_field<&Plan::fragmentation>({.path = "plan.fragmentation",
                                        .label = "Fragmentation",
                                        .help = "What the allocator holds unused, over activations and buffers.",
                                        .min = 0,
                                        .max = 10,
                                        .when_absent = "0.06"}),
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
                                    .help = "Of the matrix products.",
                                    .cost = "Fewer bits: faster products; casts and care with scales."}),
      plan_field<&Plan::gradient_dtype>(
          {.path = "plan.gradient_dtype",
           .label = "Gradients",
           .help = "In which type gradients are accumulated.",
           .cost = "bf16 halves their memory and loses small sums.",
           .when_absent = by_software("fp32", &PlanDefaults::gradients_in_fp16, "fp16 with fp16 products", "fp32")}),
      plan_field<&Plan::master_weights>({.path = "plan.master_weights",
                                         .label = "Master weights",
                                         .help = "An fp32 copy of the weights that the optimizer steps."}),
      plan_field<&Plan::optimizer>(
          {.path = "plan.optimizer", .label = "Optimizer", .help = "What it keeps per parameter."}),
      plan_field<&Plan::optimizer_dtype>({.path = "plan.optimizer_dtype",
                                          .label = "Optimizer state",
                                          .help = "In which type the optimizer keeps its state."}),
      plan_field<&Plan::precision_aware_optimizer>(
          {.path = "plan.precision_aware_optimizer",
           .label = "Precision-aware optimizer",
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
      plan_field<&Plan::fp8_params>(
          {.path = "plan.fp8_params", .label = "8-bit weights", .help = "Weights are kept in 8 bits too."}),
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
    for (const Field& field : stage_fields()) all.push_back(field);
    for (const Field& field : sharding_fields()) all.push_back(field);
    for (const Field& field : network_fields()) all.push_back(field);
    for (const Field& field : batch_fields()) all.push_back(field);
    for (const Field& field : precision_fields()) all.push_back(field);
    for (const Field& field : overlap_fields()) all.push_back(field);
    for (const Field& field : expert_and_kernel_fields()) all.push_back(field);
    for (const Field& field : bucket_fields()) all.push_back(field);
    for (const Field& field : buffer_fields()) all.push_back(field);
    return all;
  }();
  return table;
}

}  // namespace shardscope

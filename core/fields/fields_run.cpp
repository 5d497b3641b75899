#include <cmath>

#include "core/base/limits.h"
#include "core/base/rule_words.h"
#include "core/fields/field_maker.h"

namespace shardscope {

namespace {

using field_maker::make_field;

template <auto Member>
Field run_field(Field words) {
  return make_field<&Scenario::run, Member>(words);
}

std::string whole_words(double value) {
  return with_commas(std::llround(value));
}

std::vector<Field> assumption_fields() {
  return {
      run_field<&Run::tokens>({.path = "run.tokens",
                               .label = "Tokens",
                               .help = "Tokens of the whole training run.",
                               .cost = "Days, energy and dollars grow with it.",
                               .min = 1,
                               .max = 1e18,
                               .when_absent = "unknown"}),
      run_field<&Run::electricity_usd_per_kwh>(
          {.path = "run.electricity_usd_per_kwh",
           .label = "Electricity",
           .unit = Unit::dollars_per_kwh,
           .help = "Price of a kilowatt-hour.",
           .min = 0,
           .max = 100,
           .source = "industry in the United States, 2022 to 2024: 8.0 to 8.3 cents (EIA, recalled)"}),
      run_field<&Run::amortisation_years>({.path = "run.amortisation_years",
                                           .label = "Written off over",
                                           .unit = Unit::years,
                                           .help = "Life of the hardware in the books.",
                                           .min = 0.01,
                                           .max = 100,
                                           .source = "servers in the books of Microsoft, Amazon and Meta until 2022: 4 "
                                                     "years; 5 to 6 since (annual reports)"}),
      run_field<&Run::gpu_hour_usd>({.path = "run.gpu_hour_usd",
                                     .label = "GPU-hour",
                                     .unit = Unit::dollars_per_hour,
                                     .help = "Rent of one GPU for an hour.",
                                     .min = 0,
                                     .max = 1e6,
                                     .when_absent = "the GPU's rent",
                                     .source = "presets/gpus, each rent with its source"}),
  };
}

std::vector<Field> straggler_fields() {
  return {
      run_field<&Run::slow_rank>(
          {.path = "run.slow_rank",
           .label = "Slow rank",
           .help = "A pipeline rank whose GPUs are slower than the others: a throttled one holds up everybody.",
           .cost = "All ranks wait for the slowest, sooner or later.",
           .min = 0,
           .max = static_cast<double>(limits::gpus_max - 1),
           .when_absent = "none"}),
      run_field<&Run::slow_factor>({.path = "run.slow_factor",
                                    .label = "Slower by",
                                    .help = "How many times as long the slow rank's passes take.",
                                    .cost = "1.2: all its passes and its optimizer take a fifth longer.",
                                    .min = 0.1,
                                    .max = 100}),
      run_field<&Run::jitter>({.path = "run.jitter",
                               .label = "Jitter",
                               .unit = Unit::share,
                               .help = "How much each pass's time varies: standard deviation over mean, lognormal.",
                               .cost = "Every pass waits for the latest of what it needs, so the step grows with it.",
                               .min = 0,
                               .max = 1}),
      run_field<&Run::jitter_seed>({.path = "run.jitter_seed",
                                    .label = "Jitter's seed",
                                    .help = "Another seed is another step with the same jitter.",
                                    .min = 0,
                                    .max = 1e15}),
  };
}

std::vector<Field> failure_fields() {
  static const std::string unexpected =
      "Llama Team 2024, section 3.3.4: " + std::to_string(llama3_log::unexpected) + " unexpected in " +
      whole_words(llama3_log::days) + " days on " + whole_words(llama3_log::gpus) +
      " H100s; other logs: 29,500 on RSC-1, 82,100 on RSC-2 (arXiv 2410.21680), 64,500 of BLOOM, 13,600 of OPT-175B";
  static const std::string planned = "Llama Team 2024, section 3.3.4: " + std::to_string(llama3_log::planned) +
                                     " planned for " + std::to_string(llama3_log::unexpected) + " unexpected";
  return {
      run_field<&Run::mtbf_gpu_hours>({.path = "run.mtbf_gpu_hours",
                                       .label = "GPU-hours per failure",
                                       .unit = Unit::hours,
                                       .help = "Mean GPU-hours between interruptions.",
                                       .min = 1e-3,
                                       .max = 1e12,
                                       .when_absent = whole_words(default_mtbf_gpu_hours) +
                                                      ", from Llama 3's log; none where nodes' failures are said",
                                       .source = unexpected}),
      run_field<&Run::mtbf_node_hours>({.path = "run.mtbf_node_hours",
                                        .label = "Node-hours per failure",
                                        .unit = Unit::hours,
                                        .help = "Mean node-hours between failures that come with the node.",
                                        .min = 1e-3,
                                        .max = 1e12,
                                        .when_absent = "none: the GPU-hours count them in",
                                        .shown_absent = "none"}),
      run_field<&Run::planned_stops_per_failure>({.path = "run.planned_stops_per_failure",
                                                  .label = "Planned stops",
                                                  .unit = Unit::share,
                                                  .help = "Planned interruptions for each unexpected one; each takes "
                                                          "a restart and loses no work.",
                                                  .min = 0,
                                                  .max = 1e3,
                                                  .source = planned}),
  };
}

std::vector<Field> restart_fields() {
  static const std::string counted_in = "the restart's " + whole_words(Run{}.restart_seconds) + " s count it in";
  return {
      run_field<&Run::detection_seconds>({.path = "run.detection_seconds",
                                          .label = "Detection",
                                          .unit = Unit::seconds,
                                          .help = "From a failure until it is noticed, where the restart leaves it "
                                                  "out.",
                                          .min = 0,
                                          .max = 1e7,
                                          .source = counted_in}),
      run_field<&Run::restart_seconds>({.path = "run.restart_seconds",
                                        .label = "Restart",
                                        .unit = Unit::seconds,
                                        .help = "From a failure until training goes on.",
                                        .min = 0,
                                        .max = 1e7,
                                        .source = "MegaScale (Jiang et al. 2024): noticed and diagnosed within 10 "
                                                  "minutes; 504 B200s in 2026: 11 minutes between tries, median"}),
      run_field<&Run::node_repair_seconds>({.path = "run.node_repair_seconds",
                                            .label = "Repair",
                                            .unit = Unit::seconds,
                                            .help = "How long a failed node is away; spare nodes stand in for it.",
                                            .min = 0,
                                            .max = 1e9,
                                            .source = "assumed, between 2.2 hours to recover (Delta, Cui et al. 2025) "
                                                      "and 3 to 5 days for a new part (Arfeen et al. 2025)"}),
  };
}

std::vector<Field> checkpoint_fields() {
  return {
      run_field<&Run::checkpoint_mode>({.path = "run.checkpoint_mode",
                                        .label = "Checkpoints",
                                        .help = "Whether training waits until a checkpoint is stored.",
                                        .source = "the simplest; BLOOM (2022) wrote its checkpoints so"}),
      run_field<&Run::checkpoint_seconds>({.path = "run.checkpoint_seconds",
                                           .label = "Checkpoint",
                                           .unit = Unit::seconds,
                                           .help = "Time that training stands while a checkpoint is written.",
                                           .min = 0,
                                           .max = 1e7,
                                           .when_absent = "its size over the storage's bandwidth"}),
      run_field<&Run::storage_bandwidth>(
          {.path = "run.storage_bandwidth",
           .label = "Storage",
           .unit = Unit::bytes_per_second,
           .help = "What the whole storage takes per second.",
           .cost = "Checkpoints take less time; more can be taken.",
           .min = 1e3,
           .max = 1e18,
           .when_absent =
               whole_words(default_storage_bandwidth_per_gpu / bytes_per_megabyte) + " MB/s per GPU, as Llama 3's",
           .source = "Llama Team 2024, section 3.3.1: 2 TB/s for 16,384 GPUs; BLOOM (2022): 150 MB/s per GPU"}),
      run_field<&Run::checkpoint_interval_seconds>({.path = "run.checkpoint_interval_seconds",
                                                    .label = "Checkpoint every",
                                                    .unit = Unit::seconds,
                                                    .help = "Training time between checkpoints.",
                                                    .term = "checkpoint",
                                                    .min = 1,
                                                    .max = 1e9,
                                                    .when_absent = "the optimum",
                                                    .source = "the renewal formula, Daly 2006, eq. 13",
                                                    .word = {.json = "\"auto\""}}),
  };
}

std::vector<Field> energy_and_batch_fields() {
  return {
      run_field<&Run::grid_co2_kg_per_kwh>({.path = "run.grid_co2_kg_per_kwh",
                                            .label = "Grid's CO2",
                                            .unit = Unit::kilograms_per_kwh,
                                            .help = "CO2 that a kilowatt-hour of the grid emits.",
                                            .min = 0,
                                            .max = 10,
                                            .source = "United States' grid in 2022: EPA eGRID, 823 lb/MWh, recalled"}),
      run_field<&Run::critical_batch_tokens>({.path = "run.critical_batch_tokens",
                                              .label = "Critical batch",
                                              .unit = Unit::tokens,
                                              .help = "Tokens per step beyond which larger batches hardly save steps.",
                                              .min = 1,
                                              .max = 1e15,
                                              .when_absent = "from the predicted loss, Kaplan et al. 2020",
                                              .source = "Kaplan et al. 2020, eq. 1.4, of the predicted loss"}),
      run_field<&Run::batch_ramp_start>({.path = "run.batch_ramp_start",
                                         .label = "First batch",
                                         .help = "Sequences per step at first, where the batch grows.",
                                         .min = 1,
                                         .max = limits::global_batch_max,
                                         .when_absent = "the whole batch"}),
      run_field<&Run::batch_ramp_tokens>({.path = "run.batch_ramp_tokens",
                                          .label = "Ramp",
                                          .unit = Unit::tokens,
                                          .help = "Tokens after which the growing batch is whole.",
                                          .min = 1,
                                          .max = 1e18,
                                          .when_absent = "no ramp",
                                          .shown_absent = "none"}),
  };
}

std::vector<Field> software_and_name_fields() {
  return {
      make_field<&Scenario::software, &Software::framework>(
          {.path = "software.framework", .label = "Framework", .help = "Whose kernels and defaults are assumed."}),
      make_field<&Scenario::software, &Software::year>({.path = "software.year",
                                                        .label = "Release",
                                                        .help = "Year of the framework's release, with its fraction.",
                                                        .cost = "Kernels get faster from release to release.",
                                                        .min = 2015,
                                                        .max = 2100}),
      make_field<&Scenario::flops_convention>(
          {.path = "flops_convention",
           .label = "FLOPs counted as",
           .help = "Whose way to count a step's FLOPs MFU and HFU go by.",
           .cost = "The step stays the same; of attention, logits and embeddings more or less counts.",
           .term = "FLOPs"}),
      make_field<&Scenario::name>(
          {.path = "name", .label = "Name", .help = "What the scenario is called.", .caption = true}),
      make_field<&Scenario::note>({.path = "note", .label = "Note", .help = "What to know about it.", .caption = true}),
  };
}

}  // namespace

std::span<const Field> run_fields() {
  static const std::vector<Field> table =
      field_maker::joined({assumption_fields, straggler_fields, failure_fields, restart_fields, checkpoint_fields,
                           energy_and_batch_fields, software_and_name_fields});
  return table;
}

}  // namespace shardscope

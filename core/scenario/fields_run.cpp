#include "core/limits.h"
#include "core/scenario/field_maker.h"

namespace shardscope {

namespace {

using field_maker::make_field;

template <auto Member>
Field run_field(Field words) {
  return make_field<&Scenario::run, Member>(words);
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
      run_field<&Run::electricity_usd_per_kwh>({.path = "run.electricity_usd_per_kwh",
                                                .label = "Electricity",
                                                .unit = "USD/kWh",
                                                .help = "Price of a kilowatt-hour.",
                                                .min = 0,
                                                .max = 100}),
      run_field<&Run::mtbf_gpu_hours>({.path = "run.mtbf_gpu_hours",
                                       .label = "GPU-hours a failure",
                                       .unit = "h",
                                       .help = "Mean GPU-hours between interruptions.",
                                       .min = 1e-3,
                                       .max = 1e12,
                                       .when_absent = "50,666, from Llama 3's log"}),
      run_field<&Run::checkpoint_seconds>({.path = "run.checkpoint_seconds",
                                           .label = "Checkpoint",
                                           .unit = "s",
                                           .help = "Time that training stands while a checkpoint is written.",
                                           .min = 0,
                                           .max = 1e7}),
      run_field<&Run::restart_seconds>({.path = "run.restart_seconds",
                                        .label = "Restart",
                                        .unit = "s",
                                        .help = "From a failure until training goes on.",
                                        .min = 0,
                                        .max = 1e7}),
      run_field<&Run::checkpoint_interval_seconds>({.path = "run.checkpoint_interval_seconds",
                                                    .label = "Checkpoint every",
                                                    .unit = "s",
                                                    .help = "Training time between checkpoints.",
                                                    .min = 1,
                                                    .max = 1e9,
                                                    .when_absent = "the optimum"}),
      run_field<&Run::amortisation_years>({.path = "run.amortisation_years",
                                           .label = "Written off over",
                                           .unit = "years",
                                           .help = "Life of the hardware in the books.",
                                           .min = 0.01,
                                           .max = 100}),
      run_field<&Run::gpu_hour_usd>({.path = "run.gpu_hour_usd",
                                     .label = "GPU-hour",
                                     .unit = "USD",
                                     .help = "Rent of one GPU for an hour.",
                                     .min = 0,
                                     .max = 1e6,
                                     .when_absent = "the GPU's rent"}),
  };
}

std::vector<Field> trouble_fields() {
  return {
      run_field<&Run::slow_rank>({.path = "run.slow_rank",
                                  .label = "Slow rank",
                                  .help = "A pipeline rank whose GPUs are slower than the others.",
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

std::vector<Field> software_and_name_fields() {
  return {
      make_field<&Scenario::software, &Software::framework>(
          {.path = "software.framework", .label = "Framework", .help = "Whose kernels and habits the times assume."}),
      make_field<&Scenario::software, &Software::year>({.path = "software.year",
                                                        .label = "Release",
                                                        .help = "Year of the framework's release, with its fraction.",
                                                        .cost = "Kernels get faster from release to release.",
                                                        .min = 2015,
                                                        .max = 2100}),
      make_field<&Scenario::name>({.path = "name", .label = "Name", .help = "What the scenario is called."}),
      make_field<&Scenario::note>({.path = "note", .label = "Note", .help = "What to know about it."}),
  };
}

}  // namespace

std::span<const Field> run_fields() {
  static const std::vector<Field> table = [] {
    std::vector<Field> all = assumption_fields();
    for (const Field& field : trouble_fields()) all.push_back(field);
    for (const Field& field : software_and_name_fields()) all.push_back(field);
    return all;
  }();
  return table;
}

}  // namespace shardscope

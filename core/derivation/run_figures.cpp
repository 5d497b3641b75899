#include "core/derivation/run_figures.h"

#include "core/base/units.h"
#include "core/evaluate/run_of_report.h"
#include "core/inspect/in_force.h"

namespace shardscope {

namespace {

constexpr std::string_view definition = "a definition";

FigureTerm constant(std::string label, double value) {
  return {std::move(label), value};
}

struct RunFigures {
  const Report& report;
  const DerivedFigures& so_far;
  Scenario mean = with_mean_gpu(report.scenario);  // as the run counts a mixed cluster
  DerivedFigures figures = {};

  [[nodiscard]] const Scenario& scenario() const { return mean; }
  /// What the run model takes where the scenario leaves it to that.
  [[nodiscard]] FigureTerm field(std::string_view path) const {
    FigureTerm term = field_term(path, scenario());
    if (is_mixed(mean.cluster) && path.starts_with("cluster.gpu.")) term.label += ", mean of the pools";
    if (term.has_value) return term;
    const std::optional<double> taken = run_value_in_force(path, report);
    term.has_value = taken.has_value();
    term.value = taken.value_or(0);
    return term;
  }
  /// One of the run's that was added before, or of the step's.
  [[nodiscard]] FigureTerm figure(std::string_view name) const {
    const DerivedFigure* found = find_figure(figures, name);
    if (found == nullptr) found = find_figure(so_far, name);
    return found != nullptr ? figure_term(*found) : FigureTerm{std::string(name), 0, {}, {}, false, false};
  }
  void add(const std::optional<double>& value, DerivedFigure figure) {
    if (!value) return;
    figure.value = *value;
    figures.push_back(std::move(figure));
  }
};

void add_training_days(RunFigures& run) {
  const bool ramps = run.scenario().run.batch_ramp_start.has_value() && run.scenario().run.batch_ramp_tokens;
  const Combination plain = ramps ? Combination::computed : Combination::product;
  DerivedFigure steps{.name = "run.steps",
                      .label = "Steps of the run",
                      .formula = "tokens / (global batch × sequence)",
                      .source = std::string(definition),
                      .combination = plain,
                      .terms = {run.field("run.tokens"), inverse(run.field("plan.global_batch")),
                                inverse(run.field("plan.sequence_length"))}};
  DerivedFigure days{.name = "run.days",
                     .label = "Days of training alone",
                     .unit = Unit::days,
                     .formula = "tokens / tokens per second / seconds of a day",
                     .source = std::string(definition),
                     .combination = plain,
                     .terms = {run.field("run.tokens"), inverse(run.figure("throughput.tokens_per_second")),
                               inverse(constant("seconds of a day", seconds_per_day))}};
  if (ramps)
    for (DerivedFigure* figure : {&steps, &days}) {
      figure->formula += ", longer while the batch grows";
      figure->terms.push_back(run.field("run.batch_ramp_start"));
      figure->terms.push_back(run.field("run.batch_ramp_tokens"));
    }
  run.add(run.report.run.steps, std::move(steps));
  run.add(run.report.run.days, std::move(days));
}

void add_goodput(RunFigures& run) {
  DerivedFigure goodput{
      .name = "run.goodput",
      .label = "Goodput",
      .unit = Unit::share,
      .formula = "t / (M · e^((R+W)/M) · (e^((t+C)/M) − 1)), and the planned stops",
      .source = "Daly 2006, equation 13",
      .terms = {run.field("run.mtbf_gpu_hours"), run.field("run.detection_seconds"), run.field("run.restart_seconds"),
                run.field("run.planned_stops_per_failure"), run.field("run.checkpoint_interval_seconds"),
                run.field("run.checkpoint_mode"), run.field("run.checkpoint_seconds"),
                run.field("run.storage_bandwidth"), run.field("cluster.gpus")}};
  if (run.scenario().run.mtbf_node_hours) goodput.terms.push_back(run.field("run.mtbf_node_hours"));
  run.add(run.report.run.goodput, std::move(goodput));
}

void add_calendar_days(RunFigures& run) {
  const RunReport& report = run.report.run;
  add_goodput(run);
  if (!report.days) return;
  run.add(report.gpu_hours,
          {.name = "run.gpu_hours",
           .label = "GPU-hours of training alone",
           .formula = "days × 24 × GPUs",
           .source = std::string(definition),
           .combination = Combination::product,
           .terms = {run.figure("run.days"), constant("hours of a day", hours_per_day), run.field("cluster.gpus")}});
  if (!report.goodput) return;
  run.add(report.calendar_days, {.name = "run.calendar_days",
                                 .label = "Days with failures",
                                 .unit = Unit::days,
                                 .formula = "days of training alone / goodput",
                                 .source = std::string(definition),
                                 .combination = Combination::product,
                                 .terms = {run.figure("run.days"), inverse(run.figure("run.goodput"))}});
}

void add_power(RunFigures& run) {
  const RunReport& report = run.report.run;
  const bool all_in = run.scenario().cluster.watts_per_gpu_all_in.has_value();
  DerivedFigure power{.name = "run.power_watts",
                      .label = "Power",
                      .unit = Unit::watts,
                      .formula = all_in ? "GPUs × watts of each, all in" : "GPUs × watts of each in its server × PUE",
                      .source = run.scenario().cluster.gpu.source,
                      .combination = Combination::product,
                      .terms = {run.field("cluster.gpus")}};
  if (all_in) {
    power.terms.push_back(run.field("cluster.watts_per_gpu_all_in"));
  } else {
    power.terms.push_back(run.field("cluster.gpu.server_watts_per_gpu"));
    power.terms.push_back(run.field("cluster.pue"));
  }
  run.add(report.power_watts, std::move(power));
}

void add_energy(RunFigures& run) {
  const RunReport& report = run.report.run;
  if (!report.calendar_days) return;
  run.add(report.energy_joules, {.name = "run.energy_joules",
                                 .label = "Energy of the run",
                                 .unit = Unit::joules,
                                 .formula = "power × days with failures × seconds of a day",
                                 .source = std::string(definition),
                                 .combination = Combination::product,
                                 .terms = {run.figure("run.power_watts"), run.figure("run.calendar_days"),
                                           constant("seconds of a day", seconds_per_day)}});
  if (!report.energy_joules) return;
  const FigureTerm energy = run.figure("run.energy_joules"), kwh = inverse(constant("J in a kWh", joules_per_kwh));
  run.add(report.energy_usd, {.name = "run.energy_usd",
                              .label = "Price of the energy",
                              .unit = Unit::dollars,
                              .formula = "energy in kWh × price of one",
                              .source = std::string(definition),
                              .combination = Combination::product,
                              .terms = {energy, kwh, run.field("run.electricity_usd_per_kwh")}});
  run.add(report.co2_kg, {.name = "run.co2_kg",
                          .label = "CO2 of the energy",
                          .unit = Unit::kilograms,
                          .formula = "energy in kWh × the grid's CO2 per kWh",
                          .source = std::string(definition),
                          .combination = Combination::product,
                          .terms = {energy, kwh, run.field("run.grid_co2_kg_per_kwh")}});
}

void add_money(RunFigures& run) {
  const RunReport& report = run.report.run;
  run.add(report.capital_usd, {.name = "run.capital_usd",
                               .label = "Price of all GPUs",
                               .unit = Unit::dollars,
                               .formula = "GPUs × price of one",
                               .source = run.scenario().cluster.gpu.source,
                               .combination = Combination::product,
                               .terms = {run.field("cluster.gpus"), run.field("cluster.gpu.price_usd")}});
  if (!report.calendar_days) return;
  const FigureTerm days = run.figure("run.calendar_days");
  run.add(report.rental_usd, {.name = "run.rental_usd",
                              .label = "Rent",
                              .unit = Unit::dollars,
                              .formula = "GPUs × hours with failures × price of a GPU-hour",
                              .source = std::string(definition),
                              .combination = Combination::product,
                              .terms = {run.field("cluster.gpus"), days, constant("hours of a day", hours_per_day),
                                        run.field("run.gpu_hour_usd")}});
  if (!report.capital_usd) return;
  run.add(report.amortised_usd,
          {.name = "run.amortised_usd",
           .label = "Written off over the run",
           .unit = Unit::dollars,
           .formula = "price of all GPUs × days with failures / days of their life",
           .source = std::string(definition),
           .combination = Combination::product,
           .terms = {run.figure("run.capital_usd"), days, inverse(run.field("run.amortisation_years")),
                     inverse(constant("days of a year", days_per_year))}});
}

}  // namespace

DerivedFigures run_figures(const Report& report, const DerivedFigures& so_far) {
  RunFigures run{report, so_far};
  add_training_days(run);
  add_calendar_days(run);
  add_power(run);
  add_energy(run);
  add_money(run);
  return run.figures;
}

}  // namespace shardscope

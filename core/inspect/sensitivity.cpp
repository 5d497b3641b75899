#include "core/inspect/sensitivity.h"

#include <algorithm>
#include <cmath>

#include "core/evaluate/run_of_report.h"

namespace shardscope {

namespace {

/// What is changed, each a factor of its input.
struct Factors {
  double price = 1, mfu = 1, tokens = 1, goodput = 1, power = 1;
};

/// Days on the calendar go with the goodput, all money that is for time goes with them.
std::optional<double> cost_with(const Report& report, CostWay way, const Factors& factors) {
  Scenario scenario = with_mean_gpu(report.scenario);
  if (scenario.run.tokens) *scenario.run.tokens *= factors.tokens;
  if (scenario.run.gpu_hour_usd) *scenario.run.gpu_hour_usd *= factors.price;
  if (scenario.cluster.gpu.price_usd) *scenario.cluster.gpu.price_usd *= factors.price;
  scenario.run.electricity_usd_per_kwh *= factors.power;
  // The interval stays, so that one thing moves at a time.
  if (report.run.checkpoint_interval) scenario.run.checkpoint_interval_seconds = report.run.checkpoint_interval->value;
  RunInputs inputs = run_inputs(report, scenario);
  // A goodput that is better than all of the time isn't: it ends at 1.
  const double faster = factors.mfu * std::min(factors.goodput, 1 / report.run.goodput.value_or(1));
  Throughput throughput = *report.throughput;
  throughput.tokens_per_second *= faster;
  inputs.throughput = &throughput;
  inputs.step = inputs.step / faster, inputs.busy = inputs.busy / faster;
  const RunReport run = run_of(inputs);
  const std::optional<Cost>& cost = run.costs[index_of(way)];
  return cost ? std::optional(cost->total()) : std::nullopt;
}

}  // namespace

std::vector<Sensitivity> sensitivities(const Report& report, CostWay way) {
  if (!report.throughput || !report.run.costs[index_of(way)]) return {};
  struct Input {
    std::string_view name, brief;
    double Factors::*factor;
  };
  const bool rented = way == CostWay::rent;
  const Input inputs[] = {
      {rented ? "price of a GPU-hour" : "price of a GPU", rented ? "GPU-hour" : "GPU", &Factors::price},
      {"model FLOPs utilisation", "FLOPs utilisation", &Factors::mfu},
      {"tokens", "tokens", &Factors::tokens},
      {"goodput", "goodput", &Factors::goodput},
      {"price of power", "power", &Factors::power}};
  std::vector<Sensitivity> all;
  for (const Input& input : inputs) {
    Factors low, high;
    low.*input.factor = 1 - sensitivity_step;
    high.*input.factor = 1 + sensitivity_step;
    const auto less = cost_with(report, way, low), more = cost_with(report, way, high);
    if (!less || !more) return {};
    Sensitivity row{input.name, input.brief, *less, *more};
    const bool moves = std::abs(*more - *less) > 1e-12 * std::abs(*less);
    if (input.factor == &Factors::goodput && report.run.goodput.value_or(0) * high.goodput > 1 && moves)
      row.note = "at most 100 %";
    if (!moves) row.note = rented ? "in the rent" : "not counted there";
    all.push_back(row);
  }
  std::stable_sort(all.begin(), all.end(), [](const Sensitivity& a, const Sensitivity& b) {
    return std::abs(a.high_usd - a.low_usd) > std::abs(b.high_usd - b.low_usd);
  });
  return all;
}

}  // namespace shardscope

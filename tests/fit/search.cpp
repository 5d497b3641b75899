#include "tests/fit/search.h"

#include <algorithm>
#include <cmath>

namespace shardscope::fit {

namespace {

constexpr double soft = 0.01;           // log errors below one percent count by their square
constexpr double doubtful = 0.15;       // above, a run's say grows with the logarithm of its error alone
constexpr double prior_pull = 0.3;      // a prior missed by its spread costs as much as so many runs that are 50% off
constexpr double finest_step = 0.0005;  // the finest step in a log

double cost_of(double error) {
  const double size = std::sqrt(error * error + soft * soft);
  return size <= doubtful ? size : doubtful * (1 + std::log(size / doubtful));
}

struct State {
  std::vector<double> moved;   // by constant, in its log
  std::vector<double> errors;  // by run, at these values
};

double prior_cost(const Fitted& constant, double log_value) {
  const double off = (log_value - std::log(constant.prior)) / constant.spread;
  return 0.5 * prior_pull * off * off;
}

/// What moving a constant by `step` adds to the cost.
double change(const std::vector<Fitted>& constants, const Linear& linear, std::span<const double> weights,
              const State& state, std::size_t k, double step) {
  const double log_value = std::log(linear.at[k]) + state.moved[k];
  double sum = prior_cost(constants[k], log_value + step) - prior_cost(constants[k], log_value);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] > 0 && linear.slopes[k][i] != 0)
      sum += weights[i] * (cost_of(state.errors[i] + step * linear.slopes[k][i]) - cost_of(state.errors[i]));
  return sum;
}

void move(const Linear& linear, State& state, std::size_t k, double step) {
  state.moved[k] += step;
  for (std::size_t i = 0; i < state.errors.size(); ++i) state.errors[i] += step * linear.slopes[k][i];
}

bool seen(const Linear& linear, std::span<const double> weights, std::size_t k) {
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] > 0 && linear.slopes[k][i] != 0) return true;
  return false;
}

}  // namespace

Values best_values(const std::vector<Fitted>& constants, const Linear& linear, std::span<const double> weights,
                   double reach) {
  State state{std::vector<double>(constants.size(), 0), linear.errors};
  for (std::size_t k = 0; k < constants.size(); ++k)
    if (!seen(linear, weights, k)) move(linear, state, k, std::log(constants[k].prior / linear.at[k]));
  for (double step = 0.04; step >= finest_step; step /= 2)
    for (int round = 0; round < 60; ++round) {
      bool better = false;
      for (std::size_t k = 0; k < constants.size(); ++k) {
        if (!seen(linear, weights, k)) continue;
        for (const double sign : {1.0, -1.0}) {
          const bool within = std::abs(state.moved[k] + sign * step) <= reach;
          if (!within || change(constants, linear, weights, state, k, sign * step) >= -1e-12) continue;
          move(linear, state, k, sign * step);
          better = true;
          break;
        }
      }
      if (!better) break;
    }
  Values values = linear.at;
  for (std::size_t k = 0; k < values.size(); ++k) values[k] *= std::exp(state.moved[k]);
  return values;
}

double cost(const std::vector<Fitted>& constants, const Values& values, std::span<const double> errors,
            std::span<const double> weights) {
  double sum = 0;
  for (std::size_t k = 0; k < constants.size(); ++k) sum += prior_cost(constants[k], std::log(values[k]));
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * cost_of(errors[i]);
  return sum;
}

}  // namespace shardscope::fit

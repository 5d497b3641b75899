#include "core/calibration/calibrate.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/elementary.h"
#include "core/calibration/symmetric.h"
#include "core/evaluate/evaluate.h"
#include "core/measured/measured_again.h"
#include "core/step/step_range.h"

namespace shardscope {

namespace {

constexpr double level_correlation = 0.5;  // of the network within nodes and between them, in the public spread
constexpr double freedom = 4;              // of Student's t
constexpr double nudge = 0.05;             // of a constant's deviation, for slopes
constexpr double deviation_max = 5, settled = 1e-3;
constexpr int steps_max = 12;

CalibratedMatrix public_correlations() {
  CalibratedMatrix matrix = identity_of_calibrated();
  const std::size_t up = index_of(CalibratedConstant::scale_up), out = index_of(CalibratedConstant::scale_out);
  matrix[up][out] = matrix[out][up] = level_correlation;
  return matrix;
}

CalibratedMatrix scaled(CalibratedMatrix matrix, double by) {
  for (CalibratedValues& row : matrix)
    for (double& value : row) value *= by;
  return matrix;
}

double inner(const CalibratedValues& a, const CalibratedMatrix& matrix, const CalibratedValues& b) {
  const CalibratedValues right = product_of(matrix, b);
  double sum = 0;
  for (std::size_t i = 0; i < calibrated_count; ++i) sum += a[i] * right[i];
  return sum;
}

/// Constants as deviations from the public fit, each in its public spread.
class Deviations {
 public:
  explicit Deviations(std::span<const Observation> observations) {
    for (std::size_t k = 0; k < calibrated_count; ++k) {
      for (const Observation& each : observations)
        spreads_[k].shorter += each.spreads[k].shorter, spreads_[k].longer += each.spreads[k].longer;
      spreads_[k].shorter /= static_cast<double>(observations.size());
      spreads_[k].longer /= static_cast<double>(observations.size());
    }
  }

  [[nodiscard]] Calibration calibration(const CalibratedValues& deviations) const {
    Calibration made;
    made.runs = {""};
    for (std::size_t k = 0; k < calibrated_count; ++k) {
      const double side = deviations[k] < 0 ? spreads_[k].shorter : spreads_[k].longer;
      made.factors[k] = exponential(deviations[k] * side / deviations_to_tenth);
    }
    return made;
  }

  [[nodiscard]] const ConstantSpread& spread(std::size_t k) const { return spreads_[k]; }

 private:
  std::array<ConstantSpread, calibrated_count> spreads_{};
};

/// log(predicted) of every observation and how it changes with each deviation.
struct Linearised {
  std::vector<double> predicted;
  std::vector<CalibratedValues> slopes;
};

Linearised linearised(std::span<const Observation> observations, const Deviations& scale,
                      const CalibratedValues& deviations) {
  const auto log_predicted = [](const Observation& observation, const Calibration& calibration) {
    return logarithm(observation.predicted(calibration).value_or(observation.seconds));
  };
  Linearised linear;
  const Calibration here = scale.calibration(deviations);
  std::array<Calibration, calibrated_count> nudged;
  for (std::size_t k = 0; k < calibrated_count; ++k) {
    CalibratedValues moved = deviations;
    moved[k] += deviations[k] < 0 ? -nudge : nudge;
    nudged[k] = scale.calibration(moved);
  }
  for (const Observation& each : observations) {
    const double at = log_predicted(each, here);
    CalibratedValues slopes{};
    for (std::size_t k = 0; k < calibrated_count; ++k)
      slopes[k] = (log_predicted(each, nudged[k]) - at) / (deviations[k] < 0 ? -nudge : nudge);
    linear.predicted.push_back(at);
    linear.slopes.push_back(slopes);
  }
  return linear;
}

struct Posterior {
  CalibratedValues deviations{};
  CalibratedMatrix covariance{};  // of what all runs share
};

/// What the observations of one configuration say together.
struct Evidence {
  CalibratedMatrix precision{};
  CalibratedValues pull{};

  void add(const CalibratedValues& slopes, double target, double weight) {
    for (std::size_t k = 0; k < calibrated_count; ++k) {
      pull[k] += weight * slopes[k] * target;
      for (std::size_t j = 0; j < calibrated_count; ++j) precision[k][j] += weight * slopes[k] * slopes[j];
    }
  }
};

/// With the configuration's own deviations, whose precision before is `own`, integrated out (Woodbury's identity).
Evidence without_own(const Evidence& evidence, const CalibratedMatrix& own) {
  CalibratedMatrix sum = own;
  for (std::size_t k = 0; k < calibrated_count; ++k)
    for (std::size_t j = 0; j < calibrated_count; ++j) sum[k][j] += evidence.precision[k][j];
  const CalibratedMatrix inverse = inverse_of(sum), within = product_of(own, product_of(inverse, own));
  Evidence left;
  left.pull = product_of(own, product_of(inverse, evidence.pull));
  for (std::size_t k = 0; k < calibrated_count; ++k)
    for (std::size_t j = 0; j < calibrated_count; ++j) left.precision[k][j] = own[k][j] - within[k][j];
  return left;
}

/// The most likely deviations of the linear model, observations weighed by how far they stray at `deviations`.
Posterior posterior_of(std::span<const Observation> observations, const Linearised& linear,
                       const CalibratedValues& deviations, const SharedVariance& shared) {
  const CalibratedMatrix correlations = public_correlations();
  std::map<std::string, Evidence> by_configuration;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const CalibratedValues& slopes = linear.slopes[i];
    const double spread = inner(slopes, correlations, slopes),
                 again = measured_again_deviation * measured_again_deviation;
    const double off = logarithm(observations[i].seconds) - linear.predicted[i];
    const double all = (1 - shared.of_all) * spread + again;
    const bool rate = observations[i].configuration.empty();
    const double own = (rate ? shared.of_rate : 1 - shared.of_all - shared.of_configuration) * spread + again;
    const double weight = std::min(1.0, (freedom + 1) / (freedom + off * off / all)) / own;
    double target = off;
    for (std::size_t k = 0; k < calibrated_count; ++k) target += slopes[k] * deviations[k];
    by_configuration[observations[i].configuration].add(slopes, target, weight);
  }
  CalibratedMatrix precision = inverse_of(scaled(correlations, shared.of_all));
  const CalibratedMatrix configurations = inverse_of(scaled(correlations, shared.of_configuration));
  CalibratedValues pull{};
  for (const auto& [configuration, evidence] : by_configuration) {
    const Evidence said = configuration.empty() ? evidence : without_own(evidence, configurations);
    for (std::size_t k = 0; k < calibrated_count; ++k) {
      pull[k] += said.pull[k];
      for (std::size_t j = 0; j < calibrated_count; ++j) precision[k][j] += said.precision[k][j];
    }
  }
  Posterior found;
  found.covariance = inverse_of(precision);
  found.deviations = product_of(found.covariance, pull);
  for (double& deviation : found.deviations) deviation = std::clamp(deviation, -deviation_max, deviation_max);
  return found;
}

double farthest_move(const CalibratedValues& from, const CalibratedValues& to) {
  double most = 0;
  for (std::size_t k = 0; k < calibrated_count; ++k) most = std::max(most, std::abs(from[k] - to[k]));
  return most;
}

std::vector<CalibratedChange> changes_of(const Calibration& calibration, const Deviations& scale,
                                         const Linearised& linear) {
  std::vector<CalibratedChange> changes;
  for (std::size_t k = 0; k < calibrated_count; ++k) {
    CalibratedChange change{static_cast<CalibratedConstant>(k), calibration.factors[k], scale.spread(k),
                            std::sqrt(calibration.left[k][k]), false};
    for (const CalibratedValues& slopes : linear.slopes) change.seen = change.seen || std::abs(slopes[k]) > 1e-6;
    changes.push_back(change);
  }
  return changes;
}

std::vector<FittedObservation> fitted(std::span<const Observation> observations, const Calibration& calibration) {
  std::vector<FittedObservation> all;
  for (const Observation& each : observations) {
    FittedObservation one{
        each.name, each.seconds, each.predicted({}).value_or(0), each.predicted(calibration).value_or(0), {}, {}};
    if (each.range) one.range_before = each.range({}), one.range_after = each.range(calibration);
    all.push_back(std::move(one));
  }
  return all;
}

std::string configuration_of(const Model& model) {
  std::string name;
  for (const std::int64_t size :
       {model.num_hidden_layers, model.hidden_size, model.num_attention_heads, model.num_experts, model.vocab_size})
    name += std::to_string(size) + " ";
  return name;
}

}  // namespace

Observation observed_step(std::string name, double seconds, const Scenario& scenario) {
  const auto with = [scenario](const Calibration& calibration) {
    Scenario own = scenario;
    own.cluster.gpu.calibration = calibration;
    return evaluate(own);
  };
  Observation observation{std::move(name), seconds, configuration_of(scenario.model), {}, {}, {}};
  observation.predicted = [with](const Calibration& calibration) -> std::optional<double> {
    const Report report = with(calibration);
    if (!report.valid || !report.time || !(report.time->step.value > 0)) return std::nullopt;
    return report.time->step.value;
  };
  observation.range = [with](const Calibration& calibration) {
    const Report report = with(calibration);
    return report.time ? report.time->range : SecondsRange{};
  };
  observation.spreads = calibrated_spreads(scenario.cluster, has_experts(scenario.model));
  return observation;
}

std::array<ConstantSpread, calibrated_count> calibrated_spreads(const Cluster& cluster, bool experts) {
  const ConstantSpreads all = constant_spreads(cluster, experts);
  std::array<ConstantSpread, calibrated_count> spreads{};
  for (std::size_t k = 0; k < calibrated_count; ++k) {
    const ConstantKind kind = kind_of(static_cast<CalibratedConstant>(k));
    spreads[k] = kind == ConstantKind::software ? all.software : all.of_kind[index_of(kind)];
  }
  return spreads;
}

CalibrationFit calibrate(std::string name, std::span<const Observation> observations, const SharedVariance& shared) {
  CalibrationFit fit;
  std::vector<Observation> known;
  for (const Observation& each : observations)
    if (each.seconds > 0 && each.predicted({}))
      known.push_back(each);
    else
      fit.unpredicted.push_back(each.name);
  if (known.empty()) return fit;
  const Deviations scale(known);
  Posterior found;
  Linearised linear = linearised(known, scale, found.deviations);
  for (int step = 0; step < steps_max; ++step) {
    const Posterior next = posterior_of(known, linear, found.deviations, shared);
    const double moved = farthest_move(found.deviations, next.deviations);
    found = next;
    if (moved < settled) break;
    linear = linearised(known, scale, found.deviations);
  }
  fit.calibration = scale.calibration(found.deviations);
  fit.calibration.name = std::move(name);
  fit.calibration.runs.clear();
  for (const Observation& each : known) fit.calibration.runs.push_back(each.name);
  const CalibratedMatrix own = scaled(public_correlations(), 1 - shared.of_all);
  for (std::size_t k = 0; k < calibrated_count; ++k)
    for (std::size_t j = 0; j < calibrated_count; ++j) fit.calibration.left[k][j] = found.covariance[k][j] + own[k][j];
  fit.changes = changes_of(fit.calibration, scale, linear);
  fit.observations = fitted(known, fit.calibration);
  return fit;
}

}  // namespace shardscope

// core/calibration: a GPU's constants fitted to one's own runs. In: observations, each a scenario with its measured
// step, or a network's or a product's measured rate. Out: a Calibration (core/constants/calibration.h) for the GPU, by
// how much each constant moved, and what that makes of every observation (here); observations of measured runs
// (observed_runs.h), of nccl-tests' output and of tables of products (observed_rates.h); as JSON (fit_json.h).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/step/time_report.h"

namespace shardscope {

/// What was measured, and what the model says of it.
struct Observation {
  std::string name;
  double seconds = 0;         // measured
  std::string configuration;  // what errs alike: the model of a step; empty of a rate of the machine itself
  /// Predicted with a calibration of the GPU; nothing where it can't be.
  std::function<std::optional<double>(const Calibration&)> predicted;
  /// The step's range; empty of a rate.
  std::function<SecondsRange(const Calibration&)> range;
  /// Public spreads of what it rests on, indexed by CalibratedConstant.
  std::array<ConstantSpread, calibrated_count> spreads;
};

struct FittedObservation {
  std::string name;
  double seconds = 0, before = 0, after = 0;  // measured, predicted
  std::optional<SecondsRange> range_before, range_after;
};

struct CalibratedChange {
  CalibratedConstant constant = CalibratedConstant::products;
  double factor = 1;             // on what it governs
  ConstantSpread public_spread;  // of the public fit, as log of a factor
  double left = 1;               // of that, in another run
  bool seen = false;             // whether any observation depends on it
};

struct CalibrationFit {
  Calibration calibration;
  std::vector<CalibratedChange> changes;        // one a constant
  std::vector<FittedObservation> observations;  // those that could be predicted, in their order
  std::vector<std::string> unpredicted;         // names of the others
};

/// A step that was measured on the scenario's GPU, whose own calibration is put aside.
[[nodiscard]] Observation observed_step(std::string name, double seconds, const Scenario& scenario);

/// The public spreads, by calibrated constant.
[[nodiscard]] std::array<ConstantSpread, calibrated_count> calibrated_spreads(const Cluster& cluster, bool experts);

/// Shares of the variance by which a run's constants lie from the public fit, in the constants' public spreads: what
/// all of one's runs have in common, and what those of one configuration have beside; the rest is a run's own. Chosen
/// by three runs of each public source predicting its others (tests/fit/calibrated.h): of fourteen pairs tried the one
/// with the least median over all, though one source's own gets worse (tests/README, Calibrated on three runs). A
/// microbenchmark measures what all runs have in common, beside a tenth of its own: an assumption.
struct SharedVariance {
  double of_all = 0.25, of_configuration = 0.7, of_rate = 0.1;
};

/// The most likely constants of all of one's runs (maximum a posteriori), with the public fit and its spreads as what
/// is likely before. Three runs of one model thus say less than three of different ones. A run strays by what a second
/// measurement does too, and those that stray further weigh less, by Student's t with 4 degrees of freedom. Found by
/// Gauss-Newton steps on the evaluated model; what is left is the posterior at the end with a run's own part and its
/// configuration's.
[[nodiscard]] CalibrationFit calibrate(std::string name, std::span<const Observation> observations,
                                       const SharedVariance& shared = {});

}  // namespace shardscope

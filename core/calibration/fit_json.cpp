#include "core/calibration/fit_json.h"

#include <nlohmann/json.hpp>

#include "core/base/elementary.h"
#include "core/report_json/number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json calibration_fit_json(const CalibrationFit& fit, const Gpu& gpu) {
  Json runs = Json::array(), constants = Json::array();
  for (const FittedObservation& run : fit.observations)
    runs.push_back({{"name", run.name},
                    {"measured_seconds", run.seconds},
                    {"before_seconds", run.before},
                    {"after_seconds", run.after},
                    {"range_before", range_json(run.range_before)},
                    {"range_after", range_json(run.range_after)}});
  for (const CalibratedChange& change : fit.changes)
    constants.push_back(
        {{"name", json_name(change.constant)},
         {"factor", change.factor},
         {"public_factors", {exponential(-change.public_spread.shorter), exponential(change.public_spread.longer)}},
         {"left", change.left},
         {"seen", change.seen}});
  return {{"name", fit.calibration.name},
          {"gpu", name_of(Pool{gpu, 0, {}, {}, {}})},
          {"runs", std::move(runs)},
          {"constants", std::move(constants)},
          {"unpredicted", fit.unpredicted}};
}

}  // namespace shardscope

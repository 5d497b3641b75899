// A training log as a page: what it says of the run, beside what its plan predicts, and what would have to be given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/output/page.h"
#include "core/diagnosis/explain.h"
#include "core/logs/beside.h"
#include "core/logs/log_plan.h"

namespace shardscope {

/// What lacks for a prediction.
struct LogNeeds {
  bool plan = false, gpu = false;
  std::vector<Problem> problems = {};  // of a plan that no machine could run
  std::vector<Problem> assumed = {};   // by what is predicted
};

[[nodiscard]] Page log_page(const std::string& file, const MeasuredLog& log, const LogPlan& plan,
                            const std::optional<BesidePrediction>& beside, const LogNeeds& needs,
                            const std::vector<WeighedCause>& explanations);

}  // namespace shardscope

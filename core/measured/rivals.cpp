#include "core/measured/rivals.h"

#include <algorithm>

namespace shardscope {

MeasuredFigures rival_errors(const MeasuredRun& run) {
  MeasuredFigures errors;
  if (!run.rival) return errors;
  for (std::size_t field = 0; field < measured_field_count; ++field) {
    const auto& figure = run.rival->figures[field];
    if (figure && run.measured[field]) errors[field] = *figure / *run.measured[field] - 1;
  }
  return errors;
}

std::vector<RivalSummary> rival_summaries(std::span<const MeasuredRun> runs, const Comparison& comparison) {
  std::vector<std::string> names;
  for (const MeasuredRun& run : runs)
    if (run.rival && std::find(names.begin(), names.end(), run.rival->name) == names.end())
      names.push_back(run.rival->name);
  std::vector<RivalSummary> summaries;
  for (const std::string& name : names)
    for (std::size_t field = 0; field < measured_field_count; ++field) {
      std::vector<double> ours, theirs;
      for (std::size_t i = 0; i < runs.size() && i < comparison.runs.size(); ++i) {
        if (!runs[i].rival || runs[i].rival->name != name) continue;
        const auto their_error = rival_errors(runs[i])[field], our_error = comparison.runs[i].error[field];
        if (!their_error || !our_error) continue;
        ours.push_back(*our_error);
        theirs.push_back(*their_error);
      }
      const auto our_errors = summary_of(std::move(ours)), their_errors = summary_of(std::move(theirs));
      if (our_errors && their_errors)
        summaries.push_back({name, static_cast<MeasuredField>(field), *our_errors, *their_errors});
    }
  return summaries;
}

}  // namespace shardscope

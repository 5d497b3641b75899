// Fits the constants (fitted.h), leaves sources and configurations out, leaves parts of the model out, prints what
// comes of it and, with --write, stores it in presets/measured/cross_validation.json.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/measured/cross_validation.h"
#include "core/measured/read_runs.h"
#include "tests/bench/scenarios.h"
#include "tests/fit/calibrated.h"
#include "tests/fit/folds.h"
#include "tests/fit/search.h"
#include "tests/fit/spreads.h"
#include "tests/fit/trial.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::fit;

namespace {

constexpr const char* runs_file = "presets/measured/public_runs.json";
constexpr const char* found_file = "presets/measured/cross_validation.json";
constexpr double reach_of_a_step = 0.12, reach_of_a_fold = 1.0;  // in a constant's log
constexpr int steps_of_the_fit = 5;

/// The runs that were timed and can be predicted.
std::vector<MeasuredRun> timed_runs() {
  std::ifstream file(source_path(runs_file));
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const Presets presets = bench::shipped_presets();
  Outcome<std::vector<MeasuredRun>> read = read_runs(text, presets);
  if (!succeeded(read)) {
    std::fprintf(stderr, "%s\n", line_of(problems_of(read).front(), runs_file).c_str());
    std::exit(1);
  }
  std::vector<MeasuredRun> timed;
  for (MeasuredRun& run : std::get<0>(read))
    if (run.scenario && run.measured[index_of(MeasuredField::step_seconds)]) timed.push_back(std::move(run));
  return timed;
}

Values part_of_the_way(const Values& from, const Values& to, double share) {
  Values values = from;
  for (std::size_t k = 0; k < values.size(); ++k) values[k] *= std::pow(to[k] / from[k], share);
  return values;
}

/// From the shipped values step by step: slopes, the best values near by, and as much of the way there as helps.
Linear fitted_on_all(const std::vector<Fitted>& constants, std::vector<MeasuredRun>& timed,
                     const std::vector<double>& weights) {
  Linear linear = linear_at(constants, shipped_values(constants), timed);
  double least = cost(constants, linear.at, linear.errors, weights);
  std::printf("as shipped: cost %.3f\n", least);
  for (int step = 0; step < steps_of_the_fit; ++step) {
    const Values target = best_values(constants, linear, weights, reach_of_a_step / (1 + step));
    Values best = linear.at;
    for (const double share : {1.0, 0.6, 0.3, 0.1}) {
      const Values values = part_of_the_way(linear.at, target, share);
      set_values(constants, values, timed);
      const double found = cost(constants, values, log_errors(timed), weights);
      if (found < least) least = found, best = values;
    }
    std::printf("fitted, step %d: cost %.3f\n", step + 1, least);
    if (best == linear.at) break;
    linear = linear_at(constants, best, timed);
  }
  set_values(constants, linear.at, timed);
  return linear;
}

/// Each run as a fit without its fold predicts it.
std::vector<double> left_out(const std::vector<Fitted>& constants, const Linear& linear,
                             std::vector<MeasuredRun>& timed, const std::vector<double>& weights,
                             const std::vector<int>& folds) {
  std::vector<double> errors(timed.size(), 0);
  for (const int fold : std::set<int>(folds.begin(), folds.end())) {
    std::vector<double> seen = weights;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (folds[i] == fold) seen[i] = 0;
    set_values(constants, best_values(constants, linear, seen, reach_of_a_fold), timed);
    std::vector<MeasuredRun> unseen;
    for (std::size_t i = 0; i < timed.size(); ++i)
      if (folds[i] == fold) unseen.push_back(timed[i]);
    const std::vector<double> found = log_errors(unseen);
    for (std::size_t i = 0, j = 0; i < timed.size(); ++i)
      if (folds[i] == fold) errors[i] = found[j++];
  }
  return errors;
}

std::vector<AblationErrors> without_parts(const std::vector<Fitted>& constants, const Linear& linear,
                                          std::vector<MeasuredRun>& timed, const std::vector<double>& weights) {
  std::vector<AblationErrors> all;
  for (const Ablation& ablation : ablations()) {
    set_values(constants, shipped_values(constants), timed);
    AblationErrors errors{ablation.name, ablation.words, summed_up(timed, log_errors(timed, &ablation)), {}};
    // Fitted anew twice with the slopes of the whole model.
    Linear here = linear;
    for (int step = 0; step < 2; ++step) {
      set_values(constants, here.at, timed);
      here.errors = log_errors(timed, &ablation);
      here.at = best_values(constants, here, weights, reach_of_a_fold / 2);
    }
    set_values(constants, here.at, timed);
    errors.refitted = summed_up(timed, log_errors(timed, &ablation));
    all.push_back(std::move(errors));
  }
  return all;
}

std::string cell(const std::vector<GroupErrors>& groups, const RunGroup& group) {
  const GroupErrors* errors = errors_of(groups, group);
  if (errors == nullptr) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.1f/%.1f", errors->median_absolute_error * 100, errors->p90_absolute_error * 100);
  return text;
}

void print(const CrossValidation& found) {
  std::printf("\n%-44s %5s %12s %12s %12s %12s %12s\n", "median/90%, in %", "runs", "shipped", "refitted", "at priors",
              "source out", "config. out");
  for (const GroupErrors& group : found.shipped)
    std::printf("%-44s %5zu %12s %12s %12s %12s %12s\n", group_name(group.group).c_str(), group.count,
                cell(found.shipped, group.group).c_str(), cell(found.refitted, group.group).c_str(),
                cell(found.at_priors, group.group).c_str(), cell(found.source_left_out, group.group).c_str(),
                cell(found.configuration_left_out, group.group).c_str());
  std::printf("\n%-34s %24s %24s %24s\n", "without: shipped, refitted", "all but low", "dense", "MoE");
  for (const AblationErrors& ablation : found.ablations) {
    std::printf("%-34s", ablation.without.c_str());
    for (const RunGroup& group :
         {RunGroup{GroupBy::all, "", true}, {GroupBy::kind, "dense", true}, {GroupBy::kind, "moe", false}})
      std::printf(" %11s, %11s", cell(ablation.shipped, group).c_str(), cell(ablation.refitted, group).c_str());
    std::printf("\n");
  }
  std::printf("\n%-44s %10s %10s %10s\n", "constant", "shipped", "refitted", "prior");
  for (const FittedConstant& constant : found.constants)
    std::printf("%-44s %10.4g %10.4g %10.4g\n", constant.name.c_str(), constant.shipped, constant.refitted,
                constant.prior);
  std::printf("\n%-44s %16s %16s\n", "spread, shorter and longer", "shipped", "found");
  for (const FittedSpread& spread : found.spreads)
    std::printf("%-44s %7.3f %7.3f %8.3f %7.3f\n", spread.name.c_str(), spread.shipped_shorter, spread.shipped_longer,
                spread.shorter, spread.longer);
  std::printf("\n%-44s %5s %12s\n", "held out, within spreads held out too", "runs", "in range");
  for (const RangeCoverage& group : found.coverage)
    std::printf("%-44s %5zu %11.0f%%\n", group_name(group.group).c_str(), group.count, group.in_range * 100);
}

/// Each source as a fit without it predicts it, before and after three of its runs calibrate the rest; all together
/// come first.
std::vector<CalibratedErrors> calibrated_sources(const std::vector<Fitted>& constants, const Linear& linear,
                                                 std::vector<MeasuredRun>& timed, const std::vector<double>& weights) {
  const std::vector<int> folds = folds_by_source(timed);
  CalibratedSource all;
  std::vector<CalibratedErrors> errors;
  for (const int fold : std::set<int>(folds.begin(), folds.end())) {
    std::vector<double> seen = weights;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (folds[i] == fold) seen[i] = 0;
    set_values(constants, best_values(constants, linear, seen, reach_of_a_fold), timed);
    std::vector<MeasuredRun> own;
    for (std::size_t i = 0; i < timed.size(); ++i)
      if (folds[i] == fold) own.push_back(timed[i]);
    const std::string name = own.front().source.substr(0, own.front().source.find_first_of(" ,;"));
    const std::optional<CalibratedSource> source = calibrated_source(std::move(own));
    if (!source) continue;
    errors.push_back(summed_up({GroupBy::origin, name, false}, *source));
    all.before.insert(all.before.end(), source->before.begin(), source->before.end());
    all.after.insert(all.after.end(), source->after.begin(), source->after.end());
    all.in_range += source->in_range;
  }
  errors.insert(errors.begin(), summed_up({}, all));
  return errors;
}

void print_calibrated(const std::vector<CalibratedErrors>& sources) {
  std::printf("\n%-44s %5s %12s %12s %9s\n", "source left out, median/90%", "runs", "before", "calibrated", "in range");
  for (const CalibratedErrors& each : sources)
    std::printf("%-44s %5zu %6.1f/%5.1f %6.1f/%5.1f %8.0f%%\n", group_name(each.group).c_str(), each.count,
                each.before_median * 100, each.before_p90 * 100, each.after_median * 100, each.after_p90 * 100,
                each.in_range * 100);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<MeasuredRun> timed = timed_runs();
  const std::vector<Fitted> constants = fitted_constants(timed);
  const std::vector<double> weights = weights_of(timed);
  CrossValidation found;
  found.date = today();
  found.shipped = summed_up(timed, log_errors(timed));
  Values priors;
  for (const Fitted& constant : constants) priors.push_back(constant.prior);
  set_values(constants, priors, timed);
  found.at_priors = summed_up(timed, log_errors(timed));
  const Linear linear = fitted_on_all(constants, timed, weights);
  found.refitted = summed_up(timed, linear.errors);
  found.source_left_out = summed_up(timed, left_out(constants, linear, timed, weights, folds_by_source(timed)));
  found.calibrated = calibrated_sources(constants, linear, timed, weights);
  const std::vector<double> unseen = left_out(constants, linear, timed, weights, folds_by_configuration(timed));
  found.configuration_left_out = summed_up(timed, unseen);
  const std::vector<double> strange = left_out(constants, linear, timed, weights, folds_by_family(timed));
  found.ablations = without_parts(constants, linear, timed, weights);
  for (std::size_t i = 0; i < constants.size(); ++i)
    found.constants.push_back({constants[i].name, constants[i].shipped, constants[i].prior, linear.at[i]});
  set_values(constants, shipped_values(constants), timed);
  found.spreads = fitted_spreads(timed, unseen, weights, SpreadsOf::known_families);
  for (FittedSpread& spread : fitted_spreads(timed, strange, weights, SpreadsOf::unknown_families))
    found.spreads.push_back(std::move(spread));
  found.coverage = held_out_coverage(timed, unseen, weights, folds_by_configuration(timed));
  print(found);
  print_calibrated(found.calibrated);
  if (count < 2 || std::string(arguments[1]) != "--write") return 0;
  std::ofstream file(source_path(found_file));
  file << cross_validation_json(found).dump(1) << "\n";
  return file ? 0 : 1;
}

#include "tests/fit/folds.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/measured/compare.h"

namespace shardscope::fit {

namespace {

std::string source_of(const MeasuredRun& run) {
  return run.source.substr(0, run.source.find_first_of(" ,;"));
}

std::string configuration_of(const MeasuredRun& run) {
  const Model& model = run.scenario->model;
  const Cluster& cluster = run.scenario->cluster;
  std::string name = cluster.gpu.preset;
  for (const std::int64_t size : {cluster.gpus, model.num_hidden_layers, model.hidden_size, model.num_attention_heads,
                                  model.num_experts, model.vocab_size})
    name += " " + std::to_string(size);
  return name;
}

std::map<std::string, std::size_t> counts_of(const std::vector<MeasuredRun>& timed) {
  std::map<std::string, std::size_t> counts;
  for (const MeasuredRun& run : timed) ++counts[configuration_of(run)];
  return counts;
}

/// Runs of one name have one number.
template <typename NameOf>
std::vector<int> numbered(const std::vector<MeasuredRun>& timed, const NameOf& name_of_run) {
  std::map<std::string, int> numbers;
  std::vector<int> folds;
  for (const MeasuredRun& run : timed)
    folds.push_back(numbers.emplace(name_of_run(run), static_cast<int>(numbers.size())).first->second);
  return folds;
}

}  // namespace

std::vector<int> folds_by_source(const std::vector<MeasuredRun>& timed) {
  return numbered(timed, source_of);
}

std::vector<int> folds_by_family(const std::vector<MeasuredRun>& timed) {
  return numbered(timed,
                  [](const MeasuredRun& run) { return std::string(json_name(run.scenario->cluster.gpu.family)); });
}

std::vector<int> folds_by_configuration(const std::vector<MeasuredRun>& timed) {
  constexpr int fold_count = 10;
  std::vector<std::pair<std::size_t, std::string>> largest_first;
  for (const auto& [name, count] : counts_of(timed)) largest_first.emplace_back(count, name);
  std::sort(largest_first.rbegin(), largest_first.rend());
  std::map<std::string, int> numbers;
  for (std::size_t i = 0; i < largest_first.size(); ++i)
    numbers[largest_first[i].second] = static_cast<int>(i % fold_count);
  std::vector<int> folds;
  for (const MeasuredRun& run : timed) folds.push_back(numbers[configuration_of(run)]);
  return folds;
}

std::vector<double> weights_of(const std::vector<MeasuredRun>& timed) {
  auto counts = counts_of(timed);
  std::vector<double> weights;
  for (const MeasuredRun& run : timed)
    weights.push_back(is_low(run) ? 0 : 1 / std::sqrt(static_cast<double>(counts[configuration_of(run)])));
  return weights;
}

std::vector<GroupErrors> summed_up(const std::vector<MeasuredRun>& timed, const std::vector<double>& log_errors) {
  constexpr std::size_t count_min = 8;
  constexpr std::size_t step = static_cast<std::size_t>(MeasuredField::step_seconds);
  std::vector<RunComparison> compared(timed.size());
  for (std::size_t i = 0; i < timed.size(); ++i) {
    compared[i].valid = true;
    compared[i].error[step] = std::exp(log_errors[i]) - 1;
  }
  const Comparison comparison = in_groups(timed, std::move(compared));
  std::vector<GroupErrors> groups;
  for (const GroupSummary& group : comparison.groups) {
    const auto& summary = group.fields[step];
    const GroupBy by = group.group.by;
    const bool wanted = by <= GroupBy::gpu || by == GroupBy::origin;
    if (summary && wanted && summary->count >= count_min)
      groups.push_back({group.group, summary->count, summary->median_absolute_error, summary->p90_absolute_error});
  }
  return groups;
}

}  // namespace shardscope::fit

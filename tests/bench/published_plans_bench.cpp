// Where the plans that people published stand among all that fit their model and machine: for each configuration of the
// public runs of high quality, the share of plans that the model holds faster, estimated on plans drawn at random.
// `published_plans_bench [plans that fit, a configuration]`; 300 unless said.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "app/files/public_runs.h"
#include "core/base/kept_memory.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_report.h"
#include "core/memory/memory.h"
#include "core/plan_search/space/choice_walk.h"
#include "core/plan_search/space/plan_space.h"
#include "core/scenario/plan_counts.h"
#include "core/transformer/layout.h"
#include "core/validate/validate.h"
#include "tests/bench/scenarios.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

/// Plans of a space, each as likely as any other: a choice of costs by how many plans it has, then one of these.
class Draw {
 public:
  Draw(const Scenario& base, const PlanSpace& space) : base_(base), space_(space) {
    for_each_choice(base, space, 0, cost_axis_count, all_ones(), [&](const PlanChoice& choice) {
      PlanSpace held = space;
      for (std::size_t axis = 0; axis < cost_axis_count; ++axis) held.held[axis] = {choice[axis]};
      const std::uint64_t count = plan_count(base, held);
      if (count == 0) return;
      choices_.push_back(choice);
      ends_.push_back((ends_.empty() ? 0 : ends_.back()) + count);
    });
  }
  [[nodiscard]] std::uint64_t plans() const { return ends_.empty() ? 0 : ends_.back(); }
  [[nodiscard]] PlanChoice one(std::mt19937_64& random) const {
    const std::uint64_t place = std::uniform_int_distribution<std::uint64_t>(0, plans() - 1)(random);
    const auto at = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), place) - ends_.begin());
    std::uint64_t left = place - (at > 0 ? ends_[at - 1] : 0);
    PlanChoice drawn = choices_[at];
    for_each_choice(base_, space_, cost_axis_count, plan_axis_count, choices_[at], [&](const PlanChoice& choice) {
      if (left-- == 0) drawn = choice;
    });
    return drawn;
  }

 private:
  const Scenario& base_;
  const PlanSpace& space_;
  std::vector<PlanChoice> choices_;
  std::vector<std::uint64_t> ends_;
};

struct Standing {
  std::size_t tried = 0, fit = 0, faster = 0;
  [[nodiscard]] double share() const { return fit > 0 ? static_cast<double>(faster) / static_cast<double>(fit) : 1; }
};

/// Whether a plan can run and fits, without its times: a fraction of evaluate()'s work.
bool fits(const Scenario& scenario) {
  const Scenario filled = with_defaults(scenario);
  if (has_errors(validate(filled))) return false;
  const Outcome<Schedule> schedule = schedule_of(filled.plan, nullptr);
  const MemoryReport memory = memory_over_step(filled, stage_layout(filled.model, filled.plan),
                                               succeeded(schedule) ? &std::get<0>(schedule) : nullptr);
  return memory.peak <= memory.capacity;
}

Standing standing_of(const Scenario& base, Seconds step, std::size_t wanted) {
  constexpr std::size_t tries_max = 4000;
  constexpr std::int64_t passes_max = 40'000;  // deeper pipelines take too long, and are slow
  const PlanSpace space = plan_space(base);
  const Draw draw(base, space);
  std::mt19937_64 random(7);
  Standing standing;
  while (draw.plans() > 0 && standing.fit < wanted && standing.tried < tries_max) {
    ++standing.tried;
    const PlanChoice choice = draw.one(random);
    const Scenario scenario = with_choice(base, choice, space);
    if (!fits(scenario)) continue;
    if (scenario.plan.pp * scenario.plan.virtual_stages * micro_batches_of(scenario.plan) > passes_max) {
      ++standing.fit;
      continue;
    }
    const Report report = evaluate(scenario);
    if (!report.time) continue;
    ++standing.fit;
    standing.faster += report.time->step < step ? 1 : 0;
  }
  return standing;
}

/// What the runs of one configuration have in common: model, machine and batch.
std::string configuration_of(const MeasuredRun& run) {
  const Scenario& scenario = *run.scenario;
  return scenario.model.preset + "/" + std::to_string(scenario.model.num_hidden_layers) + "x" +
         std::to_string(scenario.model.hidden_size) + " " + std::to_string(scenario.cluster.gpus) + " " + run.gpu +
         " b" + std::to_string(scenario.plan.global_batch) + " s" + std::to_string(scenario.plan.sequence_length) +
         " " + run.framework;
}

}  // namespace

int main(int count, char** words) {
  keep_freed_memory();
  const std::size_t wanted = count > 1 ? std::strtoul(words[1], nullptr, 10) : 300;
  const Presets presets = shipped_presets();
  const Outcome<std::vector<MeasuredRun>> runs = load_public_runs(presets);
  if (!succeeded(runs)) return 1;
  struct Published {
    const MeasuredRun* run = nullptr;
    Seconds step;
  };
  std::map<std::string, Published> best;  // of a configuration the run whose plan the model holds fastest
  for (const MeasuredRun& run : value_of(runs)) {
    if (run.quality != RunQuality::high || !run.scenario || run.scenario->cluster.gpus < 2) continue;
    const Report report = evaluate(*run.scenario);
    if (!report.valid || !report.time) continue;
    Published& known = best[configuration_of(run)];
    if (known.run == nullptr || report.time->step < known.step) known = {&run, report.time->step};
  }
  std::vector<double> shares;
  for (const auto& [name, published] : best) {
    const Standing standing = standing_of(*published.run->scenario, published.step, wanted);
    if (standing.fit < 30) continue;  // too few to tell
    shares.push_back(standing.share());
    std::printf("%5.1f%% faster  of %3zu that fit, %4zu drawn  %s (%s)\n", standing.share() * 100, standing.fit,
                standing.tried, name.c_str(), published.run->id.c_str());
    std::fflush(stdout);
  }
  std::sort(shares.begin(), shares.end());
  const auto within = std::upper_bound(shares.begin(), shares.end(), 0.05) - shares.begin();
  if (!shares.empty())
    std::printf("%zu configurations; %td in the top 5%%, median at %.1f%%\n", shares.size(), within,
                shares[shares.size() / 2] * 100);
  return shares.empty() ? 1 : 0;
}

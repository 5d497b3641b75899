// What evaluate() says of the whole run, as plain values (run.h makes it). Each is absent where the scenario doesn't
// say enough to compute it.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/choice.h"
#include "core/base/units.h"
#include "core/cluster/group_span.h"

namespace shardscope {

/// What money or power goes to. `hardware` is all that is bought, the GPUs with their hosts and network.
#define SHARDSCOPE_SPENDING(entry)                                                                                     \
  entry(none, "") entry(gpu_hours, "GPU-hours") entry(gpus, "GPUs") entry(hardware, "hardware")                        \
      entry(hosts_and_network, "hosts, network") entry(staff, "staff") entry(power, "power") entry(cooling, "cooling") \
          entry(all_in, "all in")
SHARDSCOPE_TABLE(Spending, std::string_view, SHARDSCOPE_SPENDING)

/// What a share of a sum of money is paid for.
struct CostPart {
  Spending what = Spending::none;
  double usd = 0;
};

/// Who counts: the rent of GPU-hours; the run's share of what is owned and its power; all that was bought, and its
/// power; or an essay's split of a whole model's cost.
struct CostWayTraits {
  std::string_view name, words;
};
#define SHARDSCOPE_COST_WAY(entry)                                                              \
  entry(rent, "rent", "Rent the GPU-hours") entry(own, "own", "Own, write off the run's share") \
      entry(buy, "buy", "Buy it all for this model") entry(split, "split", "As the essay counts, 80/18/2")
SHARDSCOPE_TABLE(CostWay, CostWayTraits, SHARDSCOPE_COST_WAY)
inline constexpr std::size_t cost_way_count = count_of<CostWay>;

struct Cost {
  CostWay way = CostWay::rent;
  std::array<CostPart, 3> parts = {};  // as many as it has, the rest none

  [[nodiscard]] double total() const { return parts[0].usd + parts[1].usd + parts[2].usd; }
};

/// What a share of the power goes to.
struct PowerPart {
  Spending what = Spending::none;
  double watts = 0;
};

/// From the lowest to the highest of four of five runs (core/step/step_range.h).
struct RunRange {
  double low = 0, high = 0;

  bool operator==(const RunRange&) const = default;
};

/// What a scaling law says of a model and its tokens: the lowest and the highest of the published fits.
struct ScalingHint {
  double tokens_low = 0, tokens_high = 0;  // that a compute-optimal run gives a model of this size
  double loss_low = 0, loss_high = 0;      // nats per token at this run's tokens
};

struct RunReport {
  std::optional<double> days, gpu_hours;  // of training alone, on all GPUs of the cluster
  std::optional<double> calendar_days;    // with what failures, checkpoints and planned stops take
  std::optional<RunRange> time_range;     // measured over predicted: what goes with time goes with it (range.h)
  std::optional<double> steps;
  std::optional<Flops> total_flops;

  std::optional<double> share_of_peak;  // model FLOPs over what all GPUs could do at their peak on those calendar days

  std::optional<double> goodput, failures;  // failures: unexpected interruptions of the calendar's days
  std::optional<double> failures_per_day, planned_stops, checkpoints;
  std::optional<double> checkpoint_days, lost_days, restart_days, planned_days;  // with `days` they make the calendar
  std::optional<Seconds> mean_time_to_failure;
  std::optional<Seconds> checkpoint_stall;     // that training stands for one checkpoint
  std::optional<Seconds> checkpoint_lag;       // from then until a failure can't lose it
  std::optional<Seconds> checkpoint_interval;  // of training between two
  std::optional<Seconds> young_interval, daly_interval, optimal_interval;
  std::optional<double> nodes_out;           // in repair at a time, on average
  std::optional<double> spare_nodes_needed;  // enough for 99% of the time
  std::optional<double> spare_nodes;         // that the plan leaves idle

  std::optional<double> energy_joules, power_watts, energy_usd, co2_kg, rental_usd;
  std::array<PowerPart, 3> power_parts = {};                   // they make power_watts
  std::optional<double> capital_usd;                           // of all GPUs of the cluster, bought
  std::optional<double> amortised_usd;                         // the run's share of that, over run.amortisation_years
  std::array<std::optional<Cost>, cost_way_count> costs = {};  // by CostWay

  std::array<std::optional<Bytes>, count_of<Reach>> moved = {};  // over the run, by how far it goes
  std::optional<ScalingHint> scaling;
  std::optional<double> critical_batch_tokens;
};

/// What the run takes on the calendar where failures are known, else training alone.
[[nodiscard]] inline std::optional<double> days_of(const RunReport& run) {
  return run.calendar_days ? run.calendar_days : run.days;
}

}  // namespace shardscope

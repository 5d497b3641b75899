// What a run costs, by who counts.
#pragma once

#include <optional>
#include <string_view>

#include "core/run/run_report.h"

namespace shardscope {

/// GPUs' share of what a cluster costs; hosts, network, storage and building are the rest. Essay on what GPT-4's
/// training cost (2024); its own node with storage and network makes 0.687.
inline constexpr double gpu_share_of_hardware = 0.7;
/// What a frontier model costs, the same essay: hardware, staff, power.
inline constexpr double hardware_share = 0.80, staff_share = 0.18, power_share = 0.02;

/// GPU-hours of the whole calendar, which the rent is paid for: of idle GPUs too, and while nothing trains.
[[nodiscard]] std::optional<double> rented_gpu_hours(const RunReport& report, double gpus);

/// What isn't known where a way to count has no cost: "the price of a GPU-hour". Empty where it has one.
[[nodiscard]] std::string_view missing_of(const RunReport& report, CostWay way);

/// Fills `costs` from the report's money and days:
/// rent: the GPU-hours of the calendar; own: the GPUs' and the rest's (3/7 of the GPUs') share of their life in the
/// books, and power; buy: all GPUs, all of the rest, and power; split: hardware / 0.80, of which staff and power take
/// theirs. A way whose figures aren't known stays absent.
void set_costs(RunReport& report);

}  // namespace shardscope

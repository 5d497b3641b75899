#include "core/run/money.h"

namespace shardscope {

std::optional<double> rented_gpu_hours(const RunReport& report, double gpus) {
  if (!report.calendar_days) return std::nullopt;
  return gpus * (*report.calendar_days * hours_per_day);
}

std::string_view missing_of(const RunReport& report, CostWay way) {
  if (report.costs[index_of(way)]) return {};
  if (way != CostWay::rent && !report.capital_usd) return "the GPU's price";
  if (!report.calendar_days) return "the run's days";
  return way == CostWay::rent ? "the price of a GPU-hour" : "the GPU's power";
}

void set_costs(RunReport& report) {
  constexpr double rest_of_gpus = (1 - gpu_share_of_hardware) / gpu_share_of_hardware;
  const auto cost = [&](CostWay way) -> std::optional<Cost>& { return report.costs[index_of(way)]; };
  if (report.rental_usd)
    cost(CostWay::rent) = Cost{CostWay::rent, {{{Spending::gpu_hours, *report.rental_usd}, {}, {}}}};
  if (!report.capital_usd) return;
  const double gpus = *report.capital_usd, rest = gpus * rest_of_gpus;
  const double hardware = gpus + rest;
  cost(CostWay::split) = Cost{CostWay::split,
                              {{{Spending::hardware, hardware},
                                {Spending::staff, hardware / hardware_share * staff_share},
                                {Spending::power, hardware / hardware_share * power_share}}}};
  if (!report.energy_usd) return;
  cost(CostWay::buy) =
      Cost{CostWay::buy,
           {{{Spending::gpus, gpus}, {Spending::hosts_and_network, rest}, {Spending::power, *report.energy_usd}}}};
  if (!report.amortised_usd) return;
  const double written_off = *report.amortised_usd;
  cost(CostWay::own) = Cost{CostWay::own,
                            {{{Spending::gpus, written_off},
                              {Spending::hosts_and_network, written_off * rest_of_gpus},
                              {Spending::power, *report.energy_usd}}}};
}

}  // namespace shardscope

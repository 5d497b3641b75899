// A run's figures in everyday terms: one line each, with the arithmetic behind it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/report/report.h"

namespace shardscope {

/// PlayStation 5: 10.28 TFLOP/s of fp32, 36 compute units at 2.23 GHz (Sony 2020).
inline constexpr double playstation_flops_per_second = 10.28e12;
/// A token as a 16-bit number; the smallest MacBook's disk.
inline constexpr double bytes_per_token = 2, macbook_bytes = 256e9;
/// A year of a home in the United States: 10,791 kWh (EIA, 2022, recalled).
inline constexpr double home_kwh_per_year = 10'791;
/// A year of consumers' internet traffic, 2022: 3.5 ZB, as the essay on GPT-4's training cost takes it.
inline constexpr double internet_bytes_per_year = 3.5e21;
/// A year of a passenger car: 4,600 kg of CO2 (EPA, recalled).
inline constexpr double car_co2_kg_per_year = 4'600;

#define SHARDSCOPE_EVERYDAY(figure)                                                        \
  figure(homes, "homes") figure(playstations, "playstations") figure(macbooks, "macbooks") \
      figure(internet, "internet") figure(cars, "cars")
SHARDSCOPE_TABLE(Everyday, std::string_view, SHARDSCOPE_EVERYDAY)

struct EverydayFigure {
  Everyday what = Everyday::homes;
  double value = 0;        // 250,196
  std::string words;       // "the FLOPs of 250,000 PlayStation 5s in that time"
  std::string arithmetic;  // "2.2e25 FLOP / (1.03e13 FLOP/s x 7.8e6 s)"
  std::string_view source;
};

// What the lines are made of; claims are checked with the same functions.
[[nodiscard]] double playstations_for(double flops, double seconds);
[[nodiscard]] double macbooks_for(double tokens);
[[nodiscard]] double homes_for(double joules);  // whose year it feeds

/// Those that the report knows enough for.
[[nodiscard]] std::vector<EverydayFigure> everyday_figures(const Report& report);

}  // namespace shardscope

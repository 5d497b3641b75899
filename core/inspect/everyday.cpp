#include "core/inspect/everyday.h"

#include <cmath>
#include <utility>

#include "core/base/elementary.h"
#include "core/base/number_text.h"
#include "core/base/rule_words.h"

namespace shardscope {

namespace {

/// Three digits that count: "2.18e25", "94.2".
std::string three_digits(double value) {
  return short_number(value, 3);
}

/// A count in words, with three digits that count: "94.2", "250,000", "3.14 million".
std::string spelled_count(double value) {
  if (value >= 999.5e12) return three_digits(value);
  if (value >= 999.5e9) return three_digits(value / 1e12) + " trillion";
  if (value >= 999.5e6) return three_digits(value / 1e9) + " billion";
  if (value >= 999.5e3) return three_digits(value / 1e6) + " million";
  if (value < 99.5) return three_digits(value);
  const double magnitude = power(10, std::floor(std::log10(value)) - 2);
  return with_commas(std::llround(std::round(value / magnitude) * magnitude));
}

}  // namespace

double playstations_for(double flops, double seconds) {
  return flops / (playstation_flops_per_second * seconds);
}

double macbooks_for(double tokens) {
  return tokens * bytes_per_token / macbook_bytes;
}

double homes_for(double joules) {
  return joules / (home_kwh_per_year * joules_per_kwh);
}

std::vector<EverydayFigure> everyday_figures(const Report& report) {
  std::vector<EverydayFigure> figures;
  const RunReport& run = report.run;
  const auto add = [&](Everyday what, double value, const std::string& before, const std::string& after,
                       std::string arithmetic, std::string_view source) {
    if (std::isfinite(value))
      figures.push_back({what, value, before + spelled_count(value) + after, std::move(arithmetic), source});
  };
  if (run.energy_joules)
    add(Everyday::homes, homes_for(*run.energy_joules), "the electricity of ", " homes in a year",
        three_digits(*run.energy_joules / joules_per_kwh) + " kWh / " + three_digits(home_kwh_per_year) +
            " kWh per home and year",
        "United States, EIA 2022, recalled");
  if (run.total_flops && run.calendar_days && *run.calendar_days > 0) {
    const double seconds = *run.calendar_days * seconds_per_day;
    add(Everyday::playstations, playstations_for(run.total_flops->value, seconds), "the FLOPs of ",
        " PlayStation 5s in that time",
        three_digits(run.total_flops->value) + " FLOP / (" + three_digits(playstation_flops_per_second) + " FLOP/s x " +
            three_digits(seconds) + " s)",
        "36 compute units at 2.23 GHz, fp32; Sony 2020");
  }
  if (const auto& tokens = report.scenario.run.tokens)
    add(Everyday::macbooks, macbooks_for(*tokens), "its text fits on ", " MacBooks",
        three_digits(*tokens) + " tokens x 2 bytes / 256 GB", "a token as a 16-bit number");
  double moved = 0;
  for (const std::optional<Bytes>& bytes : run.moved) moved += bytes ? bytes->value : 0;
  if (moved > 0)
    add(Everyday::internet, moved / internet_bytes_per_year, "GPUs send ",
        " times a year of consumers' internet traffic",
        three_digits(moved) + " bytes / " + three_digits(internet_bytes_per_year) + " bytes in 2022",
        "essay on what GPT-4's training cost");
  if (run.co2_kg)
    add(Everyday::cars, *run.co2_kg / car_co2_kg_per_year, "the CO2 of ", " cars in a year",
        three_digits(*run.co2_kg) + " kg / " + three_digits(car_co2_kg_per_year) + " kg per car and year",
        "EPA, recalled");
  return figures;
}

}  // namespace shardscope

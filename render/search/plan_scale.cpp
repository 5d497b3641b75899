#include "render/search/plan_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/fields/prefixes.h"
#include "render/chart/chart.h"
#include "render/chart/log_axis.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

struct FigureWords {
  std::string_view title, brief, sentence, unit, help;
};
/// By SearchGoal.
constexpr std::array<FigureWords, count_of<SearchGoal>> figures =
    std::to_array<FigureWords>({{"Throughput", "Tokens/s", "tokens per second", "tokens/s", "Most tokens per second."},
                                {"Peak memory", "Memory", "peak memory", "B", "The least on the fullest GPU."},
                                {"Cost", "Cost", "rent", "USD", "The least rent."},
                                {"Days", "Days", "days on the calendar", "days", "Done soonest."},
                                {"Energy", "Energy", "energy", "Wh", "The least energy."},
                                {"GPUs", "GPUs", "GPUs", "GPUs", "The fewest GPUs."},
                                {"Step", "Step", "seconds of a step", "s", "The shortest step."},
                                {"MFU", "MFU", "model FLOPs utilisation", "%", "The most of the GPUs' peak."},
                                {"Bubble", "Bubble", "bubble", "%", "The least of the step idle."}});

/// Shares of a whole, which begin at 0 and are read in hundredths.
constexpr bool is_share(SearchGoal figure) {
  return figure == SearchGoal::mfu || figure == SearchGoal::bubble;
}
constexpr bool begins_at_zero(SearchGoal figure) {
  return figure == SearchGoal::throughput || is_share(figure);
}

/// The thousandfold in which ticks up to `high` have few digits, of SI's units of energy: watt-hours.
Prefix tick_prefix(double high, SearchGoal figure) {
  constexpr auto up_to_tera = std::span(prefix::large).first(5);
  switch (figure) {
    case SearchGoal::memory:
      return prefix::giga;
    case SearchGoal::days:
    case SearchGoal::gpus:
    case SearchGoal::step:
      return prefix::one;
    case SearchGoal::mfu:
    case SearchGoal::bubble:
      return {0.01, ""};
    case SearchGoal::cost:
      return filled_prefix(high, prefix::money);
    case SearchGoal::throughput:
      return filled_prefix(high, up_to_tera);
    case SearchGoal::energy:
      break;
  }
  const Prefix& of = filled_prefix(high, up_to_tera, joules_per_watt_hour);
  return {of.size * joules_per_watt_hour, of.letter};
}

/// 1, 2 or 5 times a power of ten, at or below the value, or at or above it.
double round_number(double value, bool up) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  double found = decade;
  for (const double times : {1.0, 2.0, 5.0, 10.0}) {
    const double candidate = decade * times;
    if (up && candidate >= value * (1 - 1e-9)) return candidate;
    if (!up && candidate <= value * (1 + 1e-9)) found = candidate;
  }
  return up ? decade * 10 : found;
}

}  // namespace

std::string_view title_of(SearchGoal figure) {
  return figures[index_of(figure)].title;
}

std::string_view brief_of(SearchGoal figure) {
  return figures[index_of(figure)].brief;
}

std::string_view help_of(SearchGoal figure) {
  return figures[index_of(figure)].help;
}

std::string_view words_of(SearchGoal figure) {
  return figures[index_of(figure)].sentence;
}

std::string figure_words(double value, SearchGoal figure) {
  switch (figure) {
    case SearchGoal::throughput:
      return format_quantity(value, Unit::tokens_per_second).text();
    case SearchGoal::memory:
      return format_bytes(Bytes{value}).text();
    case SearchGoal::cost:
      return format_dollars(value).text();
    case SearchGoal::days:
      return format_days(value).text();
    case SearchGoal::energy:
      return format_energy(value).text();
    case SearchGoal::gpus:
      return format_count(value).text() + " GPUs";
    case SearchGoal::step:
      return format_seconds(Seconds{value}).text();
    case SearchGoal::mfu:
    case SearchGoal::bubble:
      return format_percent(value).text();
  }
  return {};
}

double PlanScale::place(double value) const {
  const double place = doublings ? log_share(value, low, high) : (value - low) / (high - low);
  return std::isfinite(place) ? place : -1;
}

double PlanScale::value(double place) const {
  return doublings ? value_at_log_share(place, low, high) : low + (high - low) * place;
}

PlanScale plan_scale(double least, double most, SearchGoal figure) {
  if (!std::isfinite(least) || !std::isfinite(most) || most < least) return {};
  if (begins_at_zero(figure) ? !(most > 0) : !(least > 0)) return {};
  if (!begins_at_zero(figure)) {
    PlanScale scale{round_number(least, false), round_number(most, true), true};
    if (!(scale.high > scale.low)) scale.high = scale.low * 2;
    return scale;
  }
  const Ticks ticks = nice_ticks(0, most * 1.08, 6);
  return {0, ticks.step > 0 ? std::ceil(most * 1.04 / ticks.step) * ticks.step : most, false};
}

std::vector<PlanTick> plan_ticks(const PlanScale& scale, SearchGoal figure, int ticks_max) {
  if (scale == PlanScale{}) return {};  // of no plan yet
  const Prefix unit = tick_prefix(scale.high, figure);
  std::vector<PlanTick> ticks;
  const auto add = [&](double value, int decimals) {
    ticks.push_back({scale.place(value), fixed(value / unit.size, decimals)});
  };
  if (!scale.doublings) {
    const Ticks nice = nice_ticks(scale.low / unit.size, scale.high / unit.size, std::clamp(ticks_max, 2, 16));
    for (const double value : nice) add(value * unit.size, nice.decimals);
    return ticks;
  }
  const bool all = std::log10(scale.high / scale.low) * 3 <= ticks_max;
  for (double decade = std::pow(10, std::floor(std::log10(scale.low))); decade <= scale.high * 1.001; decade *= 10)
    for (const double times : {1.0, 2.0, 5.0}) {
      const double value = decade * times, shown = value / unit.size;
      if ((times > 1 && !all) || value < scale.low * 0.999 || value > scale.high * 1.001) continue;
      add(value, shown >= 1 ? 0 : std::min(4, static_cast<int>(std::ceil(-std::log10(shown)))));
    }
  return ticks;
}

std::string unit_of_ticks(const PlanScale& scale, SearchGoal figure) {
  const std::string prefix(tick_prefix(scale.high, figure).letter);
  const std::string_view unit = figures[index_of(figure)].unit;
  if (figure == SearchGoal::cost) return prefix.empty() ? "$" : "$ " + prefix;
  const bool joined = figure == SearchGoal::memory || figure == SearchGoal::energy || prefix.empty();
  return prefix + (joined ? "" : " ") + std::string(unit);
}

}  // namespace shardscope

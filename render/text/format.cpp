#include "render/text/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/base/rule_words.h"
#include "core/fields/prefixes.h"

namespace shardscope {

namespace {

constexpr std::string_view minus = "\u2212";

// Units that no prefix makes of one another.
constexpr std::array mass_steps = {Prefix{1e-3, "g"}, Prefix{1, "kg"}};
constexpr std::array day_steps = {Prefix{1 / seconds_per_day, "s"}, Prefix{1 / minutes_per_day, "minutes"},
                                  Prefix{1 / hours_per_day, "hours"}, Prefix{1, "days"},
                                  Prefix{days_per_year, "years"}};
constexpr auto power_prefixes = std::span(prefix::large).first(5), energy_prefixes = std::span(prefix::large).first(6);

Formatted unknown() {
  return {"unknown", ""};
}

std::string plain(double value, int decimals) {
  std::array<char, 384> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  return {buffer.data(), end.ptr};
}

double rounded(double value, int decimals) {
  const double power = std::pow(10.0, decimals);
  return std::round(value * power) / power;
}

/// How many digits after the point a value of this size shows.
using Decimals = int (*)(double);
int one_below_hundred(double value) {
  return rounded(value, 1) < 100 ? 1 : 0;
}
int three_digits(double value) {
  return rounded(value, 2) < 10 ? 2 : rounded(value, 1) < 100 ? 1 : 0;
}
int two_digits(double value) {
  return rounded(value, 1) < 10 ? 1 : 0;
}

constexpr double largest_shown = 9'999.5;        // of the largest unit: beyond it a power says more
constexpr double largest_seconds = 9'999'999.5;  // seconds have no larger unit, and people know a million of them
constexpr double largest_fixed = 1e15;           // in groups of three
constexpr double least_shown = 1e-4, rounded_off = 1e-9;  // below the last a value is what rounding left of nothing

bool shows_nothing(std::string_view digits) {
  return digits.find_first_of("123456789") == std::string_view::npos;
}

/// "1.2e40": two digits and the power, where no unit is large or small enough.
std::string power_of_ten(double value) {
  std::array<char, 32> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific, 1);
  std::string digits(buffer.data(), end.ptr);
  const std::size_t e = digits.find('e');
  const int power = std::stoi(digits.substr(e + 1));
  digits.resize(e);
  digits += "e" + std::to_string(power);
  return value < 0 ? std::string(minus) + digits : digits;
}

/// With as many digits as the first that says something needs: 0.003; a power where that would be long.
std::string first_digit(double value) {
  const double magnitude = std::abs(value);
  if (magnitude < least_shown) return power_of_ten(value);
  return fixed(value, static_cast<int>(-std::floor(std::log10(magnitude) + 0.02)));
}

/// The largest prefix that the value, as rounded for display, still fills; a power of the unit without a prefix where
/// even the largest is too small.
Formatted prefixed(double value, std::span<const Prefix> prefixes, std::string_view unit, Decimals decimals,
                   double top = largest_shown) {
  if (!std::isfinite(value)) return unknown();
  const auto with = [&](std::string number, const Prefix& of) {
    return Formatted{std::move(number), std::string(of.letter) + std::string(unit)};
  };
  const double magnitude = std::abs(value);
  const Prefix* at = &filled_prefix(magnitude, prefixes);
  double shown = magnitude / at->size;
  const bool last = at == &prefixes.back();
  if (!last && rounded(shown, decimals(shown)) * at->size >= at[1].size * (1 - 1e-12)) shown = magnitude / (++at)->size;
  if (shown >= top) {
    while (at != &prefixes.front() && at->size > 1) --at;
    return with(power_of_ten(value / at->size), *at);
  }
  return with(fixed(std::copysign(shown, value), decimals(shown)), *at);
}

void drop_zeros(std::string& digits) {
  if (digits.find('.') == std::string::npos) return;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
}

/// Of a value that isn't nothing no digit is lost: "0.03 Wh" for "0.0 Wh".
Formatted with_a_digit(Formatted text, double value, double smallest_step) {
  if (value != 0 && std::isfinite(value) && shows_nothing(text.value)) text.value = first_digit(value / smallest_step);
  return text;
}

Formatted per_second(Formatted amount) {
  if (!amount.unit.empty()) amount.unit += "/s";
  return amount;
}

/// A count, or a ratio with as many digits as say something.
Formatted format_bare(double value) {
  if (std::abs(value) > 0 && std::abs(value) < 10 && value != std::round(value)) {
    Formatted ratio{fixed(value, std::abs(value) < 0.1 ? 4 : 2), ""};
    drop_zeros(ratio.value);
    return ratio;
  }
  return format_count(value);
}

Formatted format_token_rate(double value) {
  Formatted rate = format_count(value);
  rate.unit += rate.unit.empty() ? "tokens/s" : " tokens/s";
  return rate;
}

}  // namespace

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return unknown().value;
  if (std::abs(value) >= largest_fixed) return power_of_ten(value);
  std::string digits = plain(std::abs(value), decimals);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  for (std::size_t at = point; at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return value < 0 && !shows_nothing(digits) ? std::string(minus) + digits : digits;
}

Formatted in_gigabytes(Bytes amount, int decimals) {
  constexpr int decimals_max = 2;
  const double value = amount.value / bytes_per_gigabyte;
  const auto shows_zeros = [&] { return value != 0 && std::abs(value) < 0.5 * std::pow(10.0, -decimals); };
  while (shows_zeros() && decimals < decimals_max) ++decimals;
  return shows_zeros() ? format_bytes(amount) : Formatted{fixed(value, decimals), "GB"};
}

std::string gigabytes(Bytes amount, int decimals) {
  const Formatted words = in_gigabytes(amount, decimals);
  return words.unit == "GB" ? words.value : words.text();
}

std::string grouped(std::int64_t value) {
  std::string text = with_commas(value);
  if (value < 0) text.replace(0, 1, minus);
  return text;
}

std::string counted_from_zero(std::string_view what, std::int64_t index, std::int64_t count) {
  return std::string(what) + " " + grouped(index) + " (0 to " + grouped(count - 1) + ")";
}

std::string grouped(std::int64_t count, std::string_view one, std::string_view many) {
  return grouped(count) + " " + std::string(count == 1 ? one : many);
}

Formatted format_bytes(Bytes amount) {
  if (std::abs(amount.value) < 1000 && std::isfinite(amount.value)) return {fixed(amount.value, 0), "B"};
  return prefixed(amount.value, prefix::large, "B", one_below_hundred);
}

Formatted format_seconds(Seconds time) {
  if (time.value == 0) return {"0", "s"};
  const bool long_enough = std::abs(time.value) >= 0.9995e-3;
  return prefixed(time.value, prefix::small, "s", long_enough ? one_below_hundred : two_digits, largest_seconds);
}

namespace {

/// In that unit, with the digits that a small value needs there; nothing where no prefix makes it.
std::optional<Formatted> in_unit(double value, std::span<const Prefix> prefixes, std::string_view of,
                                 const std::string& unit) {
  for (const Prefix& prefix : prefixes) {
    if (std::string(prefix.letter) + std::string(of) != unit) continue;
    const double shown = value / prefix.size, magnitude = std::abs(shown);
    const int decimals = magnitude >= 0.095 || magnitude < 0.0005 ? one_below_hundred(magnitude)
                         : magnitude >= 0.0095                    ? 2
                                                                  : 3;
    return Formatted{fixed(shown, decimals), unit};
  }
  return std::nullopt;
}

}  // namespace

Formatted format_bytes_like(Bytes amount, Bytes reference) {
  if (!std::isfinite(amount.value) || !std::isfinite(reference.value)) return unknown();
  return in_unit(amount.value, prefix::large, "B", format_bytes(reference).unit).value_or(format_bytes(amount));
}

Formatted format_seconds_like(Seconds time, Seconds reference) {
  if (!std::isfinite(time.value) || !std::isfinite(reference.value)) return unknown();
  return in_unit(time.value, prefix::small, "s", format_seconds(reference).unit).value_or(format_seconds(time));
}

Formatted format_days_like(double days, double reference) {
  if (!std::isfinite(days) || !std::isfinite(reference)) return unknown();
  const std::string unit = said_in_days(reference) ? "days" : format_days(reference).unit;
  const Formatted own = format_days(days);
  return own.unit == unit ? own : in_unit(days, day_steps, "", unit).value_or(own);
}

Formatted format_count(double count) {
  if (!std::isfinite(count)) return unknown();
  if (std::abs(count) < 999'999.5) {
    if (std::abs(count) < 0.05 && std::abs(count) > rounded_off) return {first_digit(count), ""};
    const bool whole = rounded(count, 1) == std::round(count);
    return {fixed(count, whole || std::abs(count) >= 1000 ? 0 : 1), ""};
  }
  return prefixed(count, prefix::counts, "", three_digits);
}

Formatted format_count_like(double count, double reference) {
  if (!std::isfinite(count) || !std::isfinite(reference)) return unknown();
  const std::string unit = format_count(reference).unit;
  if (unit.empty()) return format_count(count);
  const auto* step = prefix::counts.data();
  while (step->letter != unit) ++step;
  const double shown = count / step->size;
  return {fixed(shown, std::abs(shown) < 0.0995 ? 3 : 2), unit};
}

Formatted format_tokens(double count) {
  Formatted tokens = format_count(count);
  drop_zeros(tokens.value);
  return tokens;
}

Formatted format_percent(double share) {
  if (!std::isfinite(share)) return unknown();
  const double percent = share * 100;
  if (std::abs(percent) < 0.005 && std::abs(percent) > rounded_off) return {"<0.01", "%"};
  return {fixed(percent, std::abs(percent) < 0.0995 && percent != 0 ? 2 : 1), "%"};
}

Formatted format_percent_to(double share, int decimals) {
  return with_unit(fixed(share * 100, decimals), Unit::share);
}

Formatted format_dollars(double usd) {
  if (!std::isfinite(usd)) return unknown();
  if (usd == 0) return {"$0", ""};
  Formatted money = std::abs(usd) < 99.995 ? Formatted{fixed(std::abs(usd), 2), ""}
                                           : prefixed(std::abs(usd), prefix::money, "", two_digits);
  money = with_a_digit(money, std::abs(usd), 1);
  money.value.insert(0, "$");
  if (usd < 0) money.value.insert(0, minus);
  return money;
}

bool said_in_days(double days) {
  constexpr double days_told = 10 * days_per_year;           // below it days say more than years
  constexpr double rounded_to_a_day = 23.5 / hours_per_day;  // hours are whole there
  return days == 0 || (std::abs(days) >= rounded_to_a_day && std::abs(days) < days_told);
}

Formatted format_days(double days) {
  if (!std::isfinite(days)) return unknown();
  if (days == 0) return {"0", "days"};
  if (said_in_days(days) && std::abs(days) >= 1)
    return {fixed(days, days == std::floor(days) ? 0 : two_digits(std::abs(days))), days == 1 ? "day" : "days"};
  const auto& [year, years] = day_steps[4];
  if (std::abs(days) / year >= largest_shown) return {power_of_ten(days / year), std::string(years)};
  return with_a_digit(prefixed(days, day_steps, "", two_digits), days, day_steps[0].size);
}

Formatted format_days_shortly(double days) {
  Formatted words = format_days(days);
  if (said_in_days(days)) words.unit = "d";
  return words;
}

std::string range_words(const Formatted& low, const Formatted& high) {
  return (low.unit == high.unit ? low.value : low.text()) + " to " + high.text();
}

Formatted format_energy(double joules) {
  return with_a_digit(prefixed(joules / joules_per_watt_hour, energy_prefixes, "Wh", one_below_hundred),
                      joules / joules_per_watt_hour, 1);
}
Formatted format_power(double watts) {
  return with_a_digit(prefixed(watts, power_prefixes, "W", one_below_hundred), watts, 1);
}
Formatted format_mass(double kilograms) {
  if (!std::isfinite(kilograms)) return unknown();
  if (std::abs(kilograms) < 999.5)
    return with_a_digit(prefixed(kilograms, mass_steps, "", one_below_hundred), kilograms, mass_steps[0].size);
  return {format_count(kilograms / 1e3).text(), "t"};
}
Formatted format_flops(Flops amount) {
  return prefixed(amount.value, prefix::large, "FLOP", three_digits);
}

Formatted format_flops_rate(FlopsPerSecond rate) {
  return per_second(format_flops(Flops{rate.value}));
}

Formatted format_bandwidth(BytesPerSecond rate) {
  return per_second(format_bytes(Bytes{rate.value}));
}

Formatted with_unit(std::string number, Unit unit) {
  const auto& [name, symbol, before, behind] = entry_of(unit);
  if (before.empty()) return {std::move(number), std::string(symbol)};
  return {std::string(before) + number + std::string(behind), ""};
}

Formatted format_quantity(double value, Unit unit) {
  using Write = Formatted (*)(double);
  constexpr std::pair<Unit, Write> own_ways[] = {
      {Unit::none, format_bare},
      {Unit::share, [](double share) { return format_percent(share); }},
      {Unit::times, [](double times) { return with_unit(fixed(times, times < 10 ? 1 : 0), Unit::times); }},
      {Unit::bytes, [](double bytes) { return format_bytes(Bytes{bytes}); }},
      {Unit::bytes_per_second, [](double rate) { return format_bandwidth(BytesPerSecond{rate}); }},
      {Unit::flops, [](double flops) { return format_flops(Flops{flops}); }},
      {Unit::flops_per_second, [](double rate) { return format_flops_rate(FlopsPerSecond{rate}); }},
      {Unit::seconds, [](double seconds) { return format_seconds(Seconds{seconds}); }},
      {Unit::days, format_days},
      {Unit::watts, format_power},
      {Unit::joules, format_energy},
      {Unit::tokens, format_tokens},
      {Unit::tokens_per_second, format_token_rate},
      {Unit::kilograms, format_mass},
      {Unit::dollars, format_dollars}};
  for (const auto& [own, write] : own_ways)
    if (own == unit) return write(value);
  return with_unit(format_bare(value).text(), unit);
}

Formatted signed_of(double change, Formatted magnitude) {
  if (!std::isfinite(change)) return unknown();
  if (shows_nothing(magnitude.value)) return {"0", magnitude.unit};
  magnitude.value.insert(0, change < 0 ? minus : "+");
  return magnitude;
}

std::string format_whole_bytes(Bytes bytes) {
  return without_zero(format_bytes(bytes)).text();
}

Formatted without_zero(Formatted number) {
  if (number.value.ends_with(".0")) number.value.resize(number.value.size() - 2);
  return number;
}

Formatted format_change(Bytes change) {
  return signed_of(change.value, format_bytes(Bytes{std::abs(change.value)}));
}
Formatted format_change(Seconds change) {
  return signed_of(change.value, format_seconds(Seconds{std::abs(change.value)}));
}
Formatted format_change(Bytes change, Bytes beside) {
  return signed_of(change.value, format_bytes_like(Bytes{std::abs(change.value)}, beside));
}
Formatted format_change(Seconds change, Seconds beside) {
  return signed_of(change.value, format_seconds_like(Seconds{std::abs(change.value)}, beside));
}
bool shows_change(Seconds change, Seconds beside) {
  return !shows_nothing(format_seconds_like(change, beside).value);
}
Formatted format_days_change(double change, double beside) {
  return signed_of(change, format_days_like(std::abs(change), beside));
}
Formatted format_percent_change(double change) {
  return signed_of(change,
                   {std::isfinite(change) ? fixed(std::abs(change) * 100, 1) : "unknown", std::string(points_unit)});
}

std::string shorter_change(const Formatted& change, std::string_view unit) {
  if (change.unit == points_unit) return change.value + " pt";
  return change.unit == unit ? change.value : change.text();
}

std::string units_text(double units) {
  const double rounded = std::round(units * 100) / 100;
  int decimals = 0;
  while (decimals < 2 &&
         std::abs(rounded * std::pow(10, decimals) - std::round(rounded * std::pow(10, decimals))) > 1e-6)
    ++decimals;
  return fixed(rounded, decimals);
}

}  // namespace shardscope

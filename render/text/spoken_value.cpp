#include "render/text/spoken_value.h"

#include <cmath>
#include <optional>

#include "core/base/number_text.h"
#include "core/scenario/plan_counts.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

/// Bytes and times that aren't of some seconds in units that people say; nothing where the number stands as it is.
std::optional<std::string> spoken(const Field& field, double number) {
  constexpr double many_bytes = 1000, long_seconds = 600;
  if (field.unit == Unit::bytes_per_second) return format_bandwidth(BytesPerSecond{number}).text();
  if (field.unit == Unit::bytes && number >= many_bytes) return format_bytes(Bytes{number}).text();
  if (field.unit == Unit::seconds && number >= long_seconds) return format_days(number / seconds_per_day).text();
  if (field.unit == Unit::seconds && number > 0 && number < 1) return format_seconds(Seconds{number}).text();
  return std::nullopt;
}

constexpr double many = 1e7;           // of which a short count still says all
constexpr double with_commas = 1'000;  // from here on digits stand in groups, where 500000 would be 5e+05

std::string spoken_count(const Field& field, std::int64_t count) {
  const auto number = static_cast<double>(count);
  if (const std::optional<std::string> words = spoken(field, number)) return *words;
  return number >= many && std::fmod(number, 1e6) == 0 ? format_tokens(number).text() : grouped(count);
}

std::string spoken_real(const Field& field, double number) {
  if (const std::optional<std::string> words = spoken(field, number)) return *words;
  if (field.unit == Unit::share) {
    constexpr double digits = 1e4;  // of a percent
    return with_unit(number_text(std::round(number * 100 * digits) / digits), Unit::share).text();
  }
  std::string text = text_of(field, number);
  if (text.size() > 8 || (field.unit == Unit::none && number >= many))
    text = format_tokens(number).text();
  else if ((field.unit != Unit::none || number >= with_commas) && number == std::floor(number))
    text = fixed(number, 0);
  return with_unit(std::move(text), field.unit).text();
}

}  // namespace

std::string_view short_default(const Field& field) {
  constexpr std::size_t short_words = 6;
  if (!field.shown_absent.empty()) return field.shown_absent;
  return field.when_absent.size() > short_words ? std::string_view() : field.when_absent;
}

std::string spoken_value(const Field& field, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value) && !short_default(field).empty())
    return std::string(short_default(field));
  if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
  if (const auto* real = std::get_if<double>(&value)) return spoken_real(field, *real);
  const auto* count = std::get_if<std::int64_t>(&value);
  if (count == nullptr) return text_of(field, value);
  const bool chosen = *count >= 0 && static_cast<std::size_t>(*count) < field.choices.size();
  return chosen ? std::string(field.choices[static_cast<std::size_t>(*count)].label) : spoken_count(field, *count);
}

std::string degrees_multiplied(const Plan& plan) {
  std::string words = grouped(at_least_one(plan.tp)) + " × " + grouped(at_least_one(plan.pp));
  if (plan.cp > 1) words += " × " + grouped(plan.cp);
  return words + " × " + grouped(replicas_of(plan)) + " = " + grouped(gpus_at_work(plan));
}

}  // namespace shardscope

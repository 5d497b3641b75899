#include "render/explain/claim_words.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string_view>

#include "render/text/format.h"

namespace shardscope {

namespace {

/// Three digits that count, in thousands apart where it is large.
std::string plain_claim(double value) {
  if (std::abs(value) >= 1e7) return format_count(value).text();
  if (std::abs(value) >= 999.5) return grouped(std::llround(value));
  std::array<char, 32> text = {};
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

struct Prefix {
  double size;
  const char* unit;
};

/// Three digits in the largest unit that it fills.
std::string scaled(double value, std::initializer_list<Prefix> prefixes) {
  for (const Prefix& prefix : prefixes)
    if (std::abs(value) >= 0.9995 * prefix.size) return plain_claim(value / prefix.size) + " " + prefix.unit;
  return plain_claim(value / (prefixes.end() - 1)->size) + " " + (prefixes.end() - 1)->unit;
}

/// "30 %", "33.3 %": no zero after the point.
std::string plain_percent(double share) {
  std::string words = format_percent(share).text();
  if (const std::size_t zero = words.find(".0 "); zero != std::string::npos) words.erase(zero, 2);
  return words;
}

std::string in_unit(double value, const std::string& unit) {
  if (unit == "W") return scaled(value, {{1e9, "GW"}, {1e6, "MW"}, {1, "W"}});
  if (unit == "J") return scaled(value, {{3.6e15, "TWh"}, {3.6e12, "GWh"}, {3.6e9, "MWh"}, {3.6e6, "kWh"}});
  if (unit == "USD") return "$" + scaled(value, {{1e9, "B"}, {1e6, "M"}, {1, ""}});
  if (unit == "FLOP") return format_flops(Flops{value}).text();
  if (unit == "FLOP/s") return scaled(value, {{1e12, "TFLOP/s"}});
  if (unit == "B") return scaled(value, {{1e21, "ZB"}, {1e18, "EB"}, {1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}});
  if (unit == "B/s") return plain_claim(value * 8 / 1e9) + " Gb/s";
  if (unit == "parameters") return scaled(value, {{1e12, "T parameters"}, {1e9, "B parameters"}});
  if (unit == "share") return plain_percent(value);
  if (unit == "MFU") return plain_percent(value) + " MFU";
  if (unit == "count") return plain_claim(value);
  if (unit == "ratio") return value < 1 ? plain_percent(value) : plain_claim(value) + " times";
  return plain_claim(value) + " " + unit;
}

/// The unit behind the number, with the space before it: " to 100 days" says it once.
std::string_view unit_behind(const std::string& words) {
  const std::size_t space = words.find(' ');
  return space == std::string::npos ? std::string_view() : std::string_view(words).substr(space);
}

std::string words_of(const Numbers& numbers, const std::string& unit, bool range) {
  std::string words;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::string one = numbers[i] ? in_unit(*numbers[i], unit) : "–";
    const std::string next = i + 1 < numbers.size() && numbers[i + 1] ? in_unit(*numbers[i + 1], unit) : "";
    const std::string_view behind = unit_behind(one);
    const bool once = range || behind != " %";  // "30 %, 50 %" are two, "30 to 50 %" is one
    if (once && !behind.empty() && behind == unit_behind(next)) one.resize(one.size() - behind.size());
    words += (i == 0 ? "" : range ? " to " : ", ") + one;
  }
  return words.empty() ? "–" : words;
}

const std::string& unit_of(const CheckedClaim& checked) {
  return checked.claim.computed_unit.empty() ? checked.claim.unit : checked.claim.computed_unit;
}

std::string with_settings(const std::vector<Setting>& settings) {
  std::string words;
  for (const Setting& setting : settings) words += (words.empty() ? " with " : ", ") + words_of(setting);
  return words;
}

}  // namespace

std::string plan_words(const Claim& claim) {
  return claim.scenario + with_settings(claim.settings);
}

std::string claimed_words(const CheckedClaim& checked) {
  return words_of(checked.claim.claimed, checked.claim.unit, checked.claim.range);
}

std::string computed_words(const CheckedClaim& checked) {
  return words_of(checked.computed.values, unit_of(checked), checked.claim.range);
}

std::string simulated_words(const CheckedClaim& checked) {
  return checked.simulated ? in_unit(*checked.simulated, checked.claim.unit) : "–";
}

std::string expected_words(const CheckedClaim& checked) {
  return checked.claim.expected.empty() ? std::string()
                                        : words_of(checked.claim.expected, unit_of(checked), checked.claim.range);
}

std::string agreement_words(const CheckedClaim& checked) {
  const std::string agreement(name_of(checked.agreement));
  if (!checked.other_agreement || *checked.other_agreement == checked.agreement) return agreement;
  const bool by_plan = checked.claim.decided_by_simulation;
  return agreement + (by_plan ? " by the plan, " : " by its formula, ") +
         std::string(name_of(*checked.other_agreement)) + (by_plan ? " by its formula" : " by the plan");
}

std::string decided_words(const CheckedClaim& checked) {
  const Claim& claim = checked.claim;
  if (!claim.decided_by_simulation) {
    const std::string held = expected_words(checked);
    return held.empty() ? held : "The verdict holds the computed figure to " + held + ".";
  }
  return "The verdict is that of the plan " + plan_words(claim) +
         (claim.against.empty() ? std::string() : ", beside the same" + with_settings(claim.against)) + ": " +
         simulated_words(checked) + ".";
}

std::string comparison_words(const CheckedClaim& checked) {
  const std::string held = expected_words(checked);
  const std::string beside = held.empty() ? held : ", held to " + held;
  const bool other_unit = !checked.claim.computed_unit.empty() && !held.empty();
  const std::string of_plan = checked.claim.settings.empty() ? ", the plan behind it " : ", the edited plan behind it ";
  const std::string plan = checked.simulated ? of_plan + simulated_words(checked) : std::string();
  if (checked.claim.decided_by_simulation && checked.simulated)
    return "claimed " + claimed_words(checked) + ", a whole plan comes to " + simulated_words(checked);
  if (checked.computed.values.empty()) return "claimed " + claimed_words(checked) + plan + "; " + checked.claim.note;
  if (checked.claim.claimed.empty()) return "computed " + computed_words(checked) + beside + plan;
  return "claimed " + claimed_words(checked) + (other_unit ? ", which takes " : ", computed ") +
         computed_words(checked) + beside + plan;
}

Explanation explain_claim(const CheckedClaim& checked) {
  const Claim& claim = checked.claim;
  Explanation words{claim.claim, agreement_words(checked), {}, claim.source};
  words.lines.push_back("claimed " + claimed_words(checked) + ", computed " + computed_words(checked));
  if (const std::string decided = decided_words(checked); !decided.empty()) words.lines.push_back(decided);
  if (!checked.computed.arithmetic.empty()) words.lines.push_back(checked.computed.arithmetic);
  if (!claim.note.empty()) words.lines.push_back(claim.note);
  if (checked.simulated && !claim.decided_by_simulation)
    words.lines.push_back("The scenario behind it, " + plan_words(claim) + ", comes to " + simulated_words(checked) +
                          ".");
  words.lines.push_back(claim.scenario.empty() ? "No scenario is behind it: " + claim.basis + "."
                                               : "A click opens the scenario behind it.");
  return words;
}

}  // namespace shardscope

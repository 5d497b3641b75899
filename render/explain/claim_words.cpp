#include "render/explain/claim_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/fields/prefixes.h"
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

/// Three digits in the largest that it fills, which come first.
Formatted scaled(double value, std::initializer_list<Prefix> prefixes, std::string_view unit) {
  const auto* of = std::find_if(prefixes.begin(), prefixes.end() - 1,
                                [&](const Prefix& prefix) { return std::abs(value) >= 0.9995 * prefix.size; });
  return {plain_claim(value / of->size), std::string(of->letter) + std::string(unit)};
}

bool is_part(double ratio) {
  return ratio < 1;
}

/// A unit of claims, as the data have it, and a number of it in words.
struct ClaimUnit {
  std::string_view name;
  Formatted (*words)(double);
  bool (*in_percent)(double) = [](double) { return false; };  // whose sign stands behind each number of a list
};

constexpr ClaimUnit claim_units[] = {
    {"W",
     [](double value) {
       return scaled(value, {prefix::giga, prefix::mega, prefix::one}, "W");
     }},
    {"J",
     [](double value) {
       return scaled(value / joules_per_watt_hour, {prefix::tera, prefix::giga, prefix::mega, prefix::kilo}, "Wh");
     }},
    {"USD",
     [](double value) {
       Formatted money = scaled(value, {prefix::billion, prefix::million, prefix::one}, "");
       money.value.insert(0, "$");
       return money;
     }},
    {"FLOP", [](double value) { return format_flops(Flops{value}); }},
    {"FLOP/s", [](double value) { return scaled(value, {prefix::tera}, "FLOP/s"); }},
    {"B",
     [](double value) {
       return scaled(value, {prefix::zetta, prefix::exa, prefix::peta, prefix::tera, prefix::giga}, "B");
     }},
    {"B/s",
     [](double value) {
       return Formatted{plain_claim(value / bytes_per_gigabit), "Gb/s"};
     }},
    {"parameters",
     [](double value) {
       return scaled(value, {prefix::trillion, prefix::billion}, " parameters");
     }},
    {"share", [](double value) { return without_zero(format_percent(value)); }, [](double) { return true; }},
    {"MFU",
     [](double value) {
       return Formatted{without_zero(format_percent(value)).value, "% MFU"};
     }},
    {"count",
     [](double value) {
       return Formatted{plain_claim(value), ""};
     }},
    {"ratio",
     [](double value) {
       return is_part(value) ? without_zero(format_percent(value)) : Formatted{plain_claim(value), "times"};
     },
     is_part}};

/// Null of a unit that has no ways of its own.
const ClaimUnit* known_unit(const std::string& unit) {
  const auto* known = std::find_if(std::begin(claim_units), std::end(claim_units),
                                   [&](const ClaimUnit& each) { return each.name == unit; });
  return known != std::end(claim_units) ? known : nullptr;
}

/// Otherwise the unit stands behind the number as the data have it: "100 days".
Formatted in_unit(double value, const std::string& unit) {
  const ClaimUnit* known = known_unit(unit);
  return known != nullptr ? known->words(value) : Formatted{plain_claim(value), unit};
}

/// Of a range the unit once, behind its end: "90 to 100 days". Of a list each has its percent sign.
std::string words_of(const Numbers& numbers, const std::string& unit, bool range) {
  const ClaimUnit* known = known_unit(unit);
  std::vector<Formatted> words;
  for (const std::optional<double>& number : numbers)
    words.push_back(number ? in_unit(*number, unit) : Formatted{"–", ""});
  std::string joined;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool once = range || known == nullptr || !numbers[i] || !known->in_percent(*numbers[i]);
    const bool said_next = once && i + 1 < words.size() && words[i + 1].unit == words[i].unit;
    joined += (i == 0 ? "" : range ? " to " : ", ") + (said_next ? words[i].value : words[i].text());
  }
  return joined.empty() ? "–" : joined;
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
  return checked.simulated ? in_unit(*checked.simulated, checked.claim.unit).text() : "–";
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
  if (claim.scenario.empty())
    words.lines.push_back("No scenario is behind it: " + claim.basis + ".");
  else
    words.hint = "A click opens the scenario behind it.";
  return words;
}

}  // namespace shardscope

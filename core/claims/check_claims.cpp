#include "core/claims/check_claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/report_json/report_fields.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

namespace {

constexpr double agreement = 0.1;           // "within about 10 %"
constexpr double impossible_factor = 10.0;  // what is this far off is no reading of the same thing
constexpr double rounding = 1e-9;

struct Range {
  double low = 0, high = 0;
};

std::optional<Range> range_of(const Numbers& numbers) {
  std::optional<Range> range;
  for (const std::optional<double>& number : numbers) {
    if (!number) continue;
    if (!range) range = Range{*number, *number};
    range->low = std::min(range->low, *number);
    range->high = std::max(range->high, *number);
  }
  return range;
}

/// One of the two lies in the other, the claimed one a tenth wider at both ends.
bool ranges_agree(const Range& claimed, const Range& computed) {
  const bool inside = computed.low >= claimed.low * (1 - agreement) * (1 - rounding) &&
                      computed.high <= claimed.high * (1 + agreement) * (1 + rounding);
  const bool around = computed.low <= claimed.low && claimed.high <= computed.high;
  return inside || around;
}

/// The largest factor between a number and its counterpart; 1 where all are equal.
double worst_factor(const Numbers& claimed, const Numbers& computed) {
  double worst = 1;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const std::optional<double>& other = claimed[std::min(i, claimed.size() - 1)];
    if (!computed[i] || !other || !(*computed[i] > 0) || !(*other > 0)) continue;
    worst = std::max({worst, *computed[i] / *other, *other / *computed[i]});
  }
  return worst;
}

/// Every part within a tenth of what is claimed of it.
bool parts_agree(const Numbers& claimed, const Numbers& computed) {
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const std::optional<double>& other = claimed[std::min(i, claimed.size() - 1)];
    if (computed[i] && other && std::abs(*computed[i] / *other - 1) > agreement * (1 + rounding)) return false;
  }
  return true;
}

ClaimAgreement agreement_of(const Claim& claim, const Numbers& computed) {
  const bool comparable = claim.computed_unit.empty() || !claim.expected.empty();
  if (!comparable) return ClaimAgreement::unknown;
  const Numbers& held = claim.expected.empty() ? claim.claimed : claim.expected;
  const std::optional<Range> wanted = range_of(held), found = range_of(computed);
  if (!wanted || !found) return ClaimAgreement::unknown;
  if (claim.capacity)
    return found->high > wanted->high * (1 + rounding) ? ClaimAgreement::impossible : ClaimAgreement::agrees;
  if (claim.range ? ranges_agree(*wanted, *found) : parts_agree(held, computed)) return ClaimAgreement::agrees;
  const bool same_unit = claim.computed_unit.empty() && !claim.claimed.empty();
  return same_unit && worst_factor(held, computed) >= impossible_factor ? ClaimAgreement::impossible
                                                                        : ClaimAgreement::differs;
}

/// The verdict by the figure that doesn't decide.
std::optional<ClaimAgreement> other_agreement_of(const Claim& claim, const Numbers& other) {
  const bool one_thing = claim.claimed.size() == 1 || (claim.range && !claim.claimed.empty());
  if (!one_thing || claim.part || other.empty()) return std::nullopt;
  Claim plain = claim;
  if (!claim.decided_by_simulation) plain.computed_unit.clear(), plain.expected.clear();  // it is in the claim's unit
  const ClaimAgreement of_other = agreement_of(plain, other);
  return of_other == ClaimAgreement::unknown ? std::nullopt : std::optional(of_other);
}

/// The scenario with these settings on top, in their order.
std::optional<Scenario> with_settings(Scenario scenario, const std::vector<Setting>& settings,
                                      const Catalogue& presets) {
  for (const Setting& setting : settings) {
    Outcome<Scenario> changed = apply_setting(scenario, setting, presets);
    if (!succeeded(changed)) return std::nullopt;
    scenario = std::move(std::get<0>(changed));
  }
  return scenario;
}

/// `pointer` is the figure's in the report's JSON, "/time/step_seconds".
std::optional<double> figure_of(const Scenario& scenario, const std::string& pointer) {
  std::string path = pointer.substr(pointer.starts_with('/') ? 1 : 0);
  std::replace(path.begin(), path.end(), '/', '.');
  const std::array paths = {field_path(std::move(path))};
  const nlohmann::ordered_json figures = report_fields(evaluate(scenario), paths);
  const nlohmann::ordered_json& figure = figures.front();
  return figure.is_number() ? std::optional(figure.get<double>()) : std::nullopt;
}

std::optional<double> simulated_of(const Claim& claim, const Catalogue& presets) {
  if (claim.simulated.empty()) return std::nullopt;
  const std::optional<Scenario> scenario = scenario_of(claim, presets);
  if (!scenario) return std::nullopt;
  const std::optional<double> figure = figure_of(*scenario, claim.simulated);
  if (!figure || claim.against.empty()) return figure ? std::optional(*figure * claim.simulated_scale) : std::nullopt;
  const std::optional<Scenario> other = with_settings(*scenario, claim.against, presets);
  const std::optional<double> there = other ? figure_of(*other, claim.simulated) : std::nullopt;
  return there && *figure > 0 ? std::optional(*there / *figure * claim.simulated_scale) : std::nullopt;
}

}  // namespace

std::optional<Scenario> scenario_of(const Claim& claim, const Catalogue& presets) {
  const Scenario* preset = presets.scenario(claim.scenario);
  if (claim.scenario.empty() || preset == nullptr) return std::nullopt;
  return with_settings(*preset, claim.settings, presets);
}

CheckedClaim check_claim(const Claim& claim, const Catalogue& presets) {
  CheckedClaim checked;
  checked.claim = claim;
  checked.computed = compute(claim, presets);
  if (claim.part && *claim.part < claim.claimed.size() && !checked.computed.values.empty()) {
    Numbers parts(claim.claimed.size());
    parts[*claim.part] = checked.computed.values.front();
    checked.computed.values = std::move(parts);
  }
  const Numbers& computed = checked.computed.values;
  checked.simulated = simulated_of(claim, presets);
  const Numbers simulated = checked.simulated ? Numbers{checked.simulated} : Numbers{};
  const Numbers& deciding = claim.decided_by_simulation ? simulated : computed;
  checked.agreement = agreement_of(claim, deciding);
  checked.other_agreement = other_agreement_of(claim, claim.decided_by_simulation ? computed : simulated);
  if (claim.claimed.empty() || !claim.computed_unit.empty()) return checked;
  for (std::size_t i = 0; i < deciding.size(); ++i) {
    const std::optional<double>& other = claim.claimed[std::min(i, claim.claimed.size() - 1)];
    checked.ratio.push_back(deciding[i] && other && *other != 0 ? std::optional(*deciding[i] / *other) : std::nullopt);
  }
  return checked;
}

ClaimStanding standing_of(const CheckedClaim& checked) {
  switch (checked.agreement) {
    case ClaimAgreement::agrees:
      return checked.other_agreement.value_or(ClaimAgreement::agrees) == ClaimAgreement::agrees
                 ? ClaimStanding::agrees
                 : ClaimStanding::in_part;
    case ClaimAgreement::differs:
      return ClaimStanding::differs;
    case ClaimAgreement::impossible:
      return ClaimStanding::impossible;
    case ClaimAgreement::unknown:
      break;
  }
  return ClaimStanding::unknown;
}

std::vector<CheckedClaim> check_claims(std::span<const Claim> claims, const Catalogue& presets) {
  std::vector<CheckedClaim> all;
  for (const Claim& claim : claims) all.push_back(check_claim(claim, presets));
  return all;
}

}  // namespace shardscope

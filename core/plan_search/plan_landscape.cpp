#include "core/plan_search/plan_landscape.h"

#include <algorithm>

#include "core/base/share_work.h"

namespace shardscope {

namespace {

constexpr std::uint64_t draws_per_plan_max = 16;  // of spaces that are nearly empty: so many tries for each, no more

/// The next state and number of a splitmix64 generator (Steele, Lea and Flood 2014, "Fast splittable pseudorandom
/// number generators", figure 17).
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

std::uint64_t key_of(const PlanChoice& choice) {
  std::uint64_t key = 0;
  for (const std::int64_t value : choice) {
    std::uint64_t state = key ^ static_cast<std::uint64_t>(value);
    key = next_random(state);
  }
  return key;
}

/// The plan that this draw makes; nothing where it comes to an axis without a value.
std::optional<PlanChoice> drawn_plan(const SearchRequest& request, std::uint64_t draw) {
  std::uint64_t state = draw;
  PlanChoice choice = all_ones();
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const std::vector<std::int64_t> values = values_of(static_cast<PlanAxis>(i), choice, request.base, request.space);
    if (values.empty()) return std::nullopt;
    choice[i] = values[next_random(state) % values.size()];
  }
  return choice;
}

/// Of the rounds of a landscape that isn't whole.
std::vector<PlanChoice> draw_round(PlanLandscape& landscape, const std::stop_token& stop) {
  std::vector<PlanChoice> round;
  const std::uint64_t draws_max = draws_per_plan_max * landscape.most;
  while (round.size() < landscape.round && landscape.seen.size() < landscape.most && landscape.drawn < draws_max &&
         !stop.stop_requested())
    if (const auto choice = drawn_plan(landscape.request, landscape.drawn++))
      if (landscape.seen.insert(key_of(*choice)).second) round.push_back(*choice);
  return round;
}

std::vector<PlanChoice> take_round(PlanLandscape& landscape, const std::stop_token& stop) {
  if (!landscape.whole()) return draw_round(landscape, stop);
  const std::size_t count = std::min(landscape.round, landscape.listed.size());
  const auto first = landscape.listed.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<PlanChoice> round(first, landscape.listed.end());
  landscape.listed.erase(first, landscape.listed.end());
  return round;
}

/// Counts the plans of the space and lists them where all are to be looked at; whether that is done.
bool make_ready(PlanLandscape& landscape, const std::stop_token& stop) {
  const SearchRequest& request = landscape.request;
  if (landscape.ready) return true;
  if (!landscape.count.done) {
    continue_count(landscape.count, request.base, request.space, landscape.counted, stop);
    if (!landscape.count.done) return false;
    landscape.counts.plans = landscape.count.plans;
  }
  for (std::size_t i = 0; landscape.whole() && i < landscape.listed_at_once; ++i) {
    if (stop.stop_requested()) return false;
    const std::optional<PlanChoice> choice = next_choice(landscape.walk, request.base, request.space);
    if (!choice) break;
    landscape.listed.push_back(*choice);
  }
  if (landscape.whole() && !landscape.walk.done) return false;
  std::uint64_t state = 0;
  for (std::size_t i = landscape.listed.size(); i > 1; --i)
    std::swap(landscape.listed[i - 1], landscape.listed[next_random(state) % i]);
  return landscape.ready = true;
}

}  // namespace

PlanLandscape begin_landscape(SearchRequest request, std::size_t most) {
  PlanLandscape landscape;
  landscape.request = std::move(request), landscape.most = most;
  landscape.count = begin_count();
  landscape.walk = begin_walk(0, plan_axis_count, all_ones());
  return landscape;
}

std::vector<LandscapePlan> continue_landscape(PlanLandscape& landscape, unsigned threads, const std::stop_token& stop) {
  landscape.untimed.clear();
  if (!make_ready(landscape, stop)) return {};
  const std::vector<PlanChoice> round = take_round(landscape, stop);
  if (round.empty()) {
    landscape.done = true;
    return {};
  }
  std::vector<PlanLook> looks(round.size());
  share_work(round.size(), threads, stop,
             [&](std::size_t i) { looks[i] = look_at(landscape.request, round[i], stop); });
  std::vector<LandscapePlan> plans;
  if (stop.stop_requested()) return plans;
  SearchCounts& counts = landscape.counts;
  for (const PlanLook& look : looks) {
    ++counts.looked_at;
    counts.valid += look.valid ? 1 : 0, counts.fit += look.fits ? 1 : 0;
    if (!look.refused.empty()) ++counts.refused[look.refused];
    if (!look.found) {
      landscape.untimed.push_back({look.choice, look.valid, look.fits, look.refused, look.peak_memory});
      continue;
    }
    const bool does = look.counts() && meets(*look.found, landscape.request.needs);
    counts.evaluated += does ? 1 : 0;
    plans.push_back({*look.found, does, look.refused});
  }
  return plans;
}

}  // namespace shardscope

#include "core/schedules/schedules.h"

#include <array>
#include <stdexcept>

#include "core/schedules/schedule_rules.h"

namespace shardscope {

namespace schedules {

template <class... Ways>
constexpr std::array<const ScheduleWays*, sizeof...(Ways)> addresses_of(const Ways&... ways) {
  return {&ways...};
}
constexpr std::array every_schedule = addresses_of(SHARDSCOPE_SCHEDULES);

}  // namespace schedules

namespace {

using schedules::every_schedule;

/// What a search is given where the request says nothing: passes that take 1 each, no transfer time.
PassTimes unit_times(const ScheduleRequest& request) {
  const StageTimes unit{Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}};
  const auto chunks = static_cast<std::size_t>(ways_of(request.kind).chunks_per_rank(request.virtual_stages));
  return {std::vector<StageTimes>(static_cast<std::size_t>(request.ranks) * chunks, unit), Seconds{0}};
}

Orders orders_of(ScheduleRequest request) {
  const ScheduleWays& ways = ways_of(request.kind);
  if (!ways.searched()) return ways.orders(request);
  const PassTimes unit = unit_times(request);
  if (request.times == nullptr) request.times = &unit;
  if (request.times->stages.size() != unit.stages.size())
    throw std::logic_error("make_schedule: one StageTimes per stage is wanted");
  return ways.orders(request);
}

}  // namespace

template <>
std::span<const Choice> choices<ScheduleKind>() {
  static const std::array<Choice, every_schedule.size()> table = [] {
    std::array<Choice, every_schedule.size()> choices;
    for (std::size_t i = 0; i < every_schedule.size(); ++i) choices[i] = every_schedule[i]->choice;
    return choices;
  }();
  return table;
}

std::span<const ScheduleKind> known_schedules() {
  static constexpr std::array<ScheduleKind, every_schedule.size()> kinds = [] {
    std::array<ScheduleKind, every_schedule.size()> listed{};
    for (std::size_t i = 0; i < every_schedule.size(); ++i) listed[i] = static_cast<ScheduleKind>(i);
    return listed;
  }();
  return kinds;
}

const ScheduleWays& ways_of(ScheduleKind kind) {
  return *every_schedule[static_cast<std::size_t>(kind)];
}

std::string_view short_title_of(ScheduleKind kind) {
  const ScheduleWays& ways = ways_of(kind);
  return ways.short_title.empty() ? ways.choice.label : ways.short_title;
}

std::string schedules_in_words(bool (*are_so)(const ScheduleWays& ways), std::string_view Choice::*name) {
  std::vector<std::string_view> names;
  for (const ScheduleWays* ways : every_schedule)
    if (are_so(*ways)) names.push_back(ways->choice.*name);
  std::string words;
  for (std::size_t i = 0; i < names.size(); ++i)
    words += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + std::string(names[i]);
  return words;
}

std::string searched_schedules(std::string_view Choice::*name) {
  return schedules_in_words([](const ScheduleWays& ways) { return ways.searched(); }, name);
}

ScheduleKind default_schedule(std::int64_t virtual_stages) {
  return virtual_stages > 1 ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b;
}

std::vector<std::string> schedule_fact_lines(const ScheduleWays& ways) {
  return {"Bubble: " + std::string(ways.bubble_words), "Memory: " + std::string(ways.memory_words),
          "Valid: " + std::string(ways.valid_words)};
}

std::string schedule_help(const ScheduleWays& ways) {
  std::string help(ways.choice.help);
  for (const std::string& line : schedule_fact_lines(ways)) help += "\n" + line;
  return help + "\n" + std::string(ways.paper);
}

Outcome<Schedule> make_schedule(const ScheduleRequest& request) {
  std::vector<Problem> problems = problems_of_request(request);
  if (!problems.empty()) return problems;
  const ScheduleWays& ways = ways_of(request.kind);
  Schedule schedule;
  schedule.placement = ways.placement;
  schedule.ranks = request.ranks;
  schedule.virtual_stages = static_cast<std::int32_t>(ways.chunks_per_rank(request.virtual_stages));
  schedule.micro_batches = request.micro_batches;
  schedule.order = orders_of(request);
  return schedule;
}

}  // namespace shardscope

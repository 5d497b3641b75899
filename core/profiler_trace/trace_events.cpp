#include "core/profiler_trace/trace_events.h"

#include <charconv>

namespace shardscope {

namespace {

struct CategoryWord {
  std::string_view word;
  WorkCategory category;
};

/// As Kineto has written them, in small letters since PyTorch 1.13 and in capitals before.
constexpr CategoryWord work_categories[] = {{"kernel", WorkCategory::kernel},   {"Kernel", WorkCategory::kernel},
                                            {"gpu_memcpy", WorkCategory::copy}, {"Memcpy", WorkCategory::copy},
                                            {"gpu_memset", WorkCategory::set},  {"Memset", WorkCategory::set}};

std::optional<WorkCategory> work_category(std::string_view category) {
  for (const CategoryWord& each : work_categories)
    if (each.word == category) return each.category;
  return std::nullopt;
}

constexpr std::string_view step_mark = "ProfilerStep#";

constexpr std::size_t groups_max = 10'000;

}  // namespace

void TraceEvents::take(const TraceEvent& event) {
  ++reading_.facts.events;
  if (const std::optional<WorkCategory> category = work_category(event.category)) return take_work(event, *category);
  if (!event.name.starts_with(step_mark) || !event.has_times()) return;
  take_step(event, event.category == "gpu_user_annotation" ? reading_.gpu_steps : reading_.host_steps);
}

void TraceEvents::take_work(const TraceEvent& event, WorkCategory category) {
  const std::optional<std::uint32_t> name = name_of(event.name);
  if (!event.has_times() || !name || reading_.work.size() >= trace_work_max) {
    ++reading_.facts.unread;
    return;
  }
  const double start = seconds(event.start);
  const KernelKind kind = category == WorkCategory::kernel ? kinds_[*name] : kernel_kind(event.name, category);
  reading_.work.push_back(
      {start, start + event.length * 1e-6, *name, group_of(event), static_cast<std::int32_t>(event.device), kind});
}

void TraceEvents::take_step(const TraceEvent& event, std::vector<StepMark>& steps) {
  const std::string_view digits = std::string_view(event.name).substr(step_mark.size());
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || steps.size() >= trace_names_max) return;
  const double start = seconds(event.start);
  steps.push_back({number, start, start + event.length * 1e-6});
}

/// From the first event that has a time, so that the microseconds of a clock of years don't cost their fractions.
double TraceEvents::seconds(double microseconds) {
  if (!origin_) origin_ = microseconds;
  return (microseconds - *origin_) * 1e-6;
}

std::optional<std::uint32_t> TraceEvents::name_of(const std::string& name) {
  const std::string_view kept = std::string_view(name).substr(0, trace_name_max);
  const auto found = names_.find(kept);
  if (found != names_.end()) return found->second;
  if (names_.size() >= trace_names_max) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.emplace(kept, number);
  reading_.names.emplace_back(kept);
  kinds_.push_back(kernel_kind(kept));
  return number;
}

std::int32_t TraceEvents::group_of(const TraceEvent& event) {
  if (event.collective.empty() && event.group.empty() && event.group_size == 0) return -1;
  const TraceGroup group{event.collective.substr(0, trace_name_max), event.group.substr(0, trace_name_max),
                         event.group_size};
  const auto [found, is_new] = groups_.try_emplace(group, static_cast<std::int32_t>(groups_.size()));
  if (!is_new) return found->second;
  if (groups_.size() > groups_max) return groups_.erase(found), -1;
  reading_.groups.push_back(group);
  return found->second;
}

}  // namespace shardscope

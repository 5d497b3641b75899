#include "core/profiler_trace/step_profile.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/profiler_trace/step_marks.h"

namespace shardscope {

namespace {

/// A kernel's beginning or end within a step.
struct Turn {
  double at = 0;
  std::int32_t by = 1;  // +1: begins
  std::size_t row = 0;  // of collectives; any where it is none
  KernelKind kind = KernelKind::idle;
};

/// Goes through a step's turns in their order, and gives each moment to one kind.
class Sweep {
 public:
  explicit Sweep(StepProfile& profile) : profile_(profile), of_row_(profile.collectives.size()) {}

  void over(std::vector<Turn>& turns, const StepMark& step) {
    std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.at < b.at; });
    double at = step.start;
    for (const Turn& turn : turns) {
      give(turn.at - at);
      at = turn.at;
      running_[index_of(turn.kind)] += turn.by;
      if (turn.kind == KernelKind::communication) change(turn.row, turn.by);
    }
    give(step.end - at);
  }

 private:
  void give(double seconds) {
    if (!(seconds > 0)) return;
    std::size_t first = index_of(KernelKind::idle);
    for (std::size_t kind = kernel_kind_count; kind-- > 0;) {
      if (running_[kind] == 0) continue;
      profile_.running[kind] += Seconds{seconds};
      first = kind;
    }
    profile_.seconds[first] += Seconds{seconds};
    if (first != index_of(KernelKind::communication)) return;
    for (const std::size_t row : rows_)  // several share what they leave bare
      profile_.collectives[row].exposed += Seconds{seconds / static_cast<double>(rows_.size())};
  }
  void change(std::size_t row, std::int32_t by) {
    const bool ran = of_row_[row] > 0;
    of_row_[row] += by;
    if (!ran && of_row_[row] > 0) rows_.push_back(row);
    if (ran && of_row_[row] == 0) std::erase(rows_, row);
  }

  StepProfile& profile_;
  std::array<std::int32_t, kernel_kind_count> running_{};
  std::vector<std::int32_t> of_row_;
  std::vector<std::size_t> rows_;  // that run now
};

/// Rows of what a profile counts by name and by group.
class Rows {
 public:
  Rows(const TraceReading& reading, StepProfile& profile)
      : reading_(reading), profile_(profile), of_kernel_(reading.names.size() * kernel_kind_count, none) {}

  /// Of a kernel within a step for so long, which may have begun in the step before; its row of collectives.
  std::size_t take(const GpuWork& work, double seconds, bool begins) {
    const double calls = begins ? 1 : 0;
    KernelRow& kernel = row_of(work);
    kernel.calls += calls;
    kernel.running += Seconds{seconds};
    if (work.kind != KernelKind::communication) return 0;
    const std::size_t row = collective_of(work);
    profile_.collectives[row].calls += calls;
    profile_.collectives[row].running += Seconds{seconds};
    return row;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  KernelRow& row_of(const GpuWork& work) {
    std::size_t& row = of_kernel_[work.name * kernel_kind_count + index_of(work.kind)];
    if (row == none) {
      row = profile_.kernels.size();
      profile_.kernels.push_back({reading_.names[work.name], work.kind, 0, {}});
    }
    return profile_.kernels[row];
  }
  std::size_t collective_of(const GpuWork& work) {
    static const TraceGroup unnamed;
    const TraceGroup& group = work.group < 0 ? unnamed : reading_.groups[static_cast<std::size_t>(work.group)];
    std::string_view collective = collective_in(reading_.names[work.name]);
    if (collective.empty()) collective = collective_in(group.collective);
    const std::tuple key{collective, std::string_view(group.name), group.size};
    const auto [found, is_new] = of_collective_.try_emplace(key, profile_.collectives.size());
    if (is_new) profile_.collectives.push_back({std::string(collective), group.name, group.size, 0, {}, {}});
    return found->second;
  }

  const TraceReading& reading_;
  StepProfile& profile_;
  std::vector<std::size_t> of_kernel_;
  std::map<std::tuple<std::string_view, std::string_view, std::int64_t>, std::size_t> of_collective_;
};

/// The turns of each step, and what its kernels add to their rows.
std::vector<std::vector<Turn>> turns_of(const TraceReading& reading, const std::vector<StepMark>& steps,
                                        StepProfile& profile) {
  std::vector<std::vector<Turn>> turns(steps.size());
  Rows rows(reading, profile);
  for (const GpuWork& work : reading.work) {
    if (work.device != profile.device) continue;
    for (std::size_t i = first_step_after(steps, work.start); i < steps.size() && steps[i].start < work.end; ++i) {
      const double from = std::max(work.start, steps[i].start), to = std::min(work.end, steps[i].end);
      if (!(to > from)) continue;
      const std::size_t row = rows.take(work, to - from, from == work.start);
      turns[i].push_back({from, +1, row, work.kind});
      turns[i].push_back({to, -1, row, work.kind});
    }
  }
  return turns;
}

void average(StepProfile& profile) {
  const auto steps = static_cast<double>(profile.steps);
  for (KindSeconds* each : {&profile.seconds, &profile.running})
    for (Seconds& seconds : *each) seconds = seconds / steps;
  for (CollectiveRow& row : profile.collectives)
    row.calls /= steps, row.running = row.running / steps, row.exposed = row.exposed / steps;
  for (KernelRow& row : profile.kernels) row.calls /= steps, row.running = row.running / steps;
  profile.running[index_of(KernelKind::idle)] = profile.seconds[index_of(KernelKind::idle)];
}

void put_in_order(StepProfile& profile) {
  std::stable_sort(profile.collectives.begin(), profile.collectives.end(), [](const auto& a, const auto& b) {
    return std::pair(a.exposed, a.running) > std::pair(b.exposed, b.running);
  });
  std::stable_sort(profile.kernels.begin(), profile.kernels.end(),
                   [](const auto& a, const auto& b) { return a.running > b.running; });
}

}  // namespace

std::pair<std::int32_t, std::uint64_t> busiest_device(const std::vector<GpuWork>& work) {
  std::map<std::int32_t, double> busy;
  for (const GpuWork& each : work) busy[each.device] += each.end - each.start;
  const auto most =
      std::max_element(busy.begin(), busy.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return {most->first, busy.size() - 1};
}

Seconds StepProfile::hidden_communication() const {
  const std::size_t kind = index_of(KernelKind::communication);
  return max(Seconds{}, running[kind] - seconds[kind]);
}

std::optional<StepProfile> step_profile(const TraceReading& reading) {
  if (reading.work.empty()) return std::nullopt;
  StepProfile profile;
  std::tie(profile.device, profile.other_devices) = busiest_device(reading.work);
  const MarkedSteps marked = marked_steps(reading, profile.device);
  if (marked.steps.empty()) return std::nullopt;
  profile.steps_by = marked.by;
  profile.steps = marked.steps.size();
  std::vector<std::vector<Turn>> turns = turns_of(reading, marked.steps, profile);
  Sweep sweep(profile);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Seconds length{marked.steps[i].end - marked.steps[i].start};
    profile.step += length;
    profile.least = profile.least ? min(*profile.least, length) : length;
    profile.most = profile.most ? max(*profile.most, length) : length;
    sweep.over(turns[i], marked.steps[i]);
  }
  profile.step = profile.step / static_cast<double>(profile.steps);
  if (profile.steps == 1) profile.least = profile.most = std::nullopt;
  average(profile);
  put_in_order(profile);
  return profile;
}

}  // namespace shardscope

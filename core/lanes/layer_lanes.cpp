#include "core/lanes/layer_lanes.h"

#include <algorithm>

#include "core/lanes/pass_kernels.h"
#include "core/traffic/shared_links.h"

namespace shardscope {

namespace {

/// Makes tasks of a pass's kernels and traffic, and of the tasks' times bars.
class Emitter {
 public:
  Emitter(LayerLanes& lanes, const MachineSpeed& speed) : lanes_(lanes), speed_(speed) {}

  void emit(const PassKernels& pass) {
    if (pass.copies.value > 0) compute(bar_of(LaneKind::compute, LaneWork::copies, pass.copies), pass.copies);
    for (const KernelTraffic& traffic : pass.traffic) alone(traffic);
    for (std::size_t k = 0; k < pass.kernels.size(); ++k) {
      const PassKernel& kernel = pass.kernels[k];
      for (const KernelTraffic& traffic : kernel.before)
        if (traffic.beside <= 0) alone(traffic);
      if (pass.host_before == k) wait_for_host(pass.host);
      run(kernel);
      for (const KernelTraffic& traffic : kernel.after)
        if (traffic.beside <= 0) alone(traffic);
    }
    if (pass.host.value > 0 && !pass.host_before) wait_for_host(pass.host);
    if (pass.without_kernel.value > 0)
      compute(bar_of(LaneKind::compute, LaneWork::host_wait, pass.without_kernel), pass.without_kernel);
  }

  void finish(const Contention& contention) {
    const std::vector<LaneSpan> spans = run_lanes(tasks_, contention);
    const std::vector<double> slack = slack_of(tasks_, spans);
    lanes_.length = makespan_of(spans);
    std::vector<std::int32_t> bar_of_task(tasks_.size(), -1);
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      LaneBar bar = bars_[i];
      bar.start = spans[i].start, bar.end = spans[i].end;
      bar.waits_for = latest_before(i, spans, bar_of_task), bar.slack = slack[i];
      if (joins_last(bar)) {
        LaneBar& last = lanes_.bars.back();
        last.end = bar.end, last.slack = bar.slack, last.share += bar.share, last.alone += bar.alone;
        last.flops += bar.flops, last.bytes += bar.bytes;
      } else {
        lanes_.bars.push_back(bar);
      }
      bar_of_task[i] = static_cast<std::int32_t>(lanes_.bars.size()) - 1;
    }
  }

 private:
  LayerLanes& lanes_;
  const MachineSpeed& speed_;
  std::vector<LaneTask> tasks_;
  std::vector<LaneBar> bars_;          // a task each
  std::int32_t kernel_ = -1;           // the last one
  std::vector<std::int32_t> pending_;  // traffic that the next kernel waits for

  [[nodiscard]] static LaneBar bar_of(LaneKind lane, LaneWork work, Seconds alone) {
    LaneBar bar;
    bar.lane = lane, bar.work = work, bar.alone = alone;
    return bar;
  }

  std::int32_t add(const LaneBar& bar, Seconds seconds) {
    LaneTask task{bar.lane, seconds};
    task.wait_for(kernel_);
    for (const std::int32_t before : pending_) task.wait_for(before);
    tasks_.push_back(task), bars_.push_back(bar);
    return static_cast<std::int32_t>(tasks_.size()) - 1;
  }
  void compute(const LaneBar& bar, Seconds seconds) {
    kernel_ = add(bar, seconds);
    pending_.clear();
  }
  std::int32_t travel(const KernelTraffic& traffic) {
    LaneBar bar = bar_of(traffic.lane, traffic.work, traffic.seconds);
    bar.elsewhere = traffic.elsewhere, bar.bytes = traffic.bytes, bar.share = traffic.share;
    return add(bar, traffic.seconds);
  }
  void alone(const KernelTraffic& traffic) { pending_ = {travel(traffic)}; }
  void wait_for_host(Seconds seconds) {
    pending_ = {add(bar_of(LaneKind::host, LaneWork::host_wait, seconds), seconds)};
  }

  [[nodiscard]] LaneBar piece_of(const PassKernel& kernel, double part) const {
    const Operation& operation = lanes_.block.operations[kernel.operation];
    const Direction direction = direction_of(kernel.phase);
    LaneBar bar = bar_of(LaneKind::compute, LaneWork::operation, kernel.alone * part);
    bar.phase = kernel.phase, bar.operation = static_cast<std::int32_t>(kernel.operation);
    bar.share = kernel.share * part;
    bar.flops = operation_flops(operation, direction) * bar.share;
    bar.bytes = operation_bytes(operation, direction, speed_) * bar.share;
    return bar;
  }
  void piece(const PassKernel& kernel, double part) { compute(piece_of(kernel, part), kernel.taken_up * part); }

  /// A kernel with what travels beside its first or its last part.
  void run(const PassKernel& kernel) {
    const auto beside = [](const std::vector<KernelTraffic>& list) -> const KernelTraffic* {
      const auto found = std::find_if(list.begin(), list.end(), [](const KernelTraffic& t) { return t.beside > 0; });
      return found == list.end() ? nullptr : &*found;
    };
    if (const KernelTraffic* first = beside(kernel.before)) {
      const std::int32_t traffic = travel(*first);
      piece(kernel, first->beside);
      pending_ = {traffic};
      if (first->beside < 1) piece(kernel, 1 - first->beside);
    } else if (const KernelTraffic* last = beside(kernel.after)) {
      if (last->beside < 1) piece(kernel, 1 - last->beside);
      const std::int32_t traffic = travel(*last);
      piece(kernel, last->beside);
      pending_ = {traffic};
    } else {
      piece(kernel, 1);
    }
  }

  /// Whether the piece goes on where the bar before it ends.
  [[nodiscard]] bool joins_last(const LaneBar& bar) const {
    if (lanes_.bars.empty() || bar.work != LaneWork::operation) return false;
    const LaneBar& last = lanes_.bars.back();
    return last.work == LaneWork::operation && last.operation == bar.operation && last.phase == bar.phase &&
           last.end == bar.start;
  }

  /// The bar that ended last of those that a task waited for; the one before it on its lane counts.
  [[nodiscard]] std::int32_t latest_before(std::size_t task, const std::vector<LaneSpan>& spans,
                                           const std::vector<std::int32_t>& bar_of_task) const {
    std::int32_t latest = -1;
    const auto look = [&](std::int32_t before) {
      if (before >= 0 &&
          (latest < 0 || spans[static_cast<std::size_t>(before)].end > spans[static_cast<std::size_t>(latest)].end))
        latest = before;
    };
    for (const std::int32_t before : tasks_[task].after) look(before);
    for (std::size_t other = task; other-- > 0;)
      if (tasks_[other].lane == tasks_[task].lane) {
        look(static_cast<std::int32_t>(other));
        break;
      }
    return latest < 0 ? -1 : bar_of_task[static_cast<std::size_t>(latest)];
  }
};

}  // namespace

LayerLanes layer_lanes(BlockKind kind, const Scenario& scenario, const MachineSpeed& speed, bool redone,
                       LanePass pass) {
  LayerLanes lanes;
  lanes.block = make_block(kind, scenario.model, scenario.plan);
  lanes.redone = redone, lanes.pass = pass;
  Emitter emitter(lanes, speed);
  emitter.emit(pass_kernels(lanes.block, scenario, speed, redone, pass));
  emitter.finish(exchange_contention(scenario.cluster.constants));
  return lanes;
}

std::array<Seconds, lane_kinds> exposed_by_lane(const LayerLanes& lanes, const Contention& contention) {
  std::array<Seconds, lane_kinds> exposed{};
  for (const LaneBar& traffic : lanes.bars) {
    if (traffic.lane == LaneKind::compute) continue;
    double beside = 0;  // seconds of kernels at the same time
    for (const LaneBar& kernel : lanes.bars)
      if (kernel.lane == LaneKind::compute)
        beside += std::max(0.0, std::min(kernel.end, traffic.end) - std::max(kernel.start, traffic.start));
    exposed[index_of(traffic.lane)] += Seconds{traffic.end - traffic.start - beside / contention.passes};
  }
  return exposed;
}

}  // namespace shardscope

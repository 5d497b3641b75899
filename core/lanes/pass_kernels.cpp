#include "core/lanes/pass_kernels.h"

#include <algorithm>
#include <cmath>

#include "core/scenario/plan_schedule.h"
#include "core/traffic/expert_traffic.h"
#include "core/traffic/layer_traffic.h"
#include "core/traffic/redone_exchanges.h"
#include "core/traffic/shared_links.h"
#include "core/transformer/early_stop.h"

namespace shardscope {

namespace {

class Maker {
 public:
  Maker(const Block& block, const Scenario& scenario, const MachineSpeed& speed, bool redone, LanePass pass)
      : block_(block),
        scenario_(scenario),
        speed_(speed),
        redone_(redone),
        again_(redone_exchanges(block, scenario, redone)),
        pass_(pass),
        cost_(block_cost(block, scenario, speed, redone)),
        places_(branch_places(block, scenario.model)),
        backward_(backward_ways(scenario)) {}

  PassKernels made() {
    list_kernels();
    const LayerHidingTime hiding = layer_hiding_time(block_, scenario_, speed_, redone_);
    if (pass_ == LanePass::forward) {
      HidingTime forward = hiding.forward;
      add_tensor_traffic(OperationPhase::forward, forward);
      add_ring(OperationPhase::forward, forward);
    } else if (pass_ != LanePass::backward_weight) {
      HidingTime backward = hiding.backward;
      add_tensor_traffic(OperationPhase::input_gradient, backward);
      if (again_.tensor > 0) add_tensor_traffic(OperationPhase::recompute, backward);
      add_ring(OperationPhase::input_gradient, backward);
      if (again_.ring) add_ring(OperationPhase::recompute, backward);
    }
    add_rest_of_tensor_traffic();
    add_experts();
    share_out();
    return std::move(out_);
  }

 private:
  const Block& block_;
  const Scenario& scenario_;
  const MachineSpeed& speed_;
  bool redone_;
  RedoneExchanges again_;
  LanePass pass_;
  StageCost cost_;
  std::vector<BranchPlace> places_;
  BranchWays backward_;
  PassKernels out_;
  std::vector<bool> taken_;  // of the kernels, those whose time is settled

  [[nodiscard]] bool sequence_parallel() const { return is_sequence_parallel(scenario_.plan); }

  void add(std::size_t operation, OperationPhase phase, double share = 1) {
    const Seconds alone = operation_time(block_.operations[operation], direction_of(phase), speed_) * share;
    if (!(alone.value > 0)) return;
    out_.kernels.push_back({operation, phase, share, alone, Seconds{}, {}, {}});
    taken_.push_back(false);
  }

  [[nodiscard]] std::vector<double> shares_again() const {
    const RedoneShares again(block_, scenario_, redone_);
    std::vector<double> shares;
    for (std::size_t i = 0; i < block_.operations.size(); ++i) shares.push_back(again[i]);
    return shares;
  }

  /// Whether the weight gradients of a branch's first products wait until traffic can travel beside them.
  [[nodiscard]] bool waits_for_traffic(std::size_t operation) const {
    return pass_ == LanePass::backward && places_[operation].part == BranchPart::inward &&
           backward_[1].beside == BranchPart::inward && backward_[1].kernels == Direction::weight_gradient;
  }
  [[nodiscard]] bool first_inward(std::size_t operation) const {
    for (std::size_t i = 0; i < operation; ++i)
      if (places_[i].part == BranchPart::inward && places_[i].branch == places_[operation].branch) return false;
    return true;
  }

  void list_kernels() {
    const std::size_t count = block_.operations.size();
    if (pass_ == LanePass::forward) {
      for (std::size_t i = 0; i < count; ++i) add(i, OperationPhase::forward);
      return;
    }
    if (pass_ == LanePass::backward_weight) {
      for (std::size_t i = count; i-- > 0;) add(i, OperationPhase::weight_gradient);
      return;
    }
    const std::vector<double> again = shares_again();
    std::size_t made_again = count;  // operations from here on were run again, where they are
    for (std::size_t i = count; i-- > 0;) {
      if (again[i] > 0 && i < made_again) {
        std::size_t first = i;
        while (first > 0 && again[first - 1] > 0) --first;
        for (std::size_t j = first; j <= i; ++j) add(j, OperationPhase::recompute, again[j]);
        made_again = first;
      }
      add_gradients(i);
    }
  }

  void add_gradients(std::size_t i) {
    add(i, OperationPhase::input_gradient);
    if (pass_ != LanePass::backward) return;
    if (!waits_for_traffic(i)) return add(i, OperationPhase::weight_gradient);
    if (!first_inward(i)) return;
    for (std::size_t j = block_.operations.size(); j-- > i;)
      if (waits_for_traffic(j) && places_[j].branch == places_[i].branch) add(j, OperationPhase::weight_gradient);
  }

  /// The kernels that a branch's traffic is at, in the order in which they run.
  [[nodiscard]] std::vector<std::size_t> kernels_of(std::size_t branch, OperationPhase phase, BranchPart part) const {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < out_.kernels.size(); ++k) {
      const PassKernel& kernel = out_.kernels[k];
      const BranchPlace& place = places_[kernel.operation];
      if (kernel.phase == phase && place.part != BranchPart::none && place.branch == branch &&
          (part == BranchPart::none || place.part == part))
        found.push_back(k);
    }
    return found;
  }

  /// Gives kernels the time that they take up of the pass.
  void take(HidingTime& hiding, const std::vector<std::size_t>& kernels) {
    Seconds alone;
    for (const std::size_t k : kernels) alone += out_.kernels[k].alone;
    const Seconds whole = hiding.take(alone, static_cast<double>(kernels.size()), speed_);
    for (const std::size_t k : kernels) {
      PassKernel& kernel = out_.kernels[k];
      kernel.taken_up = alone.value > 0 ? whole * (kernel.alone / alone) : Seconds{};
      taken_[k] = true;
    }
  }

  void lay(const KernelTraffic& traffic, std::size_t kernel) {
    (traffic.before ? out_.kernels[kernel].before : out_.kernels[kernel].after).push_back(traffic);
  }

  /// Traffic over kernels in proportion to what they take up, so that each hides its part.
  void lay_beside(const KernelTraffic& traffic, const std::vector<std::size_t>& kernels) {
    Seconds whole;
    for (const std::size_t k : kernels) whole += out_.kernels[k].taken_up;
    for (const std::size_t k : kernels) {
      KernelTraffic piece = traffic;
      const double share = whole.value > 0 ? out_.kernels[k].taken_up / whole : 1 / static_cast<double>(kernels.size());
      piece.share = share, piece.seconds = traffic.seconds * share, piece.bytes = traffic.bytes * share;
      lay(piece, k);
    }
  }

  /// Phase by phase: where one way of a branch's traffic goes.
  void lay_way(std::size_t branch, OperationPhase phase, std::size_t way_number, const BranchTraffic& way,
               const CollectiveCost& each, HidingTime& hiding) {
    if (way.collectives <= 0) return;
    KernelTraffic traffic{LaneKind::tensor,
                          way_number == 0 ? LaneWork::gather : LaneWork::scatter,
                          each.time * way.collectives,
                          {},
                          each.sent_per_gpu * way.collectives};
    if (!sequence_parallel()) traffic.work = LaneWork::all_reduce;
    traffic.before = way_number == 0;
    if (way.beside == BranchPart::none) {
      const std::vector<std::size_t> all = kernels_of(branch, phase, BranchPart::none);
      if (!all.empty()) lay(traffic, way_number == 0 ? all.front() : all.back());
      return;
    }
    const OperationPhase beside = way.kernels == Direction::weight_gradient ? OperationPhase::weight_gradient : phase;
    std::vector<std::size_t> kernels = kernels_of(branch, beside, way.beside);
    const bool hides = !kernels.empty();
    if (!hides) kernels = kernels_of(branch, phase, BranchPart::none);
    if (kernels.empty()) return;
    if (hides) {
      take(hiding, kernels);
      traffic.beside = way.in_chunks ? chunked_share(scenario_.plan) : 1;
      traffic.before |= !way.in_chunks;  // a weight gradient starts with the traffic
    }
    lay_beside(traffic, kernels);
  }

  [[nodiscard]] double collectives_of(OperationPhase phase) const {
    if (phase == OperationPhase::forward) return block_.traffic.tp_collectives_forward;
    if (phase == OperationPhase::recompute) return again_.tensor;
    return block_.traffic.tp_collectives_backward;
  }

  void add_tensor_traffic(OperationPhase phase, HidingTime& hiding) {
    const BlockTraffic& traffic = block_.traffic;
    if (!is_layer(block_) || traffic.tp_collectives_forward + traffic.tp_collectives_backward <= 0) return;
    const CollectiveCost each = tensor_collective(block_, scenario_);
    const BranchWays ways = phase == OperationPhase::input_gradient ? backward_ : forward_ways(scenario_);
    for (std::size_t branch = 0; branch < 2; ++branch)
      for (std::size_t way = 0; way < ways.size(); ++way)
        if (phase != OperationPhase::recompute || again_.ways[branch][way])
          lay_way(branch, phase, way, ways[way], each, hiding);
  }

  /// Collectives of a phase that no branch has: of the embedding, of the head, of an MTP layer's ends.
  void add_rest_of_tensor_traffic() {
    if (block_.traffic.tp_collectives_forward + block_.traffic.tp_collectives_backward <= 0) return;
    if (pass_ == LanePass::forward) return add_rest_of(OperationPhase::forward);
    if (pass_ == LanePass::backward_weight) return;
    add_rest_of(OperationPhase::input_gradient);
    if (again_.tensor > 0) add_rest_of(OperationPhase::recompute);
  }

  void add_rest_of(OperationPhase phase) {
    const CollectiveCost each = tensor_collective(block_, scenario_);
    Seconds laid;
    for (const PassKernel& kernel : out_.kernels)
      for (const auto* list : {&kernel.before, &kernel.after})
        for (const KernelTraffic& traffic : *list)
          if (traffic.lane == LaneKind::tensor && phase_at(kernel) == phase) laid += traffic.seconds;
    const double collectives = collectives_of(phase) - laid / each.time;
    if (!(collectives > 1e-6)) return;
    const bool forward = phase != OperationPhase::input_gradient, embedding = block_.kind == BlockKind::embedding;
    KernelTraffic rest{LaneKind::tensor,
                       embedding == forward ? LaneWork::scatter : LaneWork::gather,
                       each.time * collectives,
                       {},
                       each.sent_per_gpu * collectives};
    if (!sequence_parallel()) rest.work = LaneWork::all_reduce;
    rest.before = embedding != forward;
    const std::optional<std::size_t> at = edge_kernel(phase, rest.before);
    if (at)
      lay(rest, *at);
    else
      out_.traffic.push_back(rest);
  }

  /// Of a kernel's traffic over tp, the phase that it belongs to: what weight gradients hide is their input's.
  [[nodiscard]] static OperationPhase phase_at(const PassKernel& kernel) {
    return kernel.phase == OperationPhase::weight_gradient ? OperationPhase::input_gradient : kernel.phase;
  }

  /// The first or the last kernel of a phase; of the head the logits'.
  [[nodiscard]] std::optional<std::size_t> edge_kernel(OperationPhase phase, bool first) const {
    std::optional<std::size_t> edge;
    for (std::size_t k = 0; k < out_.kernels.size(); ++k) {
      const PassKernel& kernel = out_.kernels[k];
      if (kernel.phase != phase) continue;
      const bool logits = block_.operations[kernel.operation].name == OperationName::logits;
      if (block_.kind == BlockKind::head && logits) return k;
      if (!edge || !first) edge = k;
    }
    return edge;
  }

  void add_ring(OperationPhase phase, HidingTime& hiding) {
    const Plan& plan = scenario_.plan;
    if (plan.cp <= 1) return;
    const auto [forward, backward] = context_rings(block_, scenario_);
    const bool back = phase == OperationPhase::input_gradient;
    KernelTraffic ring{LaneKind::context,
                       LaneWork::ring,
                       back ? backward : forward,
                       {},
                       back ? block_.traffic.cp_bytes_backward : block_.traffic.cp_bytes_forward};
    if (!(ring.seconds.value > 0)) return;
    for (std::size_t k = 0; k < out_.kernels.size(); ++k) {
      const PassKernel& kernel = out_.kernels[k];
      if (kernel.phase != phase || block_.operations[kernel.operation].kind != OperationKind::attention) continue;
      if (plan.overlap.cp.value_or(true)) {
        take(hiding, {k});
        const auto chunks = static_cast<double>(plan.cp);
        ring.beside = (chunks - 1) / chunks;
      }
      return lay(ring, k);
    }
  }

  /// The first or the last kernel of the experts in a phase, else the first of all.
  [[nodiscard]] std::optional<std::size_t> experts_kernel(OperationPhase phase, bool first) const {
    std::optional<std::size_t> edge, any;
    for (std::size_t k = 0; k < out_.kernels.size(); ++k) {
      const PassKernel& kernel = out_.kernels[k];
      if (!any) any = k;
      const bool here =
          phase_at(kernel) == phase && block_.operations[kernel.operation].kind == OperationKind::grouped_matrix;
      if (here && (!edge || !first)) edge = k;
    }
    return edge ? edge : any;
  }

  void add_experts() {
    if (pass_ == LanePass::forward) {
      add_exchange(OperationPhase::forward, cost_.forward.ep);
      add_host(Direction::forward, OperationPhase::forward);
    } else if (pass_ != LanePass::backward_weight) {
      if (again_.experts) add_exchange(OperationPhase::recompute, cost_.recompute.ep);
      add_exchange(OperationPhase::input_gradient, cost_.backward_input.ep);
      if (has_input_kernels()) add_host(Direction::input_gradient, OperationPhase::input_gradient);
    }
  }

  [[nodiscard]] bool has_input_kernels() const {
    return std::any_of(out_.kernels.begin(), out_.kernels.end(), [](const PassKernel& kernel) {
      return kernel.phase == OperationPhase::input_gradient || kernel.phase == OperationPhase::recompute;
    });
  }

  void add_host(Direction direction, OperationPhase phase) {
    out_.host = moe_host_seconds(block_, direction, scenario_.plan, speed_);
    if (out_.host.value > 0) out_.host_before = experts_kernel(phase, true);
  }

  /// Dispatch and rows before the experts, rows and combine behind them; backward the other way round.
  void add_exchange(OperationPhase phase, Seconds shown) {
    const BlockTraffic& traffic = block_.traffic;
    const bool back = phase == OperationPhase::input_gradient;
    const double rows = back ? traffic.etp_collectives_backward : traffic.etp_collectives_forward;
    const double exchanges = back ? traffic.ep_collectives_backward : traffic.ep_collectives_forward;
    const std::optional<std::size_t> first = experts_kernel(phase, true), last = experts_kernel(phase, false);
    if (!first || !last) return;
    std::vector<KernelTraffic> before, after;
    if (exchanges > 0) {
      const CollectiveCost each = expert_exchange(traffic.ep_bytes_each, traffic.ep_tokens_each, scenario_);
      const Seconds one = shown / exchanges;
      KernelTraffic exchange{LaneKind::expert, back ? LaneWork::combine : LaneWork::dispatch, one * (exchanges / 2),
                             max(Seconds{}, each.time - one) * (exchanges / 2), each.sent_per_gpu * (exchanges / 2)};
      before.push_back(exchange);
      exchange.work = back ? LaneWork::dispatch : LaneWork::combine, exchange.before = false;
      after.push_back(exchange);
    }
    if (rows > 0) {
      const CollectiveCost each = split_experts_collective(block_, scenario_);
      KernelTraffic of_rows{
          LaneKind::tensor, LaneWork::gather_of_rows, each.time * (rows / 2), {}, each.sent_per_gpu * (rows / 2)};
      before.push_back(of_rows);
      of_rows.work = LaneWork::scatter_of_rows, of_rows.before = false;
      after.insert(after.begin(), of_rows);
    }
    for (const KernelTraffic& each : before) lay(each, *first);
    for (const KernelTraffic& each : after) lay(each, *last);
  }

  [[nodiscard]] Seconds whole_pass() const {
    switch (pass_) {
      case LanePass::forward:
        return cost_.forward.kernels;
      case LanePass::backward:
        return cost_.recompute.kernels + cost_.backward_input.kernels + cost_.backward_weight.kernels;
      case LanePass::backward_input:
        return cost_.recompute.kernels + cost_.backward_input.kernels;
      case LanePass::backward_weight:
        return cost_.backward_weight.kernels;
    }
    return {};
  }

  /// Gives the kernels that nothing travels beside what is left of the pass.
  void share_out() {
    const double gathered = gathers_in_passes(scenario_.plan) ? scenario_.cluster.constants.gathered_kernels : 1;
    const Seconds whole = whole_pass() / gathered;
    out_.copies = whole * (gathered - 1);
    Seconds left = whole - out_.host, alone;
    for (std::size_t k = 0; k < out_.kernels.size(); ++k)
      taken_[k] ? left -= out_.kernels[k].taken_up : alone += out_.kernels[k].alone;
    left = max(Seconds{}, left);
    if (!(alone.value > 0)) {
      out_.without_kernel = left;
      return;
    }
    for (std::size_t k = 0; k < out_.kernels.size(); ++k)
      if (!taken_[k]) out_.kernels[k].taken_up = left * (out_.kernels[k].alone / alone);
  }
};

}  // namespace

PassKernels pass_kernels(const Block& block, const Scenario& scenario, const MachineSpeed& speed, bool redone,
                         LanePass pass) {
  return Maker(block, scenario, speed, redone, pass).made();
}

}  // namespace shardscope

#include "core/pipeline/end_passes.h"

#include <utility>

namespace shardscope {

namespace {

/// The passes that go before and behind one pass, or one overlapped pair, of the first or the last stage.
struct Around {
  std::vector<Pass> before, behind;

  void add(const Schedule& schedule, std::int32_t rank, Pass pass) {
    const std::int32_t stage = schedule.stage_of(rank, pass.chunk);
    const bool first = stage == 0, last = stage + 1 == schedule.stages();
    const bool forward = role_of(pass.kind) == PassRole::forward, backward = role_of(pass.kind) == PassRole::backward;
    const auto end = [&](PassKind kind) { return Pass{kind, pass.chunk, pass.micro_batch}; };
    if (first && forward) before.push_back(end(PassKind::embedding));
    if (last && forward) behind.push_back(end(PassKind::loss));
    if (last && backward) before.push_back(end(PassKind::loss_backward));
    if (first && makes_gradients(pass.kind)) behind.push_back(end(PassKind::embedding_backward));
  }
};

}  // namespace

Schedule with_end_passes(Schedule schedule) {
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank) {
    std::vector<Pass>& order = schedule.order[static_cast<std::size_t>(rank)];
    std::vector<Pass> all;
    all.reserve(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool pair = order[i].kind == PassKind::overlapped_forward;
      Around around;
      around.add(schedule, rank, order[i]);
      if (pair) around.add(schedule, rank, order[i + 1]);
      all.insert(all.end(), around.before.begin(), around.before.end());
      all.push_back(order[i]);
      if (pair) all.push_back(order[++i]);
      all.insert(all.end(), around.behind.begin(), around.behind.end());
    }
    order = std::move(all);
  }
  return schedule;
}

}  // namespace shardscope

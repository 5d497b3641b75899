#include "core/frameworks/derived/least_gpus.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/scenario/parts/cluster.h"

namespace shardscope {

namespace {

std::int64_t in_range(std::int64_t count) {
  return std::clamp<std::int64_t>(count, 1, limits::gpus_max);
}

std::int64_t common_multiple(std::int64_t a, std::int64_t b) {
  return saturating_product({a / std::gcd(a, b), b});
}

struct Wanted {
  bool whole_nodes = false, even_batch = false;
};

class Counts {
 public:
  explicit Counts(const LeastGpus& plan)
      : plan_(plan),
        replica_(in_range(plan.replica)),
        node_(plan.node > 0 ? in_range(plan.node) : usual_gpus_per_node) {
    unit_ = replica_;
    for (const std::int64_t each : plan.multiples) unit_ = common_multiple(unit_, in_range(each));
  }

  std::int64_t unit() const { return unit_; }

  std::optional<std::int64_t> smallest(Wanted wanted) const {
    constexpr std::int64_t multiples_max = 64;
    for (std::int64_t i = 1; i <= multiples_max && unit_ * i <= limits::gpus_max; ++i)
      if (fits(unit_ * i, wanted)) return unit_ * i;
    return std::nullopt;
  }

 private:
  bool fits(std::int64_t gpus, Wanted wanted) const {
    const bool whole = gpus % node_ == 0 || (plan_.node <= 0 && gpus < node_);
    const bool even = plan_.micro_batches <= 0 || plan_.micro_batches % (gpus / replica_) == 0;
    return (whole || !wanted.whole_nodes) && (even || !wanted.even_batch);
  }

  const LeastGpus& plan_;
  std::int64_t replica_, node_, unit_ = 1;
};

}  // namespace

std::int64_t least_gpus(const LeastGpus& plan) {
  const Counts counts(plan);
  if (counts.unit() > limits::gpus_max) return counts.unit();
  const bool whole = plan.node > 0;  // the launcher starts no part of a node
  for (const Wanted wanted : {Wanted{true, true}, Wanted{whole, !whole}, Wanted{!whole, whole}})
    if (const auto gpus = counts.smallest(wanted)) return *gpus;
  return counts.unit();
}

}  // namespace shardscope

#include "core/changes/follow_edit.h"

#include <algorithm>
#include <tuple>

#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/validate/valid_values.h"

namespace shardscope {

namespace {

std::int64_t gpus_used(const Scenario& scenario) {
  return gpus_of_replica(scenario.plan) * replicas_as_said(scenario);
}

std::int64_t sequences_at_once(const Scenario& scenario) {
  return replicas_as_said(scenario) * scenario.plan.micro_batch;
}

/// The largest dp up to `dp_max` whose batch share comes out whole; dp_max where none does.
std::int64_t largest_dp_dividing(std::int64_t dp_max, std::int64_t micro_batches) {
  for (std::int64_t dp = std::min(dp_max, micro_batches); dp > 1; --dp)
    if (micro_batches % dp == 0) return dp;
  return micro_batches >= 1 ? 1 : dp_max;
}

bool same_model(const Scenario& a, const Scenario& b) {
  return a.model.preset == b.model.preset && a.model.num_experts == b.model.num_experts;
}

bool same_vocabulary(const Scenario& a, const Scenario& b) {
  return same_model(a, b) && a.model.vocab_size == b.model.vocab_size;
}

bool same_gpu(const Scenario& a, const Scenario& b) {
  return a.cluster.gpu.preset == b.cluster.gpu.preset;
}

bool same_stages(const Scenario& a, const Scenario& b) {
  return stages_of(a.plan) == stages_of(b.plan) && a.model.num_hidden_layers == b.model.num_hidden_layers &&
         a.model.num_nextn_predict_layers == b.model.num_nextn_predict_layers && same_model(a, b);
}

bool has_chunks(const Scenario& scenario) {
  return scenario.plan.virtual_stages > 1;
}

bool chunks_alike(const Scenario& a, const Scenario& b) {
  return has_chunks(a) == has_chunks(b);
}

/// How one follower follows. `set` is the scenario in which the person set it.
struct Following {
  /// Whether this edit moves what it hangs on. Followers before this one have followed in `now`.
  bool (*moves)(const Scenario& before, const Scenario& now, const Holds& holds);
  /// The follower as it is in `now`, made from what was set and from what it hangs on alone.
  void (*follow)(const Scenario& set, Scenario& now, const Holds& holds);
  bool (*same)(const Scenario& a, const Scenario& b);
};

template <auto Member>
bool alike(const Scenario& a, const Scenario& b) {
  return a.plan.*Member == b.plan.*Member;
}

/// As it was set while what it hangs on is as it was then; else the plan leaves it to its default.
template <auto Member, bool (*Same)(const Scenario&, const Scenario&)>
void keep_while(const Scenario& set, Scenario& now, const Holds& /*holds*/) {
  now.plan.*Member = Same(set, now) ? set.plan.*Member : std::nullopt;
}

bool model_moves(const Scenario& before, const Scenario& now, const Holds& /*holds*/) {
  return !same_model(before, now);
}

bool stages_move(const Scenario& before, const Scenario& now, const Holds& /*holds*/) {
  return !same_stages(before, now);
}

constexpr Following ep_follows = {model_moves,
                                  [](const Scenario& set, Scenario& now, const Holds& /*holds*/) {
                                    now.plan.ep = has_experts(now.model) ? set.plan.ep : 1;
                                  },
                                  alike<&Plan::ep>};

constexpr Following vocabulary_follows = {
    [](const Scenario& before, const Scenario& now, const Holds& /*holds*/) { return !same_vocabulary(before, now); },
    keep_while<&Plan::padded_vocab, same_vocabulary>, alike<&Plan::padded_vocab>};

/// The chunks that were set, as far as the layers go; a plan may leave stages empty where it was set so.
std::int64_t chunks_set(const Scenario& set, const Scenario& now) {
  const std::int64_t pp = now.plan.pp, chunks = set.plan.virtual_stages, layers = now.model.num_hidden_layers;
  if (pp == set.plan.pp && layers == set.model.num_hidden_layers) return chunks;
  return pp <= 1 || pp * chunks > layers ? 1 : chunks;
}

constexpr Following chunks_follow = {
    [](const Scenario& before, const Scenario& now, const Holds& /*holds*/) {
      return before.plan.pp != now.plan.pp || before.model.num_hidden_layers != now.model.num_hidden_layers;
    },
    [](const Scenario& set, Scenario& now, const Holds& /*holds*/) { now.plan.virtual_stages = chunks_set(set, now); },
    alike<&Plan::virtual_stages>};

constexpr Following schedule_follows = {
    [](const Scenario& before, const Scenario& now, const Holds& /*holds*/) { return !chunks_alike(before, now); },
    keep_while<&Plan::schedule, chunks_alike>, alike<&Plan::schedule>};

/// Only an edit of the stages or of the layers that they hold moves them: a plan may leave stages empty.
constexpr Following stage_layers_follow = {stages_move, keep_while<&Plan::stage_layers, same_stages>,
                                           alike<&Plan::stage_layers>};
constexpr Following layout_follows = {stages_move, keep_while<&Plan::pipeline_layout, same_stages>,
                                      alike<&Plan::pipeline_layout>};

/// Mixed pools say the domain of each by itself.
constexpr Following machine_follows = {
    [](const Scenario& before, const Scenario& now, const Holds& /*holds*/) {
      return !same_gpu(before, now) && before.cluster.pools.empty() && now.cluster.pools.empty();
    },
    [](const Scenario& set, Scenario& now, const Holds& /*holds*/) {
      const bool same = same_gpu(set, now);
      now.run.gpu_hour_usd = same ? set.run.gpu_hour_usd : std::nullopt;
      now.cluster.watts_per_gpu_all_in = same ? set.cluster.watts_per_gpu_all_in : std::nullopt;
      now.cluster.scale_up_domain =
          same ? set.cluster.scale_up_domain : scale_up_domain_on(now.cluster.gpu, now.cluster.gpus_per_node);
    },
    [](const Scenario& a, const Scenario& b) {
      return a.run.gpu_hour_usd == b.run.gpu_hour_usd &&
             a.cluster.watts_per_gpu_all_in == b.cluster.watts_per_gpu_all_in &&
             a.cluster.scale_up_domain == b.cluster.scale_up_domain;
    }};

constexpr Following gpus_follow = {
    [](const Scenario& before, const Scenario& now, const Holds& holds) {
      const bool replica_moves = gpus_of_replica(before.plan) != gpus_of_replica(now.plan);
      return !holds.gpus && (before.plan.dp != now.plan.dp || (holds.dp && replica_moves));
    },
    [](const Scenario& set, Scenario& now, const Holds& /*holds*/) {
      now.cluster.gpus = gpus_used(set) == gpus_used(now) ? set.cluster.gpus : gpus_used(now);
    },
    [](const Scenario& a, const Scenario& b) { return a.cluster.gpus == b.cluster.gpus; }};

constexpr Following dp_follows = {
    [](const Scenario& before, const Scenario& now, const Holds& holds) {
      return !holds.dp &&
             (gpus_of_replica(before.plan) != gpus_of_replica(now.plan) || before.cluster.gpus != now.cluster.gpus);
    },
    [](const Scenario& set, Scenario& now, const Holds& holds) {
      const std::int64_t replica = gpus_of_replica(now.plan);
      const bool as_set = replica == gpus_of_replica(set.plan) && now.cluster.gpus == set.cluster.gpus;
      if (!set.plan.dp || as_set) return void(now.plan.dp = set.plan.dp);  // "auto" follows by itself
      std::int64_t dp = at_least_one(now.cluster.gpus / replica);
      if (holds.global_batch) dp = largest_dp_dividing(dp, now.plan.global_batch / at_least_one(now.plan.micro_batch));
      now.plan.dp = dp;
    },
    alike<&Plan::dp>};

constexpr Following batch_follows = {
    [](const Scenario& before, const Scenario& now, const Holds& holds) {
      return !holds.global_batch &&
             (replicas_as_said(before) != replicas_as_said(now) || before.plan.micro_batch != now.plan.micro_batch);
    },
    [](const Scenario& set, Scenario& now, const Holds& /*holds*/) {
      const std::int64_t share = sequences_at_once(now);
      now.plan.global_batch =
          share == sequences_at_once(set) ? set.plan.global_batch : nearest_multiple(set.plan.global_batch, share);
    },
    alike<&Plan::global_batch>};

/// Tensor parallelism inside the experts stays where expert parallelism is edited and the plan leaves it to its
/// default, which would fall to 1: more expert parallelism would then need more memory.
std::optional<std::int64_t> kept_expert_tensor(const Scenario& set, const Scenario& now) {
  Scenario as_set = set;
  as_set.plan.tp = now.plan.tp;
  const std::int64_t etp = expert_tensor_of(with_defaults(as_set).plan);
  return etp > 1 && experts_fit(with_defaults(now).plan, etp) ? std::optional(etp) : std::nullopt;
}

constexpr Following etp_follows = {[](const Scenario& before, const Scenario& now, const Holds& /*holds*/) {
                                     const auto degrees = [](const Scenario& s) {
                                       return std::tuple(s.plan.tp, s.plan.ep, s.plan.cp, s.plan.dp);
                                     };
                                     return degrees(before) != degrees(now) || !same_model(before, now);
                                   },
                                   [](const Scenario& set, Scenario& now, const Holds& /*holds*/) {
                                     std::optional<std::int64_t>& etp = now.plan.etp;
                                     if (!has_experts(now.model) && has_experts(set.model))
                                       etp.reset();
                                     else if (set.plan.etp)
                                       etp = set.plan.etp == set.plan.tp ? now.plan.tp : *set.plan.etp;
                                     else if (!has_experts(now.model) || now.plan.ep == set.plan.ep)
                                       etp.reset();
                                     else
                                       etp = kept_expert_tensor(set, now);
                                   },
                                   alike<&Plan::etp>};

/// In the order of Follower.
constexpr std::array<Following, follower_count> followings = {
    gpus_follow,      dp_follows,          batch_follows,  ep_follows,         etp_follows,    chunks_follow,
    schedule_follows, stage_layers_follow, layout_follows, vocabulary_follows, machine_follows};

/// A schedule that was just chosen has the chunks that it takes: those that were set with it, else those that there
/// are, else as few as it takes.
void take_chunks(const Scenario& set, Scenario& now) {
  Plan& plan = now.plan;
  const bool any = !plan.schedule || plan.schedule == set.plan.schedule;  // a default schedule suits its chunks
  const bool takes = any || ways_of(*plan.schedule).takes_chunks();
  plan.virtual_stages = takes ? chunks_set(set, now) : 1;
  if (any || !takes || has_chunks(now)) return;
  const std::vector<std::int64_t> chunks = valid_values(now, "plan.virtual_stages");
  if (chunks.size() > 1) plan.virtual_stages = chunks[1];
}

constexpr Following chunks_follow_schedule = {
    [](const Scenario& before, const Scenario& now, const Holds& /*holds*/) {
      return before.plan.schedule != now.plan.schedule;
    },
    [](const Scenario& set, Scenario& now, const Holds& /*holds*/) { take_chunks(set, now); }, chunks_follow.same};

/// Whether the follower stands as it follows from what was set: else what stands was set in another way.
bool stands(const Following& following, const Scenario& set, const Scenario& scenario, const Holds& holds) {
  Scenario followed = scenario;
  following.follow(set, followed, holds);
  return following.same(followed, scenario);
}

}  // namespace

std::int64_t nearest_multiple(std::int64_t value, std::int64_t step) {
  if (step <= 0) return value;
  const std::int64_t below = value / step * step;
  const std::int64_t nearest = value - below <= below + step - value ? below : below + step;
  return std::max(step, nearest);
}

Scenario with_schedule(const Scenario& scenario, ScheduleKind kind) {
  Scenario edited = scenario;
  edited.plan.schedule = kind;
  return follow_edit(scenario, edited, {});
}

FollowedEdit follow_edit(const Scenario& before, const Scenario& edited, const Holds& holds, const SetByHand& by_hand) {
  FollowedEdit made{edited, by_hand};
  const SharedValue<Scenario> as_it_was(before);
  std::array<bool, follower_count> just_set = {};
  for (std::size_t i = 0; i < follower_count; ++i) {
    just_set[i] = !followings[i].same(before, edited);
    if (just_set[i]) continue;
    const bool for_schedule = static_cast<Follower>(i) == Follower::virtual_stages &&
                              chunks_follow_schedule.moves(before, made.scenario, holds);
    const Following& following = for_schedule ? chunks_follow_schedule : followings[i];
    if (!following.moves(before, made.scenario, holds)) continue;
    SharedValue<Scenario>& set = made.by_hand.at[i];
    if (!set || !stands(following, *set, before, holds)) set = as_it_was;
    following.follow(*set, made.scenario, holds);
  }
  const SharedValue<Scenario> as_it_is(made.scenario);
  for (std::size_t i = 0; i < follower_count; ++i)
    if (just_set[i]) made.by_hand.at[i] = as_it_is;
  return made;
}

Scenario follow_edit(const Scenario& before, const Scenario& edited, const Holds& holds) {
  return follow_edit(before, edited, holds, {}).scenario;
}

FollowedEdit follow_reset(const Scenario& before, const Scenario& reset, const Scenario& baseline, const Holds& holds,
                          const SetByHand& by_hand) {
  FollowedEdit followed = follow_edit(before, reset, holds, by_hand);
  const auto shape = [](const Scenario& s) {
    return std::array{s.plan.tp, s.plan.pp, s.plan.cp, s.plan.micro_batch, s.cluster.gpus};
  };
  const bool split_edited = shape(reset) != shape(before) || reset.plan.dp != before.plan.dp;
  if (!split_edited || shape(followed.scenario) != shape(baseline)) return followed;
  Plan& plan = followed.scenario.plan;
  const Plan& was = baseline.plan;
  if (!holds.dp) plan.dp = was.dp;
  if (replicas_as_said(followed.scenario) == replicas_as_said(baseline) && !holds.global_batch)
    plan.global_batch = was.global_batch;
  if (plan.virtual_stages == was.virtual_stages && !plan.stage_layers && !plan.pipeline_layout) {
    plan.stage_layers = was.stage_layers;
    plan.pipeline_layout = was.pipeline_layout;
  }
  return followed;
}

}  // namespace shardscope

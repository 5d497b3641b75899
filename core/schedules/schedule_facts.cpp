#include "core/schedules/schedule_facts.h"

#include <array>

namespace shardscope {

namespace {

constexpr std::string_view any_counts = "any p and m; one chunk a rank";
constexpr std::string_view any_counts_v = "any p and m; two chunks a rank, the arms of a V";
constexpr std::string_view zero_bubble = "Qi et al. 2024, Zero Bubble Pipeline Parallelism";
constexpr std::string_view controllable = "Qi et al. 2024, Pipeline Parallelism with Controllable Memory";

// In the order of ScheduleKind.
constexpr std::array<ScheduleFacts, 15> facts = {{
    {"(p−1)/(m+p−1) of the makespan", "all m micro-batches on every rank", any_counts, "Huang et al. 2019, GPipe"},
    {"(p−1)/(m+p−1) of the makespan", "min(p−r, m) micro-batches on rank r", any_counts,
     "Narayanan et al. 2021, Memory-Efficient Pipeline-Parallel DNN Training (PipeDream-flush)"},
    {"(p−1)/(v·m+p−1) of the makespan", "2(p−r−1) + (v−1)p + 1 chunks on rank r, at most v·m",
     "m a multiple of p; two or more chunks a rank",
     "Narayanan et al. 2021, Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM"},
    {"(p−1)/(v·m+p−1) of the makespan, where m ≥ p", "all v·m chunks on every rank", "any p, m and v",
     "Lamy-Poirier 2023, Breadth-First Pipeline Parallelism"},
    {"(p−1)(F+B−W), where m ≥ p", "min(p, m) micro-batches on every rank", any_counts, zero_bubble},
    {"none within a rank's span where F+B ≤ 2W, else (p−1)(F+B−2W); ranks start F apart; m ≥ 2p−1",
     "min(2p−1, m) micro-batches on every rank", any_counts, zero_bubble},
    {"searched; from the room of 2p−1 micro-batches up none within a rank's span with equal passes", "the limit",
     "any p and m, a limit of at least 1; one chunk a rank", zero_bubble},
    {"searched; none within a rank's span with equal passes and m ≥ 2p", "the limit, 2p chunks by default: 1F1B's",
     "any p and m, a limit from 2·min(p, m); two chunks a rank", zero_bubble},
    {"3p−7 passes where p is even, 3p−4 where it is odd, from p = 3, with equal passes",
     "p/2 + 1 micro-batches' worth, p halved downwards", any_counts_v, controllable},
    {"above V-Half's; every slot waits for the longest pass", "(p+2)/3 micro-batches' worth, rounded up", any_counts_v,
     controllable},
    {"by its pattern of six slots; no closed form is published", "(2p+1)/3 micro-batches' worth, rounded up",
     any_counts_v, controllable},
    {"(p/2−1)(FB+D−3W), with FB an overlapped pair and D a whole backward",
     "p+1 micro-batches on a rank, and the weights twice", "p and m even, m ≥ 2p, both directions counted",
     "DeepSeek-AI 2024, DeepSeek-V3 Technical Report"},
    {"(p−1)(FB+D−3W), with FB an overlapped pair and D a whole backward", "2p+1 chunks on a rank",
     "m ≥ 2p; two chunks a rank", "DeepSeek-AI 2025, DualPipe's repository, after Qi's cut-in-half"},
    {"p−2 slots, where a backward takes as long as a forward and p divides m",
     "p/2+1 to p micro-batches, and the weights twice", "p and m even", "Li and Hoefler 2021, Chimera"},
    {"(p−1)/(m+p−1) of the makespan", "one micro-batch, while a rank works on it", any_counts,
     "Huang et al. 2019, GPipe, figure 2c, its first half"},
}};
static_assert(facts.size() == static_cast<std::size_t>(ScheduleKind::forward_only) + 1);

std::string help_of(ScheduleKind kind) {
  std::string help(choice_of(kind).help);
  for (const std::string& line : schedule_fact_lines(kind)) help += "\n" + line;
  return help + "\n" + std::string(facts_of(kind).source);
}

}  // namespace

const ScheduleFacts& facts_of(ScheduleKind kind) {
  return facts[static_cast<std::size_t>(kind)];
}

std::vector<std::string> schedule_fact_lines(ScheduleKind kind) {
  const ScheduleFacts& known = facts_of(kind);
  return {"Bubble: " + std::string(known.bubble), "Memory: " + std::string(known.memory),
          "Valid: " + std::string(known.valid)};
}

const std::string& schedule_help(ScheduleKind kind) {
  static const std::array<std::string, facts.size()> help = [] {
    std::array<std::string, facts.size()> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = help_of(static_cast<ScheduleKind>(i));
    return all;
  }();
  return help[static_cast<std::size_t>(kind)];
}

}  // namespace shardscope

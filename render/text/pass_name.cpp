#include "render/text/pass_name.h"

#include <array>

namespace shardscope {

const PassName& name_of_pass(PassKind kind) {
  static constexpr std::array<PassName, pass_kinds> names = {{{"Forward", "Forward"},
                                                              {"Backward", "Backward"},
                                                              {"Weight gradient", "Backward weight"},
                                                              {"Backward, input gradient", "Backward input"},
                                                              {"Forward", "Forward"},
                                                              {"Backward", "Backward"},
                                                              {"Forward", "Forward"},
                                                              {"Embedding", "Embedding"},
                                                              {"Loss", "Loss"},
                                                              {"Loss, backward", "Loss backward"},
                                                              {"Embedding, backward", "Embedding backward"}}};
  return names[static_cast<std::size_t>(kind)];
}

const WorkName& name_of_work(BarKind kind) {
  static constexpr std::array<WorkName, bar_kinds> names = {
      {{"Forward", "forward", "forward", "fwd"},
       {"Recompute", "recompute", "recompute", "rec"},
       {"Backward", "backward", "backward", "bwd"},
       {"Weight gradient", "weight gradient", "weights", "wgt"},
       {"Embedding, loss", "embedding or loss", "embedding or loss", "end"},
       {"Gradient exchange", "gradient exchange", "exchange", "exch"},
       {"Optimizer", "optimizer", "optimizer", "opt"},
       {"Parameter gather", "parameter gather", "gather", "gath"},
       {"Idle", "idle", "idle", "idle"}}};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace shardscope

// The plan's fields that move memory or time most; switches of overlap and kernels aren't among them.
#pragma once

#include <string_view>

namespace shardscope {

struct WeightyField {
  std::string_view path;
  bool asked_first = true;  // what a person wants to know of any plan, said or not
};

inline constexpr WeightyField weighty_fields[] = {{"plan.tp"},
                                                  {"plan.pp"},
                                                  {"plan.cp"},
                                                  {"plan.ep"},
                                                  {"plan.etp", false},
                                                  {"plan.zero"},
                                                  {"plan.shard_group", false},
                                                  {"plan.precision"},
                                                  {"plan.sequence_parallel"},
                                                  {"plan.fp8_params", false},
                                                  {"plan.virtual_stages"},
                                                  {"plan.schedule"},
                                                  {"plan.micro_batch"},
                                                  {"plan.global_batch"},
                                                  {"plan.gradient_dtype", false},
                                                  {"plan.master_weights", false},
                                                  {"plan.optimizer"},
                                                  {"plan.recompute"},
                                                  {"plan.offload", false}};

}  // namespace shardscope

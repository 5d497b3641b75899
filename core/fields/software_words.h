// What software takes an absent key of the plan as, in words made from the table of its eras
// (core/scenario/software_traits.h), so that no text can say otherwise than the program does.
#pragma once

#include <string>
#include <string_view>

#include "core/scenario/software_traits.h"

namespace shardscope {

/// "on; off in Megatron-LM until 2023, Megatron-Core until 2022": `usual`, which is what the documented defaults are,
/// then the software that has the trait where they haven't it, or hasn't where they have.
[[nodiscard]] std::string by_software(std::string usual, bool PlanDefaults::*trait, std::string_view with = "on",
                                      std::string_view without = "off");
/// The same of a number, and of a dispatcher.
[[nodiscard]] std::string by_software(std::string usual, int PlanDefaults::*number);
[[nodiscard]] std::string by_software(std::string usual, MoeDispatcher PlanDefaults::*dispatcher);

}  // namespace shardscope

// The cards of the grown Run view (run_detail.cpp puts them together).
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// A card without a way to grow: it belongs to the grown view. Returns its body.
[[nodiscard]] Rect run_plain_card(const Frame& frame, const Rect& card, std::string_view title,
                                  std::string_view subtitle);
/// An invisible area under the pointer, for what is drawn into it.
[[nodiscard]] bool run_area(const Frame& frame, const char* name, const Rect& area);

void money_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report);
void choices_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report);
void claims_card(Explorer& explorer, const Frame& frame, const Rect& card);

}  // namespace shardscope

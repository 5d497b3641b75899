// Headline figures as people read them, and how far one moved.
#pragma once

#include "core/inspect/headline.h"
#include "render/text/format.h"

namespace shardscope {

[[nodiscard]] Formatted format_headline(Headline figure, double value);
/// "unknown" where it isn't known.
[[nodiscard]] Formatted format_headline(Headline figure, const std::optional<double>& value);
/// With its sign, in the unit of `beside`; of shares in percentage points.
[[nodiscard]] Formatted format_headline_change(Headline figure, double change, double beside);

}  // namespace shardscope

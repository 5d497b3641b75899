// Whether words were cut: how often the ellipsis stands in what Dear ImGui drew last.
#pragma once

namespace shardscope::tests {

[[nodiscard]] int ellipses_drawn();

}  // namespace shardscope::tests

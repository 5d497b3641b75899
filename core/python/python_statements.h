// A Python text as a tree of its statements, as indentation makes it. Nothing is understood of them here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

struct PythonStatement {
  int line = 0;      // where it begins, from 1
  std::string code;  // without comments; line ends within brackets stay, so that a part's line can be counted
  std::vector<PythonStatement> body;  // of one whose code ends with ':'

  bool operator==(const PythonStatement&) const = default;
};

/// Any text has statements; an indentation that nothing opens is none, as in lines that were pasted.
[[nodiscard]] std::vector<PythonStatement> python_statements(std::string_view text);

namespace limits {
inline constexpr int python_nesting_max = 40;  // of blocks within blocks; deeper ones follow one another
}  // namespace limits

}  // namespace shardscope

// Reports for a spreadsheet: a header, then a row per scenario. Plain SI numbers under the names of the JSON report's
// keys; a cell is empty where the number isn't known.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/output/report_page.h"

namespace shardscope {

/// RFC 4180 but for the line's end, which is a newline alone.
[[nodiscard]] std::string csv_of(std::span<const NamedReport> reports);

/// The same of cells that are made already: a head and its rows, quoted where they must be.
[[nodiscard]] std::string csv_of(const std::vector<std::string>& head,
                                 const std::vector<std::vector<std::string>>& rows);

}  // namespace shardscope

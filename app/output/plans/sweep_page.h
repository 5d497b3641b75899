// A sweep as text: a row for each choice of the varied fields, with the figures asked for.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/output/page.h"
#include "core/report_json/report_fields.h"
#include "core/sweep/sweep_rows.h"

namespace shardscope {

/// An array of {"settings": {…}, "valid", the figures by their paths, "problem"}.
[[nodiscard]] nlohmann::ordered_json sweep_json(std::span<const SweepRow> rows);
/// A header, then a row each: plain SI numbers.
[[nodiscard]] std::string sweep_csv(std::span<const SweepRow> rows, std::span<const FieldPath> fields);
/// Figures in the units that their keys say; on the right why a row has none.
[[nodiscard]] Page sweep_page(const std::string& title, std::span<const SweepRow> rows,
                              std::span<const FieldPath> fields);

}  // namespace shardscope

// The rows of a sweep as lines of a chart.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/sweep_run.h"

namespace shardscope {

using SweepFigures = std::array<std::optional<double>, count_of<SweepFigure>>;  // by SweepFigure

struct SweptPoint {
  double x = 0;
  SweepFigures figures = {};  // none where the plan is impossible
  bool fits = false;
  std::size_t row = 0;  // of the rows
};

struct SweptLine {
  std::string label;               // "TP 8"; empty where there is one line
  std::vector<SweptPoint> points;  // x ascending
};

/// What is drawn: a question with its rows, all of them or those that are there so far.
struct SweptLines {
  SweepAsked asked;
  std::vector<SweepRow> rows;
  std::vector<SweptLine> lines;
  std::optional<double> capacity;  // of a GPU, where it is the same in all rows
};
[[nodiscard]] SweptLines swept_lines(SweepAsked asked, std::vector<SweepRow> rows);

/// The figures of a row or of a report, at the paths of swept_fields().
[[nodiscard]] SweepFigures figures_of(const nlohmann::ordered_json& fields);

/// "8,192", "50 GB/s", "Selective": a value as --set takes it, in words.
[[nodiscard]] std::string value_words(const std::string& path, const std::string& text);

/// What a figure would be at `x` if nothing were lost on the way from the present size; nothing where the sweep isn't
/// over sizes of the cluster, or that hangs on more than its size.
[[nodiscard]] std::optional<double> ideal_at(const SweepSettings& settings, SweepFigure figure, double x,
                                             double present_x, double present);

/// The rows as the command prints them, with its fields and those that are shown.
[[nodiscard]] std::string csv_of_sweep(const SweptLines& lines, SweepFigure upper, std::optional<SweepFigure> lower);
/// The command that prints them, of a scenario that is called so.
[[nodiscard]] std::string command_of_sweep(const SweptLines& lines, const std::string& scenario, SweepFigure upper,
                                           std::optional<SweepFigure> lower);

}  // namespace shardscope

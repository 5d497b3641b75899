// A sweep while it goes on, as a value: a thread of its own carries it on, or the time between frames where there are
// no threads. Its rows are those of the command.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/background_work.h"
#include "core/presets/presets.h"
#include "core/sweep/sweep_figures.h"
#include "core/sweep/sweep_rows.h"
#include "core/sweep/sweep_values.h"

namespace shardscope {

/// What a person asks.
struct SweepSettings {
  SweptAxis along;
  std::optional<SweptAxis> lines = {};  // one for each of its values
  SweepFollow follow = SweepFollow::gpus;

  bool operator==(const SweepSettings&) const = default;
};

/// The same with all that its rows are made from. Without choices where `problem` says why.
struct SweepAsked {
  SweepSettings settings;
  std::shared_ptr<const SweepBase> base;
  std::vector<Varied> varied;  // along the axis, then the lines
  std::vector<std::vector<Setting>> choices;
  std::shared_ptr<const Presets> presets;
  std::string problem;
};

/// Of a scenario as its file would have it.
[[nodiscard]] SweepAsked ask_sweep(const SweepSettings& settings, const LaunchedScenario& said,
                                   std::shared_ptr<const Presets> presets);

/// What each row is asked for: whether it fits, the capacity, and all figures of SweepFigure.
[[nodiscard]] const std::vector<FieldPath>& swept_fields();

struct SweepProgress {
  std::uint64_t version = 0;
  std::vector<SweepRow> rows;  // in the order of the choices
  bool done = false;
};

/// So many rows more.
void carry_on(SweepProgress& so_far, const SweepAsked& asked, std::size_t count, unsigned threads,
              const std::stop_token& stop = {});

class SweepWorker : public BackgroundWork<SweepAsked, SweepProgress> {
 public:
  /// On so many threads, its own included.
  explicit SweepWorker(unsigned threads);
};

}  // namespace shardscope

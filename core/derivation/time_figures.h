// The step's seconds, its rates and the bubble.
#pragma once

#include <string>

#include "core/derivation/figure.h"
#include "core/inspect/time_lost.h"
#include "core/report/report.h"

namespace shardscope {

inline constexpr FigureOrigin step_origin = {"One optimizer step", "the critical rank's seconds, part by part",
                                             "simulated pass by pass; the constants' spreads are cross-validated"};
inline constexpr FigureOrigin tokens_per_second_origin = {"Tokens per second", "global batch × sequence / step",
                                                          "a definition"};
inline constexpr FigureOrigin mfu_origin = {"Model FLOPs utilisation", "model FLOPs per second and GPU / dense peak",
                                            "Chowdhery et al. 2022, PaLM, appendix B"};
inline constexpr FigureOrigin bubble_origin = {"Bubble", "idle of all ranks / (ranks × step)",
                                               "Narayanan et al. 2021, section 2.2.1, over the whole step"};
/// Of a row of the step's seconds.
[[nodiscard]] FigureOrigin origin_of(TimeLost row);

/// The name that the figure of that row has.
[[nodiscard]] std::string time_lost_figure(TimeLost row);

/// The step's rows before the step, that before what is made of it. None where the time is unknown.
[[nodiscard]] DerivedFigures time_figures(const Report& report);

}  // namespace shardscope

// app/output/runs: what runs of one's own say, as pages: logs, traces, what they calibrate. In: readings of core, set
// beside a plan. Out: a Page.
//
// A training log as a page: what it says of the run, beside what its plan predicts, and what would have to be given.
#pragma once

#include <span>
#include <string>

#include "app/files/log_source.h"
#include "app/output/page.h"
#include "render/text/format.h"

namespace shardscope {

/// "1.234 s", with a digit more than elsewhere: runs differ by a percent.
[[nodiscard]] Formatted format_step(double seconds);
[[nodiscard]] std::string step_text(double seconds);
/// The same of a difference: "+1.234 s", "−12.3 ms".
[[nodiscard]] std::string signed_step_text(double seconds);

/// How strong a cause would have to be: ", 1.25 times as long"; empty where it has no degrees.
[[nodiscard]] std::string strength_words(const WeighedCause& each);

/// Whether one of them, of which there is one at least, is likely, and if not, why the shares may be large all the
/// same.
[[nodiscard]] std::string causes_words(std::span<const WeighedCause> explanations);

[[nodiscard]] Page log_page(const std::string& file, const LogBeside& set);

}  // namespace shardscope

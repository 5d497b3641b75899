// Opening a log in a session, and calibrating on it.
#pragma once

#include <iosfwd>
#include <string>

#include "app/session/session.h"

namespace shardscope {

/// Which plan a log is shown beside.
enum class PlanOfLog { its_own, the_present };

/// Shows the log beside the present scenario, or beside the plan of its own arguments where it has them, which then
/// becomes a scenario on the present one's GPU: a log doesn't say its GPU. False where no line of it is one of a
/// training log.
bool open_log(Session& session, const std::string& name, LogReading reading, PlanOfLog plan = PlanOfLog::its_own);
/// The same of a file, streamed whatever its length; or of a profiler's trace, which is shown beside the present
/// scenario.
bool open_log_file(Session& session, const std::string& file, PlanOfLog plan = PlanOfLog::its_own);
void close_log(Session& session);

/// Fits the present GPU's constants to the log's step, together with the logs on this GPU that the session has
/// calibrated on before, keeps it in `directory` as a GPU preset that is named after the first of them, and puts that
/// into the scenario as a step of its own. False with a notice where nothing can be fitted or kept.
bool calibrate_on_log(Session& session, const std::string& directory);

}  // namespace shardscope

// Long work beside Python: its other threads go on, and Ctrl-C stops it.
#pragma once

#include <functional>
#include <stop_token>

namespace shardscope {

/// Runs `work` on a thread of its own, and looks for signals meanwhile, twenty times a second. Where one raises an
/// exception, as Ctrl-C does, it asks `work` to stop, waits until it has, and throws that. What `work` throws is
/// thrown too. Where the system starts no thread it works on this one, and nothing stops it. To be called with Python's
/// lock, which is let go while it waits.
void run_interruptibly(const std::function<void(const std::stop_token&)>& work);

/// As many threads as were asked for; of 0 or less, one for each processor.
[[nodiscard]] unsigned threads_wanted(int threads);

}  // namespace shardscope

// Work that is shared among threads for the length of a call.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace shardscope {

/// Calls `work` with each number below `count`, shared among threads, until a stop is asked for. Where the system
/// starts fewer threads than were asked for, those that run do it all. What `work` throws is thrown once no thread runs
/// any more, the first of several.
void share_work(std::size_t count, unsigned threads, const std::stop_token& stop, const auto& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr thrown;
  std::mutex throws;
  const auto take = [&] {
    try {
      for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) work(i);
    } catch (...) {
      next = count;  // nothing more is begun
      const std::lock_guard lock(throws);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i) others.emplace_back(take);
  } catch (...) {  // neither threads nor room for them: those that run go on
  }
  take();
  for (std::thread& each : others) each.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace shardscope

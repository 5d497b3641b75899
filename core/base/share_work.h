// Work that is shared among threads for the length of a call.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

namespace shardscope {

/// Calls `work` with each number below `count`, shared among threads, until a stop is asked for.
void share_work(std::size_t count, unsigned threads, const std::stop_token& stop, const auto& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) work(i);
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i) others.emplace_back(take);
  take();
  for (std::thread& each : others) each.join();
}

}  // namespace shardscope

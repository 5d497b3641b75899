#include "app/python/interruptible.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace shardscope {

namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds look_every(50);

/// Whether some work is done, to be waited for.
class Finish {
 public:
  void reached() {
    {
      const std::lock_guard lock(mutex_);
      reached_ = true;
    }
    changed_.notify_all();
  }
  [[nodiscard]] bool within(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return reached_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool reached_ = false;
};

}  // namespace

void run_interruptibly(const std::function<void(const std::stop_token&)>& work) {
  Finish finish;
  std::exception_ptr thrown;
  std::jthread thread;
  try {
    thread = std::jthread([&](const std::stop_token& stop) {
      try {
        work(stop);
      } catch (...) {
        thrown = std::current_exception();
      }
      finish.reached();
    });
  } catch (const std::system_error&) {  // the system starts none
    const py::gil_scoped_release others;
    return work({});
  }
  std::optional<py::error_already_set> interrupted;
  for (bool done = false; !done;) {
    {
      const py::gil_scoped_release others;
      done = finish.within(look_every);
    }
    if (done || interrupted || PyErr_CheckSignals() == 0) continue;
    interrupted.emplace();
    thread.request_stop();
  }
  thread.join();
  if (interrupted) throw py::error_already_set(std::move(*interrupted));
  if (thrown) std::rethrow_exception(thrown);
}

unsigned threads_wanted(int threads) {
  return threads > 0 ? static_cast<unsigned>(threads) : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace shardscope

// A thread that works on the latest question for as long as there is one. Where another is asked it leaves what it was
// at: a new thread takes the next question at once, and the old one ends by itself, since one plan may take a second to
// evaluate. Nobody waits for either but the end of all of it. What is known so far is a value, which is taken where it
// is newer.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace shardscope {

/// So many threads that were left may still be ending; a question asked meanwhile waits for one of them, so that they
/// neither fill the memory nor slow down what is wanted.
inline constexpr std::size_t left_threads_max = 2;

/// The thread that calls it, and those that it starts, run where frames leave time: painting goes before. Where the
/// system knows no such thing, nothing happens.
inline void give_way_to_frames() {
#if defined(__linux__)
  constexpr int lower_by = 10;                   // of 19
  (void)setpriority(PRIO_PROCESS, 0, lower_by);  // there of the thread alone: setpriority(2), NOTES
#endif
}

/// `Progress` has a `version`, another number wherever something changed.
template <class Question, class Progress>
class BackgroundWork {
 public:
  /// Says what is known; false where it isn't wanted any more.
  using Publish = std::function<bool(const Progress&)>;
  using Work = std::function<void(const Question&, const std::stop_token&, const Publish&)>;

  explicit BackgroundWork(Work work) : do_(std::move(work)) {
    const std::scoped_lock lock(mutex_);
    begin_thread();
  }
  /// Waits for those that are still ending.
  ~BackgroundWork() {
    {
      const std::scoped_lock lock(mutex_);
      ends_ = true, asked_.reset();
      for (Worker& worker : workers_) worker.stop.request_stop();
    }
    wake_.notify_all();
    for (Worker& worker : workers_) worker.thread.join();
  }
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Leaves what it is at for this question.
  void ask(Question question) {
    {
      const std::scoped_lock lock(mutex_);
      asked_ = std::move(question);
      so_far_ = {}, so_far_.version = ++version_;
      forget_ended();
      present().stop.request_stop();
      if (present().at_work && workers_.size() <= left_threads_max) begin_another();
    }
    wake_.notify_all();
  }
  /// Leaves what it is at; what was found stays.
  void cancel() {
    const std::scoped_lock lock(mutex_);
    asked_.reset();
    present().stop.request_stop();
  }
  /// Whether it is at work on what was asked last, or about to be.
  [[nodiscard]] bool is_working() const {
    const std::scoped_lock lock(mutex_);
    return asked_ || (workers_.back().at_work && !workers_.back().stop.stop_requested());
  }
  /// What is known of the last question, where that is newer than `seen`.
  [[nodiscard]] std::optional<Progress> progress(std::uint64_t seen) const {
    const std::scoped_lock lock(mutex_);
    return so_far_.version != seen ? std::optional(so_far_) : std::nullopt;
  }

 private:
  struct Worker {
    std::thread thread;
    std::stop_source stop;  // of what it is at
    bool at_work = false, ended = false;
  };

  /// The one that takes questions: the last.
  Worker& present() { return workers_.back(); }
  void begin_thread() {
    Worker& worker = workers_.emplace_back();
    worker.thread = std::thread([this, &worker] { run(worker); });
  }
  void begin_another() {
    try {
      begin_thread();
    } catch (const std::system_error&) {  // the system has none: the present one takes the question once it has ended
      workers_.pop_back();
    }
  }
  void forget_ended() {
    for (auto worker = workers_.begin(); worker != workers_.end();)
      if (worker->ended) {
        worker->thread.join();
        worker = workers_.erase(worker);
      } else {
        ++worker;
      }
  }

  /// Nothing where another thread takes questions, or none is to be taken any more.
  std::optional<Question> wait_for_question(Worker& worker) {
    std::unique_lock lock(mutex_);
    worker.at_work = false;
    const auto is_present = [&] { return &worker == &workers_.back(); };
    wake_.wait(lock, [&] { return asked_ || ends_ || !is_present(); });
    if (ends_ || !is_present()) {
      worker.ended = true;
      return std::nullopt;
    }
    worker.at_work = true;
    worker.stop = std::stop_source();
    return std::exchange(asked_, std::nullopt);
  }
  void run(Worker& worker) {
    give_way_to_frames();
    while (const std::optional<Question> question = wait_for_question(worker)) {
      const std::stop_token stop = stop_of(worker);
      do_(*question, stop, [&](const Progress& so_far) {
        const std::scoped_lock lock(mutex_);
        if (stop.stop_requested()) return false;
        so_far_ = so_far;
        so_far_.version = ++version_;
        return true;
      });
    }
  }
  std::stop_token stop_of(const Worker& worker) const {
    const std::scoped_lock lock(mutex_);
    return worker.stop.get_token();
  }

  Work do_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Question> asked_;  // the latest, until it is taken
  std::list<Worker> workers_;      // those that were left before the present one
  Progress so_far_;
  std::uint64_t version_ = 0;
  bool ends_ = false;
};

}  // namespace shardscope

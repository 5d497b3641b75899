// A thread that works on the latest question for as long as there is one, and leaves what it was at where another is
// asked; nobody waits for it but at its end. What is known so far is a value, which is taken where it is newer.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace shardscope {

/// `Progress` has a `version`, another number wherever something changed.
template <class Question, class Progress>
class BackgroundWork {
 public:
  /// Says what is known; false where it isn't wanted any more.
  using Publish = std::function<bool(const Progress&)>;
  using Work = std::function<void(const Question&, const std::stop_token&, const Publish&)>;

  explicit BackgroundWork(Work work) : do_(std::move(work)), thread_([this] { run(); }) {}
  ~BackgroundWork() {
    {
      const std::scoped_lock lock(mutex_);
      ends_ = true, asked_.reset();
      stop_.request_stop();
    }
    wake_.notify_all();
    thread_.join();
  }
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Leaves what it is at for this question.
  void ask(Question question) {
    {
      const std::scoped_lock lock(mutex_);
      asked_ = std::move(question);
      stop_.request_stop();
      so_far_ = {}, so_far_.version = ++version_;
    }
    wake_.notify_all();
  }
  /// Leaves what it is at; what was found stays.
  void cancel() {
    const std::scoped_lock lock(mutex_);
    asked_.reset();
    stop_.request_stop();
  }
  /// Whether it is at work, or about to be.
  [[nodiscard]] bool is_working() const {
    const std::scoped_lock lock(mutex_);
    return working_ || asked_;
  }
  /// What is known of the last question, where that is newer than `seen`.
  [[nodiscard]] std::optional<Progress> progress(std::uint64_t seen) const {
    const std::scoped_lock lock(mutex_);
    return so_far_.version != seen ? std::optional(so_far_) : std::nullopt;
  }

 private:
  std::optional<Question> wait_for_question(std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    working_ = false;
    wake_.wait(lock, [&] { return asked_ || ends_; });
    if (ends_) return std::nullopt;
    working_ = true;
    stop_ = std::stop_source();
    stop = stop_.get_token();
    return std::exchange(asked_, std::nullopt);
  }
  void run() {
    std::stop_token stop;
    while (const std::optional<Question> question = wait_for_question(stop))
      do_(*question, stop, [&](const Progress& so_far) {
        const std::scoped_lock lock(mutex_);
        if (stop.stop_requested()) return false;
        so_far_ = so_far;
        so_far_.version = ++version_;
        return true;
      });
  }

  Work do_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Question> asked_;  // the latest, until it is taken
  std::stop_source stop_;          // of what it is at
  Progress so_far_;
  std::uint64_t version_ = 0;
  bool working_ = false, ends_ = false;
  std::thread thread_;
};

}  // namespace shardscope

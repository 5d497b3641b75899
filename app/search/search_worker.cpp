#include "app/search/search_worker.h"

#include <utility>

namespace shardscope {

SearchWorker::SearchWorker(unsigned threads) : threads_(threads), thread_([this] { work(); }) {}

SearchWorker::~SearchWorker() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true, asked_.reset();
    stop_.request_stop();
  }
  wake_.notify_all();
  thread_.join();
}

void SearchWorker::ask(SearchQuestion question) {
  {
    const std::scoped_lock lock(mutex_);
    asked_ = std::move(question);
    stop_.request_stop();
    so_far_ = {}, so_far_.version = ++version_;
  }
  wake_.notify_all();
}

void SearchWorker::cancel() {
  const std::scoped_lock lock(mutex_);
  asked_.reset();
  stop_.request_stop();
}

bool SearchWorker::is_working() const {
  const std::scoped_lock lock(mutex_);
  return working_ || asked_;
}

std::optional<SearchProgress> SearchWorker::progress(std::uint64_t seen) const {
  const std::scoped_lock lock(mutex_);
  return so_far_.version != seen ? std::optional(so_far_) : std::nullopt;
}

std::optional<SearchQuestion> SearchWorker::wait_for_question() {
  std::unique_lock lock(mutex_);
  working_ = false;
  wake_.wait(lock, [&] { return asked_ || ends_; });
  if (ends_) return std::nullopt;
  working_ = true;
  stop_ = std::stop_source();
  return std::exchange(asked_, std::nullopt);
}

void SearchWorker::search(const SearchQuestion& question, const std::stop_token& stop) {
  SearchRun run = begin_run(question, false);
  while (!run.so_far.done && !stop.stop_requested()) {
    carry_on(run, threads_, stop);
    const std::scoped_lock lock(mutex_);
    if (stop.stop_requested()) return;
    so_far_ = run.so_far;
    so_far_.version = ++version_;
  }
}

void SearchWorker::work() {
  while (const std::optional<SearchQuestion> question = wait_for_question()) {
    std::stop_token stop;
    {
      const std::scoped_lock lock(mutex_);
      stop = stop_.get_token();
    }
    search(*question, stop);
  }
}

}  // namespace shardscope

// A thread that searches for as long as there is something to search. It takes the latest question and leaves what it
// was at; nobody waits for it but at its end.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "app/search/search_run.h"

namespace shardscope {

class SearchWorker {
 public:
  /// On so many threads, its own included.
  explicit SearchWorker(unsigned threads);
  ~SearchWorker();
  SearchWorker(const SearchWorker&) = delete;
  SearchWorker& operator=(const SearchWorker&) = delete;

  /// Leaves what it is at for this question.
  void ask(SearchQuestion question);
  /// Leaves what it is at; what was found stays.
  void cancel();
  /// Whether it is at work, or about to be.
  [[nodiscard]] bool is_working() const;
  /// What is known of the last question, where that is newer than `seen`.
  [[nodiscard]] std::optional<SearchProgress> progress(std::uint64_t seen) const;

 private:
  void work();
  std::optional<SearchQuestion> wait_for_question();
  void search(const SearchQuestion& question, const std::stop_token& stop);

  unsigned threads_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<SearchQuestion> asked_;  // the latest, until it is taken
  std::stop_source stop_;                // of what it is at
  SearchProgress so_far_;
  std::uint64_t version_ = 0;
  bool working_ = false, ends_ = false;
  std::thread thread_;
};

}  // namespace shardscope

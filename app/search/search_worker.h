// A thread that searches for as long as there is something to search (app/session/background_work.h).
#pragma once

#include "app/search/search_run.h"
#include "app/session/background_work.h"

namespace shardscope {

class SearchWorker : public BackgroundWork<SearchQuestion, SearchProgress> {
 public:
  /// On so many threads, its own included.
  explicit SearchWorker(unsigned threads);
};

}  // namespace shardscope

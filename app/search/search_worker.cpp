#include "app/search/search_worker.h"

namespace shardscope {

SearchWorker::SearchWorker(unsigned threads)
    : BackgroundWork([threads](const SearchQuestion& question, const std::stop_token& stop, const Publish& publish) {
        SearchRun run = begin_run(question, false);
        while (!run.so_far.done && !stop.stop_requested()) {
          carry_on(run, threads, stop);
          if (!publish(run.so_far)) return;
        }
      }) {}

}  // namespace shardscope

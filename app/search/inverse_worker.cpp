#include "app/search/inverse_worker.h"

namespace shardscope {

InverseWorker::InverseWorker(unsigned threads)
    : BackgroundWork([threads](const InverseAsked& asked, const std::stop_token& stop, const Publish& publish) {
        InverseRun run = begin_inverse(asked.request);
        while (!run.known.done && !stop.stop_requested()) {
          continue_inverse(run, threads, stop);
          if (!publish({0, run.known})) return;
        }
      }) {}

}  // namespace shardscope

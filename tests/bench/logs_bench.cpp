// How fast a log is read: lines that say nothing of training, iterations alone, and both with progress bars, each as
// 2 GB would stream through in blocks.
#include <cstdio>
#include <string>

#include "core/logs/log_reader.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

constexpr std::size_t text_bytes = std::size_t{16} << 20, block_bytes = std::size_t{4} << 20;

std::string chatter(int i) {
  return "0: node-" + std::to_string(i % 512) + ":62571:62571 [" + std::to_string(i % 8) +
         "] NCCL INFO Channel 03/0 : 1[1] -> 2[2] via P2P/CUMEM/read, transport " + std::to_string(i) + "\n";
}

std::string iteration(int i) {
  return "[default7]: [2026-03-01 10:00:00.500000] iteration " + std::to_string(i + 1) +
         "/ 5000000 | consumed samples: " + std::to_string(i * 32LL) +
         " | elapsed time per iteration (ms): 1502.4 | throughput per GPU (TFLOP/s/GPU): 201.7 | learning rate: "
         "3.000000E-04 | global batch size:    32 | lm loss: 2.117073E+00 | loss scale: 1.0 | grad norm: 0.150 | "
         "number of skipped iterations:   0 | number of nan iterations:   0 |\n";
}

std::string bar(int i) {
  return "\rTrain:  18%|\u2588\u258a        | " + std::to_string(i) + "/4000000 [1:15:36<6:05:56,  4.73s/it]";
}

template <class Line>
std::string text_of_lines(Line&& line) {
  std::string text;
  text.reserve(text_bytes + 4096);
  for (int i = 0; text.size() < text_bytes; ++i) text += line(i);
  return text;
}

double kept = 0;  // keeps the work from being left out

void measure(const char* name, const std::string& text) {
  const Timing timing = time_of([&] {
    LogReader reader;
    for (std::size_t at = 0; at < text.size(); at += block_bytes)
      reader.feed(std::string_view(text).substr(at, block_bytes));
    kept += static_cast<double>(reader.finish().records.count());
  });
  std::printf("%-52s %9.0f MB/s  (%zu runs)  aim 200 MB/s\n", name,
              static_cast<double>(text.size()) / timing.median / 1e6, timing.runs);
}

}  // namespace

int main() {
  measure("a log's lines of other programs", text_of_lines(chatter));
  measure("iterations of Megatron-LM alone", text_of_lines(iteration));
  measure("progress bars alone", text_of_lines(bar));
  measure("all three", text_of_lines([](int i) {
            return i % 10 < 7 ? chatter(i) : i % 10 < 9 ? iteration(i) : bar(i);
          }));
  return kept > 0 ? 0 : 1;
}

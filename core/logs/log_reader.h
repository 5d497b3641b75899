// core/logs: what the log of a training run says: the time of its steps, tokens, FLOP/s and memory by rank, and the
// plan where it says that too. In: the log's text in blocks of any length (this file). Out: a LogReading, whatever is
// wrong with the text; of it the typical step (measured_log.h), the scenario of its dump of arguments (log_plan.h), and
// all beside what is predicted (beside.h), as JSON too (log_json.h). core/logs/formats has how each framework writes.
// Nothing of a log is run or trusted: overlong lines are cut, what isn't finite never comes out, and memory is bounded.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/logs/format_reader.h"
#include "core/logs/rank_timers.h"
#include "core/logs/word_finder.h"

namespace shardscope {

/// What a log came to, before anything is concluded from it.
struct LogReading {
  std::string framework;  // as people call it; empty where nothing was recognised
  std::optional<FlopsConvention> convention;
  LogRecords records;  // with the steps' times
  LogRecords rates;    // with tokens, samples and FLOP/s; the same, but where steps are told by a progress bar
  std::map<std::int64_t, RankMemory> memory;  // rank -1: of a line that doesn't say whose
  LogFacts facts;
  std::map<std::string, RankSpan> timers;        // of a typical step, by the names that the log gives them
  std::map<std::string, std::string> arguments;  // a dump's names and values
  std::uint64_t restarts = 0, evaluations = 0, checkpoints = 0;
  std::uint64_t times_unread = 0;  // steps' that are NaN, infinite or below 0
  std::uint64_t cut_lines = 0;     // longer than LogReader::line_max, whose rest wasn't read
};

class LogReader {
 public:
  static constexpr std::size_t line_max = std::size_t{1} << 16;

  LogReader();

  /// The next part of the text, cut anywhere. A record that was wrapped for a page is joined within one part, so that
  /// parts of megabytes serve better than lines.
  void feed(std::string_view block);
  /// The whole text was fed.
  [[nodiscard]] LogReading finish();

 private:
  struct Meaning {  // of a word: a format's field, or an event, or a dump's dots
    std::size_t format = 0, field = 0;
  };

  void read_lines(std::string_view text);
  std::size_t read_line(std::string_view text, std::size_t begin, std::size_t end);
  void read_clean(std::string_view line, std::string_view behind);
  void sort_hits(std::string_view line);
  void take_event(std::size_t event);
  void take_argument(std::string_view line);
  [[nodiscard]] std::size_t chosen() const;

  std::vector<std::string_view> telling_, words_;  // those that tell a line, and all that are looked for on one
  std::vector<std::vector<Meaning>> meanings_;     // of each of the latter
  std::unique_ptr<WordFinder> teller_, finder_;
  std::vector<FormatReader> readers_;
  std::vector<WordFinder::Hit> hits_;
  std::vector<std::vector<FieldHit>> hits_of_format_;
  std::vector<std::size_t> touched_, on_line_;  // formats with a hit on the line, and of those with one that tells it
  std::string carry_, joined_, cleaned_;
  bool skipping_ = false;  // the rest of a line that was cut
  RankTimers timers_;
  LogReading reading_;
};

}  // namespace shardscope

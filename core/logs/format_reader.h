// One format's reading of a log: fields put together to records, whatever lines they stand on, and what holds for the
// whole run. Every format reads beside the others; log_reader.h says whose reading counts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/logs/formats/format.h"
#include "core/logs/log_records.h"
#include "core/logs/progress_bars.h"

namespace shardscope {

/// A word of the format on a line.
struct FieldHit {
  std::size_t at = 0, field = 0;
};

/// A line as every format gets it.
struct LogLine {
  static constexpr std::size_t behind_max = 200;
  std::string_view text;
  std::string_view behind;  // what follows it, as it stands, for a number that was wrapped into the next line
  std::string_view stream;  // whose it is; empty: the line doesn't say
};

/// What a GPU held at most, by PyTorch's two books.
struct RankMemory {
  std::optional<double> allocated_bytes, reserved_bytes;
};

/// Whole numbers that the lines say of the plan, by quantity; the last one counts.
using LogFacts = std::map<LogQuantity, double>;

class FormatReader {
 public:
  explicit FormatReader(const LogFormat& format) : format_(&format) {}

  /// `hits` in the line's order, of all words that aren't too short to be looked for everywhere.
  void read(const LogLine& line, const std::vector<FieldHit>& hits);
  /// What took place since the last line beside training steps; it is in the next record's time.
  void note(Skipped mark) { mark_ = mark; }
  /// The last record has no line behind it that would close it.
  void finish();

  [[nodiscard]] const LogFormat& format() const { return *format_; }
  [[nodiscard]] std::string_view title() const { return title_.empty() ? format_->title : title_; }
  [[nodiscard]] const LogRecords& records() const { return records_; }
  [[nodiscard]] LogRecords bars() const { return bars_.longest(); }
  [[nodiscard]] const std::map<std::int64_t, RankMemory>& memory() const { return memory_; }  // rank -1: not said
  [[nodiscard]] const LogFacts& facts() const { return facts_; }
  [[nodiscard]] std::uint64_t restarts() const { return restarts_; }
  [[nodiscard]] std::uint64_t times_unread() const { return times_unread_; }

 private:
  struct Open {  // a record that may go on
    bool any = false;
    std::array<double, count_of<LogQuantity>> values = {};
    std::string stream;
    std::optional<double> stamp;
    Skipped mark = Skipped::counted;
  };

  void collect(const LogLine& line, const std::vector<FieldHit>& hits);
  void take(const LogLine& line, const FieldHit& hit, bool& begun);
  void take_value(const LogLine& line, LogQuantity quantity, double value, std::size_t at, bool& begun);
  void take_memory(const LogLine& line, LogQuantity quantity, double bytes, std::size_t at);
  void take_micro_batch(const LogLine& line);
  void begin(const LogLine& line);
  void close();
  void set_time(LogRecord& record) const;
  void remember(const LogRecord& record);
  [[nodiscard]] LogRecord said() const;
  [[nodiscard]] bool is_repeat(double iteration) const;
  [[nodiscard]] double open_value(LogQuantity quantity) const { return open_.values[index_of(quantity)]; }

  const LogFormat* format_;
  std::string_view title_;
  std::vector<FieldHit> hits_;
  Open open_;
  LogRecords records_;
  ProgressBars bars_;
  std::map<std::int64_t, RankMemory> memory_;
  LogFacts facts_;
  double last_iteration_ = not_said, last_clock_ = not_said, last_tokens_ = not_said, last_samples_ = not_said;
  std::optional<double> last_stamp_;
  std::string last_stream_;
  double micro_batches_ = 0;  // seconds of those since the last step
  std::uint64_t restarts_ = 0;
  std::uint64_t times_unread_ = 0;  // steps' that are no number, or below 0
  int lines_ = 0;
  std::size_t after_restart_ = 0;  // records still within the warm-up of a restart
  Skipped mark_ = Skipped::counted;
};

}  // namespace shardscope

#include "core/logs/format_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/characters.h"
#include "core/logs/log_line.h"
#include "core/logs/log_numbers.h"
#include "core/logs/typical.h"

namespace shardscope {

namespace {

constexpr std::size_t ranks_max = 65'536;  // whose memory is kept apart
constexpr double step_seconds_max = 1e7;   // no step takes 116 days; what is above a maximum is no such figure
constexpr double figure_max = 1e18;        // of bytes, FLOP/s, tokens and counts

/// Whether a word stands by itself: "seconds:" isn't "milliseconds:".
bool stands_alone(std::string_view text, std::size_t at, std::string_view word) {
  const bool begins = at == 0 || !is_name(text[at - 1]) || !is_name(word.front());
  const std::size_t end = at + word.size();
  return begins && (end >= text.size() || !is_name(text[end]) || !is_name(word.back()));
}

bool is_memory(LogQuantity quantity) {
  return quantity == LogQuantity::allocated || quantity == LogQuantity::reserved;
}

/// The number that the next line begins with.
std::optional<FieldNumber> number_in_next(std::string_view behind, const LogUnit& unit) {
  const std::size_t begin = behind.find_first_not_of("\r\n");
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view line = behind.substr(begin, behind.find_first_of("\r\n", begin) - begin);
  std::string kept;
  return number_behind(without_colours(line, kept), 0, unit);
}

/// Whether something that counts as a number in C and Python stands where one should: "(ms): nan", "-3", "1e400".
bool says_something(std::string_view text) {
  const auto skip = [&text](std::string_view what) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(what)));
  };
  skip(" \t");
  if (text.starts_with('(')) text.remove_prefix(std::min(text.size(), text.find(')')));
  skip(") :=\t\"'-+");
  if (text.empty()) return false;
  if (is_digit(text[0])) return true;
  const auto begins = [&](std::string_view word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
  };
  return begins("nan") || begins("inf");
}

}  // namespace

void FormatReader::read(const LogLine& line, const std::vector<FieldHit>& hits) {
  constexpr int lines_told = 1'000;  // within which a dialect shows itself
  if (title_.empty() && lines_++ < lines_told)
    for (const LogDialect& dialect : format_->dialects)
      if (title_.empty() && line.text.find(dialect.word) != std::string_view::npos) title_ = dialect.title;
  collect(line, hits);
  bool begun = false;
  for (const FieldHit& hit : hits_) take(line, hit, begun);
  if (!format_->step_end.empty()) take_micro_batch(line);
}

/// The fields of the line in its order: those that stand by themselves, and beside the word that they need.
void FormatReader::collect(const LogLine& line, const std::vector<FieldHit>& hits) {
  std::string_view asked;  // fields beside the same word mostly stand together
  bool stands = false;
  const auto stands_beside = [&](std::string_view word) {
    if (word != asked) asked = word, stands = line.text.find(word) != std::string_view::npos;
    return stands;
  };
  hits_.clear();
  for (const FieldHit& hit : hits) {
    const LogField& field = format_->fields[hit.field];
    const bool bar = field.quantity == LogQuantity::progress_bar;  // whose unit stands right behind its number
    if (!bar && !stands_alone(line.text, hit.at, field.word)) continue;
    if (field.beside.empty() || stands_beside(field.beside)) hits_.push_back(hit);
  }
  const std::size_t found = hits_.size();
  for (std::size_t i = 0; i < format_->fields.size(); ++i) {
    const LogField& field = format_->fields[i];
    if (field.word.size() >= telling_word_min || !stands_beside(field.beside)) continue;
    for (std::size_t at = line.text.find(field.word); at != std::string_view::npos;
         at = line.text.find(field.word, at + 1))
      if (stands_alone(line.text, at, field.word)) hits_.push_back({at, i});
  }
  if (hits_.size() > found)
    std::stable_sort(hits_.begin(), hits_.end(), [](const FieldHit& a, const FieldHit& b) { return a.at < b.at; });
}

void FormatReader::take(const LogLine& line, const FieldHit& hit, bool& begun) {
  const LogField& field = format_->fields[hit.field];
  if (field.quantity == LogQuantity::anchor) return;
  if (field.quantity == LogQuantity::progress_bar) {
    if (const auto bar = bar_at(line.text, hit.at)) bars_.add(*bar, std::exchange(mark_, Skipped::counted));
    return;
  }
  bool wrapped = false;
  auto number = field.unit.before ? number_before(line.text, hit.at, field.unit)
                                  : number_behind(line.text, hit.at + field.word.size(), field.unit, &wrapped);
  if (wrapped) number = number_in_next(line.behind, field.unit);
  const bool says_none = !number || number->value < 0 || number->value > figure_max;
  if (says_none && field.quantity == LogQuantity::step_seconds && !field.unit.before)
    times_unread_ += says_something(line.text.substr(hit.at + field.word.size()));
  if (says_none) return;
  if (number->rounded && !is_of_record(field.quantity) && !is_memory(field.quantity)) return;
  take_value(line, field.quantity, number->value, hit.at, begun);
}

void FormatReader::take_value(const LogLine& line, LogQuantity quantity, double value, std::size_t at, bool& begun) {
  if (is_memory(quantity)) return take_memory(line, quantity, value, at);
  if (!is_of_record(quantity)) return void(facts_[quantity] = value);
  if (!format_->step_end.empty() && quantity == LogQuantity::step_seconds) return void(micro_batches_ += value);
  const bool numbered = quantity == LogQuantity::iteration;
  const bool again = open_.any && !std::isnan(open_value(quantity));
  const bool foreign = open_.any && !line.stream.empty() && line.stream != open_.stream;
  // A line whose iteration stands behind its other fields is one record all the same.
  if ((numbered && !begun) || again || foreign || !open_.any) begin(line), begun = true;
  if (numbered && format_->stamped) open_.stamp = stamp_of(line.text);
  open_.values[index_of(quantity)] = value;
}

void FormatReader::take_memory(const LogLine& line, LogQuantity quantity, double bytes, std::size_t at) {
  constexpr std::int64_t unsaid = -1;
  if (!(bytes > 0)) return;
  const std::int64_t rank = rank_before(line.text, at).value_or(rank_in(line.stream).value_or(unsaid));
  if (memory_.size() >= ranks_max && !memory_.contains(rank)) return;
  RankMemory& memory = memory_[rank];
  std::optional<double>& most = quantity == LogQuantity::allocated ? memory.allocated_bytes : memory.reserved_bytes;
  most = std::max(most.value_or(0), bytes);
}

/// A step is its micro-batches up to the one at whose end the optimizer runs.
void FormatReader::take_micro_batch(const LogLine& line) {
  if (!open_.any || line.text.find(format_->step_end) == std::string_view::npos) return;
  open_.values[index_of(LogQuantity::step_seconds)] = micro_batches_;
  micro_batches_ = 0;
  close();
}

void FormatReader::begin(const LogLine& line) {
  close();
  open_.any = true;
  open_.values.fill(not_said);
  open_.stream = line.stream;
  open_.stamp.reset();
  open_.mark = std::exchange(mark_, Skipped::counted);
  if (format_->stamped && !format_->numbered) open_.stamp = stamp_of(line.text);
}

/// An iteration that another rank, or another logger, has said already.
bool FormatReader::is_repeat(double iteration) const {
  if (std::isnan(iteration) || std::isnan(last_iteration_)) return false;
  return iteration == last_iteration_ || (iteration < last_iteration_ && open_.stream != last_stream_);
}

void FormatReader::set_time(LogRecord& record) const {
  const double stated = open_value(LogQuantity::step_seconds), batches = open_value(LogQuantity::batches_rate);
  const double clock = open_value(LogQuantity::clock_seconds);
  const double steps = record.iteration - last_iteration_;
  const auto set = [&](StepSource source, double seconds) {
    if (!(seconds > 0) || seconds > step_seconds_max || record.source != StepSource::none) return;
    record.source = source;
    record.step_seconds = seconds;
  };
  set(StepSource::stated, stated);
  if (steps >= 1) set(StepSource::clock, (clock - last_clock_) / steps);
  set(StepSource::batches, 1 / batches);
  if (format_->stamped && steps >= 1 && open_.stamp && last_stamp_)
    set(StepSource::stamps, (*open_.stamp - *last_stamp_) / steps);
  // A stated time is of one iteration or of the log's interval, which a gap in the log would seem to widen.
  const bool measured = record.source == StepSource::clock || record.source == StepSource::stamps;
  if (measured) record.iterations = static_cast<std::uint32_t>(std::min(steps, 1e6));
}

/// What the open record says beside its iteration.
LogRecord FormatReader::said() const {
  LogRecord record;
  record.iteration = open_value(LogQuantity::iteration);
  record.tokens_rate_per_gpu = open_value(LogQuantity::tokens_rate_per_gpu);
  record.tokens_rate = open_value(LogQuantity::tokens_rate);
  record.samples_rate = open_value(LogQuantity::samples_rate);
  record.flops_rate_per_gpu = open_value(LogQuantity::flops_rate_per_gpu);
  return record;
}

void FormatReader::close() {
  if (!open_.any) return;
  open_.any = false;
  LogRecord record = said();
  constexpr LogQuantity telling[] = {LogQuantity::step_seconds,        LogQuantity::clock_seconds,
                                     LogQuantity::tokens_rate_per_gpu, LogQuantity::tokens_rate,
                                     LogQuantity::samples_rate,        LogQuantity::batches_rate};
  const bool tells = std::any_of(std::begin(telling), std::end(telling),
                                 [&](LogQuantity each) { return !std::isnan(open_value(each)); });
  if (!tells || (format_->numbered && std::isnan(record.iteration))) return;
  if (is_repeat(record.iteration)) {
    if (open_.mark != Skipped::counted) mark_ = open_.mark;
    return;
  }
  if (format_->step_needs_loss && std::isnan(open_value(LogQuantity::loss))) {  // the mean over a block
    record.iteration = not_said;
    return records_.add(record);
  }
  if (record.iteration < last_iteration_)
    ++restarts_, after_restart_ = warm_up_records, last_stamp_.reset(), last_clock_ = not_said;
  set_time(record);
  record.skipped = after_restart_ > 0 ? Skipped::restart : open_.mark;
  if (after_restart_ > 0) --after_restart_;
  remember(record);
  records_.add(record);
}

/// What the next record is set against.
void FormatReader::remember(const LogRecord& record) {
  const double samples = open_value(LogQuantity::consumed_samples), tokens = open_value(LogQuantity::consumed_tokens);
  if (samples > last_samples_ && tokens > last_tokens_)
    facts_.try_emplace(LogQuantity::sequence_length, std::round((tokens - last_tokens_) / (samples - last_samples_)));
  last_samples_ = samples, last_tokens_ = tokens;
  last_iteration_ = record.iteration, last_clock_ = open_value(LogQuantity::clock_seconds);
  last_stamp_ = open_.stamp, last_stream_ = open_.stream;
}

void FormatReader::finish() {
  close();
}

}  // namespace shardscope

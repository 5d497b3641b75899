#include "core/logs/log_reader.h"

#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/logs/formats/formats.h"
#include "core/logs/log_line.h"

namespace shardscope {

namespace {

struct Event {
  std::string_view word;
  Skipped mark;
};

/// What trainers print when something beside a step begins or ends; it is in the time of the record after it.
constexpr std::array events = {
    Event{"validation loss at", Skipped::evaluation},
    Event{"Running Evaluation", Skipped::evaluation},
    Event{"validation results at", Skipped::evaluation},
    Event{"Evaluating", Skipped::evaluation},
    Event{"evaluating", Skipped::evaluation},
    Event{"'eval_loss'", Skipped::evaluation},
    Event{"\"eval_start\"", Skipped::evaluation},
    Event{"[val] step", Skipped::evaluation},
    Event{"Validating", Skipped::evaluation},
    Event{"saving checkpoint", Skipped::checkpoint},
    Event{"Saving checkpoint", Skipped::checkpoint},
    Event{"saved checkpoint", Skipped::checkpoint},
    Event{"Saving model checkpoint", Skipped::checkpoint},
    Event{"Saving the checkpoint", Skipped::checkpoint},
    Event{"Saving unsharded checkpoint", Skipped::checkpoint},
    Event{"Saving sharded checkpoint", Skipped::checkpoint},
    Event{"Saved checkpoint", Skipped::checkpoint},
};
constexpr std::size_t event_format = log_formats_all.size(), dump_format = event_format + 1;
constexpr std::string_view dump_dots = "....";  // between a name and its value in a dump of arguments

constexpr std::size_t arguments_max = 4'000, argument_bytes_max = 1'000;

bool ends_line(char c) {
  return c == '\n' || c == '\r';
}

/// Looks a piece at a time, so that a text without any \n costs no more than its lines.
std::size_t line_end(std::string_view text, std::size_t from) {
  constexpr std::size_t piece = 256;
  for (; from < text.size(); from += piece) {
    const std::string_view part = text.substr(from, piece);
    const std::size_t end = std::min(part.find('\n'), part.find('\r'));
    if (end != std::string_view::npos) return from + end;
  }
  return text.size();
}

std::size_t line_begin(std::string_view text, std::size_t at, std::size_t from) {
  while (at > from && !ends_line(text[at - 1])) --at;
  return at;
}

/// Where a record ends whose line was broken for a page: such a line of Megatron's doesn't end in its last |, and those
/// behind it up to that have none of its begin.
std::size_t wrapped_end(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr int lines_max = 12;
  const auto has = [](std::string_view line, std::string_view word) {
    return line.find(word) != std::string_view::npos;
  };
  const std::string_view line = trimmed(text.substr(begin, end - begin));
  if (line.ends_with('|') || !has(line, "iteration") || !has(line, " | ")) return end;
  if (!has(line, "consumed samples") && !has(line, "elapsed time per")) return end;
  std::size_t at = end;
  for (int i = 0; i < lines_max && at < text.size(); ++i) {
    const std::size_t next = line_end(text, at + 1);
    const std::string_view more = trimmed(text.substr(at, next - at));
    if (more.empty() || has(more, "consumed samples") || next - begin > LogReader::line_max) return at;
    if (!has(more, "|") && i > 0) return at;
    at = next;
    if (more.ends_with('|')) return at;
  }
  return at;
}

}  // namespace

LogReader::LogReader() {
  std::map<std::string_view, std::size_t> known;
  const auto add = [&](std::string_view word, Meaning meaning) {
    const auto [place, fresh] = known.try_emplace(word, words_.size());
    if (fresh) words_.push_back(word), meanings_.emplace_back();
    meanings_[place->second].push_back(meaning);
  };
  const auto add_telling = [&](std::string_view word, Meaning meaning) {
    add(word, meaning);
    telling_.push_back(word);
  };
  for (std::size_t format = 0; format < log_formats_all.size(); ++format) {
    readers_.emplace_back(log_formats_all[format]);
    for (std::size_t field = 0; field < log_formats_all[format].fields.size(); ++field) {
      const LogField& each = log_formats_all[format].fields[field];
      if (each.beside.empty())
        add_telling(each.word, {format, field});
      else if (each.word.size() >= telling_word_min)
        add(each.word, {format, field});
    }
  }
  for (std::size_t event = 0; event < events.size(); ++event) add_telling(events[event].word, {event_format, event});
  add_telling(dump_dots, {dump_format, 0});
  hits_of_format_.resize(readers_.size());
  teller_ = std::make_unique<WordFinder>(telling_);
  finder_ = std::make_unique<WordFinder>(words_);
}

void LogReader::feed(std::string_view block) {
  if (skipping_) {
    const std::size_t end = line_end(block, 0);
    if (end == block.size()) return;
    block.remove_prefix(end);
    skipping_ = false;
  }
  if (!carry_.empty()) {
    const std::size_t end = line_end(block, 0);
    carry_.append(block.substr(0, end));
    if (end < block.size() || carry_.size() > line_max) {
      read_lines(carry_);
      carry_.clear();
      skipping_ = end == block.size();
    }
    block.remove_prefix(end);
  }
  std::size_t last = block.size();
  while (last > 0 && !ends_line(block[last - 1])) --last;
  if (block.size() - last > line_max) last = block.size();
  read_lines(block.substr(0, last));
  if (last == block.size() && !block.empty() && !ends_line(block.back())) skipping_ = true;
  carry_.append(block.substr(last));
}

void LogReader::read_lines(std::string_view text) {
  for (std::size_t at = teller_->first(text, 0); at != std::string_view::npos;) {
    const std::size_t begin = line_begin(text, at, 0);
    const std::size_t end = read_line(text, begin, line_end(text, at));
    at = teller_->first(text, end);
  }
}

/// Reads the line and those into which it was wrapped; returns where that ended.
std::size_t LogReader::read_line(std::string_view text, std::size_t begin, std::size_t end) {
  std::string_view line = text.substr(begin, end - begin);
  if (line.size() > line_max) {
    ++reading_.cut_lines;
    line = line.substr(0, line_max);
  }
  if (const std::size_t wrapped = wrapped_end(text, begin, end); wrapped != end) {
    joined_.assign(text.substr(begin, wrapped - begin));
    std::replace_if(joined_.begin(), joined_.end(), ends_line, ' ');
    line = joined_;
    end = wrapped;
  }
  read_clean(without_colours(line, cleaned_), text.substr(end, LogLine::behind_max));
  return end;
}

void LogReader::read_clean(std::string_view line, std::string_view behind) {
  sort_hits(line);
  const std::string_view stream = stream_of(line);
  for (const std::size_t format : on_line_) readers_[format].read({line, behind, stream}, hits_of_format_[format]);
}

/// What each format finds on the line; events and arguments are taken at once.
void LogReader::sort_hits(std::string_view line) {
  for (const std::size_t format : touched_) hits_of_format_[format].clear();
  touched_.clear(), on_line_.clear();
  finder_->all(line, hits_);
  bool argument = false;
  for (const WordFinder::Hit& hit : hits_)
    for (const Meaning& meaning : meanings_[hit.word]) {
      if (meaning.format == event_format) {
        take_event(meaning.field);
      } else if (meaning.format == dump_format) {
        argument = true;
      } else {
        std::vector<FieldHit>& hits = hits_of_format_[meaning.format];
        if (hits.empty()) touched_.push_back(meaning.format);
        hits.push_back({hit.at, meaning.field});
        const bool tells = readers_[meaning.format].format().fields[meaning.field].beside.empty();
        if (tells && std::find(on_line_.begin(), on_line_.end(), meaning.format) == on_line_.end())
          on_line_.push_back(meaning.format);
      }
    }
  if (argument) take_argument(line);
}

void LogReader::take_event(std::size_t event) {
  const Skipped mark = events[event].mark;
  ++(mark == Skipped::evaluation ? reading_.evaluations : reading_.checkpoints);
  for (FormatReader& reader : readers_) reader.note(mark);
}

/// "  num_layers ........ 32", whatever stands before the name; GPT-NeoX puts "....updated" behind the value. A timer's
/// name has a colon behind its dots.
void LogReader::take_argument(std::string_view line) {
  const std::size_t dots = line.find(dump_dots);
  if (timers_.take(line, dots)) return;
  const std::string_view before = trimmed(line.substr(0, dots));
  const std::size_t blank = before.find_last_of(" \t");
  const std::string_view name = blank == std::string_view::npos ? before : before.substr(blank + 1);
  const std::size_t end = line.find_first_not_of('.', dots);
  if (end == std::string_view::npos || line[end] != ' ' || name.empty() || !is_name_start(name[0])) return;
  std::string_view value = trimmed(line.substr(end));
  if (value.ends_with("updated")) value.remove_suffix(std::string_view("updated").size());
  while (value.ends_with("...")) value.remove_suffix(1);
  while (!value.empty() && (value.back() == '.' || value.back() == ' ')) value.remove_suffix(1);
  const bool named = std::all_of(name.begin(), name.end(), [](char c) { return is_name(c) || c == '-'; });
  if (!named || value.empty() || value.size() > argument_bytes_max || reading_.arguments.size() >= arguments_max)
    return;
  reading_.arguments[std::string(name)] = std::string(value);
}

/// The first format whose steps are a fair share of the most; without any steps the first that read most of rates.
std::size_t LogReader::chosen() const {
  const auto steps = [&](const FormatReader& reader) {
    const auto timed = [](const LogRecords& records) {
      const auto& kept = records.kept();
      const auto has = std::count_if(kept.begin(), kept.end(),
                                     [](const LogRecord& each) { return each.source != StepSource::none; });
      return static_cast<std::uint64_t>(has) * records.stride() * 1000 + records.count();
    };
    return std::max(timed(reader.records()), timed(reader.bars()));
  };
  constexpr std::uint64_t fair_share = 5;
  std::uint64_t most = 0;
  for (const FormatReader& reader : readers_) most = std::max(most, steps(reader));
  for (std::size_t i = 0; most > 0 && i < readers_.size(); ++i)
    if (steps(readers_[i]) * fair_share >= most) return i;
  for (std::size_t i = 0; i < readers_.size(); ++i)
    if (!readers_[i].memory().empty()) return i;
  return readers_.size();
}

LogReading LogReader::finish() {
  if (!carry_.empty()) read_lines(carry_);
  carry_.clear();
  for (FormatReader& reader : readers_) reader.finish();
  reading_.timers = timers_.typical();
  const std::size_t best = chosen();
  for (std::size_t i = 0; i < readers_.size(); ++i) {  // what its own lines don't say, others' may
    const FormatReader& reader = readers_[(best + i) % readers_.size()];
    if (reading_.memory.empty()) reading_.memory = reader.memory();
    for (const auto& [quantity, value] : reader.facts()) reading_.facts.try_emplace(quantity, value);
  }
  if (best == readers_.size()) return std::move(reading_);
  const FormatReader& reader = readers_[best];
  reading_.framework = reader.title();
  reading_.convention = reader.format().convention;
  const LogRecords bars = reader.bars();
  reading_.records = bars.count() > 0 ? bars : reader.records();
  reading_.rates = reader.records();
  reading_.restarts = reader.restarts();
  reading_.times_unread = reader.times_unread();
  return std::move(reading_);
}

}  // namespace shardscope

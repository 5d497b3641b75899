// core/logs/formats: what the logs of each training framework look like, a value a framework, which the reader of
// core/logs follows: what tells a record's lines, what their fields are called and count in, and what a step's time is
// taken from. A framework is a header here and its place in formats.h. What stands elsewhere are words of one framework
// alone: where Megatron's lines are broken for a page (core/logs/log_reader.cpp), its timers (core/diagnosis), and
// DeepSpeed's dump of arguments (core/logs/measured_log.cpp).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/units.h"
#include "core/logs/formats/log_quantity.h"
#include "core/scenario/parts/choices.h"

namespace shardscope {

/// Of how a field's number counts where it doesn't say so itself ("19.07 GiB", "(ms)", "11.5K").
struct LogUnit {
  double factor = 1;       // SI units in one printed unit
  bool binary = false;     // whether its MB and GB are 2^20 and 2^30 bytes; GiB always is
  bool of_total = false;   // a number and how many there will be, "10/ 1000"; a number alone is something else
  bool thousands = false;  // "4.71K", "1.2M" and "85.8G" are powers of a thousand
  bool before = false;     // the number stands before the word: "1472011 tok/s"
};

namespace log_unit {
inline constexpr LogUnit plain = {};
inline constexpr LogUnit of_total = {.of_total = true};
inline constexpr LogUnit before = {.before = true};
inline constexpr LogUnit milliseconds = {1e-3};
inline constexpr LogUnit milliseconds_before = {.factor = 1e-3, .before = true};
inline constexpr LogUnit teraflops = {flops_per_teraflop};
inline constexpr LogUnit mebibytes = {bytes_per_mib, true};
inline constexpr LogUnit gibibytes = {bytes_per_gib, true};
inline constexpr LogUnit megabytes = {bytes_per_megabyte};
inline constexpr LogUnit gigabytes = {bytes_per_gigabyte};
}  // namespace log_unit

/// A field stands as `word`, perhaps a unit in parentheses, a sign between, and a number. A word of at least
/// telling_word_min bytes tells the line by itself; one with `beside` is only looked for on lines with that word too.
struct LogField {
  std::string_view word;
  LogQuantity quantity = LogQuantity::loss;
  LogUnit unit = {};
  std::string_view beside = {};
};

/// Another release or fork whose lines are the same but for words of its own.
struct LogDialect {
  std::string_view word, title;
};

struct LogFormat {
  std::string_view name;   // "megatron"
  std::string_view title;  // "Megatron-LM"
  std::span<const LogField> fields;
  std::span<const LogDialect> dialects = {};
  std::optional<FlopsConvention> convention = {};  // by which its FLOP/s count, where it is known
  bool numbered = true;                            // a record says its iteration; one that doesn't is none
  bool stamped = false;            // without a time of its own a step is what lies between the lines' time stamps
  bool step_needs_loss = false;    // a time without a loss is a mean over a block
  std::string_view step_end = {};  // its times are of micro-batches: a step's are added up to the line with this word
};

/// A line without any such word is never looked at closely.
inline constexpr std::size_t telling_word_min = 4;

}  // namespace shardscope

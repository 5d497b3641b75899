#include "core/frameworks/flag_slips.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/base/characters.h"
#include "core/base/edits.h"
#include "core/base/number_text.h"
#include "core/fields/fields.h"
#include "core/frameworks/left_open.h"
#include "core/frameworks/size_words.h"

namespace shardscope {

namespace {

/// "--Tensor_Model" as "--tensor-model".
std::string plain(std::string_view flag) {
  std::string text = lower(flag);
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

std::string_view without_dashes(std::string_view name) {
  return name.starts_with("--") ? name.substr(2) : name;
}

using FlagParts = std::vector<std::string_view>;

FlagParts words_in(std::string_view plain_name) {
  std::string_view rest = without_dashes(plain_name);
  FlagParts words;
  for (std::size_t end = rest.find_first_of("-."); end != std::string_view::npos; end = rest.find_first_of("-.")) {
    words.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  words.push_back(rest);
  return words;
}

/// Characters that differ when the common beginning and end are taken off.
std::size_t differing_part(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) a.remove_prefix(1), b.remove_prefix(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) a.remove_suffix(1), b.remove_suffix(1);
  return std::max(a.size(), b.size());
}

/// A word of six letters may have two wrong, one of four one: a shorter one is another word.
bool near_word(std::string_view a, std::string_view b) {
  const std::size_t letters = std::min(a.size(), b.size());
  return a == b || (letters >= 4 && within_edits(a, b, letters >= 6 ? 2 : 1));
}

bool near_words(const FlagParts& a, const FlagParts& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), near_word);
}

/// As a whole: few letters for its length. One of two letters is like any other.
bool near_whole(std::string_view given, std::string_view known) {
  given = without_dashes(given);
  known = without_dashes(known);
  constexpr std::size_t longest = 64;  // no flag is as long
  const std::size_t letters = std::min(given.size(), known.size());
  if (letters < 3 || given.size() > longest) return false;
  if (letters == 3) return within_edits(given, known, 1);
  return differing_part(given, known) <= 2 || (letters >= 6 && within_edits(given, known, 2));
}

/// Words of the known one that are left out, where the others stand there in their order; none where they don't.
std::size_t words_left_out(const FlagParts& given, const FlagParts& known) {
  if (given.size() < 2 || given.size() >= known.size()) return 0;
  std::size_t at = 0;
  for (const std::string_view word : known)
    if (at < given.size() && near_word(given[at], word)) ++at;
  return at == given.size() ? known.size() - given.size() : 0;
}

bool same_words(const FlagParts& a, const FlagParts& b) {  // in whatever order
  return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

using FlagNames = std::vector<std::string>;
using Known = FlagSlips::Known;

/// Reads the words where the name stands in the end: they point into it.
void take_name(Known& known, std::string_view name) {
  known.name = name, known.plain = plain(name);
  known.words = words_in(known.plain);
}

/// What a text may have meant by a flag, in the table's order.
class Slips {
 public:
  Slips(const LaunchFramework& framework, const std::vector<Known>& known, const std::string& flag)
      : framework_(framework), known_(known) {
    take_name(given_, flag);
  }

  FlagNames meant() const {
    for (const auto& [name, flag] : framework_.slips)
      if (plain(name) == given_.plain) return {flag};
    const auto same = [&](const Known& known) { return known.plain == given_.plain; };
    if (FlagNames names = all(same); !names.empty()) return names;
    if (FlagNames names = begun(); !names.empty()) return names;
    if (FlagNames names = by_key(); !names.empty()) return names;
    if (FlagNames names = nearest(); !names.empty()) return names;
    const bool code = framework_.form == LaunchForm::python;  // whose objects have more names than the table
    const Likely by_words = code ? Likely() : likely_by_words();
    if (!by_words.same_first.empty()) return by_words.same_first;
    const FlagNames names = ended();
    return names.empty() ? by_words.others : names;
  }

 private:
  template <typename Fits>
  FlagNames all(const Fits& fits) const {
    FlagNames names;
    for (const Known& known : known_)
      if (fits(known)) names.emplace_back(known.name);
    return names;
  }

  /// "--fp8-format" of --fp8.
  FlagNames begun() const {
    if (!given_.plain.starts_with("--") || given_.plain.size() < 5) return {};
    const std::string begin = given_.plain + "-";
    return all(
        [&](const Known& known) { return known.name.starts_with(begin) && framework_.flag(known.name) != nullptr; });
  }

  /// "--tensor-model-parallel-size" of --model-parallel-size; the end of a name says less than its beginning.
  FlagNames ended() const {
    constexpr std::size_t part_min = 12;
    if (!given_.plain.starts_with("--") || given_.plain.size() <= part_min) return {};
    const std::string end = "-" + given_.plain.substr(2);
    return all([&](const Known& known) { return known.name.ends_with(end) && framework_.flag(known.name) != nullptr; });
  }

  /// "--tp", "--tp-size": the one flag of what a plan here calls so.
  FlagNames by_key() const {
    if (!given_.plain.starts_with("--")) return {};
    std::string word = given_.plain.substr(2);
    for (const std::string_view end : {"-size", "-degree"})
      if (word.ends_with(end)) word.erase(word.size() - end.size());
    std::replace(word.begin(), word.end(), '-', '_');
    FlagNames names;
    for (const FlagSpec& spec : framework_.flags)
      if (spec.key == "plan." + word && !spec.in_code && spec.same_as.empty()) names.push_back(spec.flag);
    return names.size() == 1 ? names : FlagNames();
  }

  FlagNames nearest() const {
    FlagNames best;
    std::size_t fewest = 0;
    for (const Known& known : known_) {
      if (given_.plain.starts_with("--") != known.plain.starts_with("--")) continue;
      if (!near_whole(given_.plain, known.plain) && !near_words(given_.words, known.words)) continue;
      const std::size_t wrong = edits_between(given_.plain, known.plain);
      if (best.empty() || wrong < fewest) best = {std::string(known.name)}, fewest = wrong;
    }
    return best;
  }

  struct Likely {
    FlagNames same_first, others;  // by the first word
  };

  /// The same words in another order, or one left out; of a flag that says something here two, behind the same first.
  Likely likely_by_words() const {
    Likely likely;
    for (const Known& known : known_) {
      const std::size_t out = words_left_out(given_.words, known.words);
      const bool first = near_word(given_.words.front(), known.words.front());
      const bool two = out == 2 && first && known.name.starts_with("--") && framework_.flag(known.name) != nullptr;
      if (out != 1 && !two && !same_words(given_.words, known.words)) continue;
      (first ? likely.same_first : likely.others).emplace_back(known.name);
    }
    return likely;
  }

  const LaunchFramework& framework_;
  const std::vector<Known>& known_;
  Known given_;
};

}  // namespace

FlagSlips::FlagSlips(const LaunchFramework& framework) : framework_(framework) {
  known_.reserve(framework.flags.size() + framework.ignored.size());
  for (const FlagSpec& spec : framework.flags) take_name(known_.emplace_back(), spec.flag);
  for (const std::string& name : framework.ignored)
    if (!name.ends_with('*')) take_name(known_.emplace_back(), name);
}

std::vector<std::string> FlagSlips::meant(const std::string& flag) const {
  return Slips(framework_, known_, flag).meant();
}

const FlagSpec* FlagSlips::ending(const std::string& flag) const {
  // Words that turn it off, and those of parts beside the model: its images, its teacher, its helper.
  constexpr std::string_view denials[] = {"no",  "not",    "disable", "disabled", "without", "skip",  "non",  "ignore",
                                          "vit", "vision", "encoder", "teacher",  "draft",   "image", "audio"};
  constexpr std::size_t telling = 5;  // letters of one word by itself
  if (!flag.starts_with("--") || stands_beside_plan(flag)) return nullptr;
  Known given;
  take_name(given, flag);
  const FlagSpec* longest = nullptr;
  std::size_t most = 0;
  for (const Known& known : known_) {
    const std::size_t words = known.words.size();
    if (!known.name.starts_with("--") || words >= given.words.size() || words <= most) continue;
    if (words == 1 && known.words.front().size() < telling) continue;
    if (!std::equal(known.words.rbegin(), known.words.rend(), given.words.rbegin())) continue;
    const FlagSpec* spec = framework_.flag(known.name);
    if (spec != nullptr && carries_plan(*spec) && matters_beside_rules(framework_, *spec)) longest = spec, most = words;
  }
  const auto before = given.words.end() - static_cast<std::ptrdiff_t>(most);
  const bool denied = std::any_of(given.words.begin(), before, [&](std::string_view word) {
    return std::find(std::begin(denials), std::end(denials), word) != std::end(denials);
  });
  return denied ? nullptr : longest;
}

bool takes_text(const FlagSpec& spec, const Value& value) {
  const std::string* text = value.text();
  if (text == nullptr) return true;
  const auto is_it = [&](const Value& each) { return each.text() != nullptr && lower(*each.text()) == lower(*text); };
  return std::any_of(spec.values.begin(), spec.values.end(), is_it) ||
         std::any_of(spec.stands_for.begin(), spec.stands_for.end(),
                     [&](const auto& each) { return is_it(each.first); });
}

bool names_place(const Value& value) {
  const std::string* text = value.text();
  return text && text->find_first_of("./:") != std::string::npos && !parse_number(*text);
}

namespace {

std::string_view last_part(std::string_view key) {
  return key.substr(key.rfind('.') + 1);
}

/// "a.b" of a.b.c; empty of a key in no table.
std::string_view section_of_key(std::string_view key) {
  return key.substr(0, key.rfind('.') == std::string_view::npos ? 0 : key.rfind('.'));
}

/// Whether it is the other's name, or begins it: "micro_batch" of micro_batch_size.
bool names_key(std::string_view last, std::string_view known) {
  return known.starts_with(last) && (known.size() == last.size() || known.substr(last.size()) == "_size");
}

/// Megatron Bridge's keys stand in YAML too, without what tells its dialect from its Python.
bool has_tables(const LaunchFramework& framework) {
  constexpr LaunchForm forms[] = {LaunchForm::toml, LaunchForm::yaml, LaunchForm::json};
  const bool bridge = framework.form == LaunchForm::python && framework.python.module.empty();
  return bridge || std::find(std::begin(forms), std::end(forms), framework.form) != std::end(forms);
}

}  // namespace

const FlagSpec* key_in_other_table(const LaunchFramework& framework, const std::string& flag, bool sized) {
  constexpr std::size_t telling = 12;  // letters
  if (!has_tables(framework) || flag.starts_with('-') || stands_beside_plan(flag)) return nullptr;
  if (std::binary_search(framework.ignored.begin(), framework.ignored.end(), flag)) return nullptr;
  const FlagSpec* found = nullptr;
  for (const FlagSpec& spec : framework.flags) {
    const std::string_view known = last_part(spec.flag);
    if (section_of_key(spec.flag).empty() || spec.in_code || !names_key(last_part(flag), known)) continue;
    if (!sized && known.size() < telling) continue;
    if (found != nullptr && framework.plain_name(found->flag) != framework.plain_name(spec.flag)) return nullptr;
    if (found == nullptr) found = &spec;
  }
  if (found == nullptr) return nullptr;
  const bool counts = is_of_plan_or_model(found->key);
  const bool number = found->type == FlagType::whole;  // several tables may have the same switch
  return counts && (number || framework.form == LaunchForm::toml) ? found : nullptr;
}

std::string words_of_other_table(const LaunchFramework& framework, const std::string& flag, const FlagSpec& own) {
  const std::string table(section_of_key(flag)), name(last_part(own.flag));
  return "it stands " + (table.empty() ? "in no table" : "under " + shown(table)) + ", where " + framework.title +
         " has no such key; it belongs under " + std::string(section_of_key(own.flag)) +
         (name == last_part(flag) ? "" : ", as " + name);
}

std::vector<std::string> meant_flags(const LaunchFramework& framework, const std::string& flag) {
  return FlagSlips(framework).meant(flag);
}

bool is_table_off(const LaunchFramework& framework, const GivenFlag& given) {
  const std::string below = given.flag + ".";
  return given.value == Value(false) && std::any_of(framework.flags.begin(), framework.flags.end(),
                                                    [&](const FlagSpec& each) { return each.flag.starts_with(below); });
}

bool is_of_program(const FlagSpec& spec, const GivenFlag& given) {
  return spec.in_code && spec.flag.starts_with("--") && !given.flag.starts_with('-');
}

}  // namespace shardscope

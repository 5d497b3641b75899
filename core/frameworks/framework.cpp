#include "core/frameworks/framework.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_set>

#include "core/base/characters.h"
#include "core/frameworks/releases.h"

namespace shardscope {

namespace {

/// "model.seq-length" as "model.seq_length"; empty where nothing changes.
std::string with_underscores(std::string_view name) {
  if (name.starts_with('-')) return with_dashes(name);
  if (name.find('-') == std::string_view::npos) return {};
  std::string plain(name);
  std::replace(plain.begin(), plain.end(), '-', '_');
  return plain;
}

const FlagSpec* find_spec(const std::vector<FlagSpec>& flags, std::string_view name) {
  const auto found = std::find_if(flags.begin(), flags.end(), [&](const FlagSpec& spec) { return spec.flag == name; });
  return found == flags.end() ? nullptr : &*found;
}

}  // namespace

const FlagSpec* LaunchFramework::flag(std::string_view name) const {
  if (const FlagSpec* spec = find_spec(flags, name)) return spec;
  if (!optional.empty() && name.starts_with(optional)) return flag(name.substr(optional.size()));
  for (const auto& [prefix, of] : names_below) {  // "system.precision.bf16" is system.bf16, whatever table it is in
    const std::size_t dot = name.rfind('.');
    if (name.starts_with(prefix) && !of.empty() && dot >= prefix.size() && dot != std::string_view::npos)
      return flag(prefix + std::string(name.substr(dot + 1)));
  }
  const std::string other = extends.empty()             ? std::string()
                            : form == LaunchForm::flags ? with_dashes(name)
                                                        : with_underscores(name);
  if (const FlagSpec* spec = other.empty() ? nullptr : flag(other)) return spec;
  if (takes_dashes && name.starts_with("--") && name.find('-', 2) != std::string_view::npos) {
    std::string plain = "--" + std::string(name.substr(2));
    std::replace(plain.begin() + 2, plain.end(), '-', '_');
    if (const FlagSpec* spec = find_spec(flags, plain)) return spec;
  }
  return find_spec(borrowed, name);
}

std::string_view LaunchFramework::key_of(std::string_view name) const {
  const FlagSpec* spec = flag(name);
  return spec == nullptr ? std::string_view() : spec->key;
}

const FlagSpec* LaunchFramework::flag_for(std::string_view key) const {
  const auto found = std::find_if(flags.begin(), flags.end(),
                                  [&](const FlagSpec& spec) { return spec.key == key && spec.same_as.empty(); });
  return found == flags.end() ? nullptr : &*found;
}

bool carries_plan(const FlagSpec& spec) {
  constexpr std::string_view others[] = {"run.", "deepspeed.", of_tokenizer, unmodelled};
  return std::none_of(std::begin(others), std::end(others),
                      [&](std::string_view section) { return spec.key.starts_with(section); });
}

namespace {

const std::string& family_of(const LaunchFramework& framework) {
  return framework.extends.empty() ? framework.preset : framework.extends;
}

/// A framework's flags that others may borrow.
using Lendable = std::vector<const FlagSpec*>;

Lendable lendable_of(const LaunchFramework& framework) {
  Lendable flags;
  for (const FlagSpec& spec : framework.flags)
    if (!spec.in_code && carries_plan(spec)) flags.push_back(&spec);
  return flags;
}

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

/// Names that were asked for before, of which most lenders have the same; what became of them stands.
using LookedAt = std::unordered_set<std::string, TextHash, std::equal_to<>>;

/// Adds to `borrowed` what the lender has for the borrower by this name.
void lend(const FlagSpec& spec, std::string_view name, const LaunchFramework& lender, const LaunchFramework& borrower,
          std::vector<FlagSpec>& borrowed, LookedAt& looked_at) {
  if (looked_at.contains(name)) return;
  looked_at.emplace(name);
  if (borrower.flag(name) != nullptr || borrower.ignores(name)) return;
  borrowed.push_back(spec);
  borrowed.back().flag = name;
  borrowed.back().write.reset();
  borrowed.back().fallback = {};
  borrowed.back().borrowed_from = lender.title;
}

/// All of them: a flag is called the same in the same form; a command line's below each table that stands for flags.
void lend_all(const Lendable& flags, const LaunchFramework& lender, const LaunchFramework& borrower,
              std::vector<FlagSpec>& borrowed, LookedAt& looked_at) {
  for (const FlagSpec* spec : flags) {
    if (lender.form == borrower.form) {
      lend(*spec, spec->flag, lender, borrower, borrowed, looked_at);
      continue;
    }
    for (const auto& [prefix, of] : borrower.names_below) {
      if (of != "--" || !spec->flag.starts_with(of)) continue;
      std::string name = prefix + spec->flag.substr(of.size());
      std::replace(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(), '-', '_');
      lend(*spec, name, lender, borrower, borrowed, looked_at);
    }
  }
}

bool is_of_hub(std::string_view model) {
  return model.find('/') != std::string_view::npos;
}

/// Whether its texts may name a model as Hugging Face's hub does: by no list of its own, or in a size's place.
bool may_name_of_hub(const LaunchFramework& framework) {
  if (framework.form == LaunchForm::python || framework.flag_for(of_model_name) == nullptr) return false;
  return framework.flag_for(of_model_size) != nullptr ||
         std::all_of(framework.models.begin(), framework.models.end(),
                     [](const auto& model) { return is_of_hub(model.first); });
}

/// A model's name on the hub means the same wherever a text names a model.
template <class Named>
void share_named(std::vector<LaunchFramework>& frameworks, Named LaunchFramework::*list) {
  Named all;
  const auto put = [](Named& to, const auto& entry) {
    if (std::none_of(to.begin(), to.end(), [&](const auto& each) { return each.first == entry.first; }))
      to.push_back(entry);
  };
  for (const LaunchFramework& each : frameworks)
    for (const auto& entry : each.*list)
      if (is_of_hub(entry.first)) put(all, entry);
  for (LaunchFramework& each : frameworks)
    if (may_name_of_hub(each))
      for (const auto& entry : all) put(each.*list, entry);
}

}  // namespace

void share_flags(std::vector<LaunchFramework>& frameworks) {
  share_named(frameworks, &LaunchFramework::models);
  share_named(frameworks, &LaunchFramework::model_sizes);
  std::vector<Lendable> lendable;
  for (LaunchFramework& each : frameworks) {
    each.borrowed.clear();
    lendable.push_back(lendable_of(each));
  }
  for (LaunchFramework& borrower : frameworks) {
    std::vector<FlagSpec> borrowed;
    LookedAt looked_at;
    for (const FlagSpec& own : borrower.flags) looked_at.insert(own.flag);
    const LaunchFramework* base = find_framework(frameworks, family_of(borrower));
    for (const bool releases : {true, false})  // of the tool itself before forks
      for (std::size_t i = 0; i < frameworks.size(); ++i)
        // A runner's flags lie over a recipe, and are no release's or fork's of what it runs.
        if (const LaunchFramework& lender = frameworks[i];
            lender.needs.empty() && borrower.needs.empty() && &lender != &borrower &&
            family_of(lender) == family_of(borrower) && base != nullptr &&
            (lender.repository == base->repository) == releases)
          lend_all(lendable[i], lender, borrower, borrowed, looked_at);
    borrower.borrowed = std::move(borrowed);
  }
}

bool fits(std::string_view name, std::string_view pattern) {
  std::size_t same = 0;
  while (same < pattern.size() && pattern[same] != '*' && same < name.size() && pattern[same] == name[same]) ++same;
  if (same == pattern.size()) return same == name.size();
  if (pattern[same] != '*') return false;
  name.remove_prefix(same);
  return name.ends_with(pattern.substr(same + 1));
}

namespace {

/// Whether one of the sorted patterns fits. Letter by letter only those are left that begin as the name does: all of
/// them are asked for thousands of names while the program starts.
bool fits_one(std::string_view name, std::span<const std::string> sorted) {
  for (std::size_t i = 0; !sorted.empty(); ++i) {
    const auto letter = [i](const std::string& each) {
      return i < each.size() ? static_cast<int>(static_cast<unsigned char>(each[i])) : -1;
    };
    const auto before = [&](int wanted) {
      const auto end = std::partition_point(sorted.begin(), sorted.end(),
                                            [&](const std::string& each) { return letter(each) < wanted; });
      return static_cast<std::size_t>(end - sorted.begin());
    };
    const auto with = [&](int wanted) {
      const std::size_t begin = before(wanted);
      return sorted.subspan(begin, before(wanted + 1) - begin);
    };
    for (const std::string& pattern : with('*'))
      if (fits(name, pattern)) return true;
    if (i == name.size()) return !with(-1).empty();
    sorted = with(static_cast<unsigned char>(name[i]));
  }
  return false;
}

}  // namespace

bool LaunchFramework::ignores(std::string_view name) const {
  if (fits_one(name, ignored)) return true;
  if (const std::string dashed = with_dashes(name); !dashed.empty() && ignores(dashed)) return true;
  for (const auto& [prefix, of] : names_below) {
    if (!name.starts_with(prefix) || (!of.empty() && name.starts_with(of))) continue;
    const std::string_view rest =
        name.substr(of.empty() ? prefix.size() : std::max(prefix.size(), name.rfind('.') + 1));
    if (ignores(of + std::string(rest))) return true;
  }
  return false;
}

const std::string& LaunchFramework::own_name(const FlagSpec& spec) const {
  if (form == LaunchForm::flags || !spec.flag.starts_with("--")) return spec.flag;
  const auto own = std::find_if(flags.begin(), flags.end(), [&](const FlagSpec& each) {
    return each.same_as == spec.flag && !each.flag.starts_with("--");
  });
  return own == flags.end() ? spec.flag : own->flag;
}

std::string_view LaunchFramework::plain_name(std::string_view name) const {
  const FlagSpec* spec = flag(name);
  if (spec == nullptr) return {};
  return spec->same_as.empty() ? spec->flag : spec->same_as;
}

namespace {

/// Of others of its family.
std::ptrdiff_t count_borrowed(const LaunchFramework& framework, std::span<const std::string> flags) {
  return std::count_if(flags.begin(), flags.end(), [&](const std::string& flag) {
    const FlagSpec* spec = framework.flag(flag);
    return spec != nullptr && !spec->borrowed_from.empty();
  });
}

std::ptrdiff_t count_known(const LaunchFramework& framework, std::span<const std::string> flags) {
  return std::count_if(flags.begin(), flags.end(),
                       [&](const std::string& flag) { return framework.flag(flag) != nullptr; });
}

}  // namespace

std::vector<std::string> keys_asked_first(const FrameworkRule& rule) {
  std::vector<std::string> keys = rule.keys;
  if (rule.severity != RuleSeverity::adjust || !rule.holds) return keys;
  const auto place = [&](const std::string& key) {
    return std::find_if(rule.holds->nodes.begin(), rule.holds->nodes.end(),
                        [&](const ExpressionNode& node) { return node.name == key; });
  };
  std::stable_sort(keys.begin(), keys.end(),
                   [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
  return keys;
}

bool is_model_called(std::string_view name, std::string_view called) {
  while (called.ends_with('/')) called.remove_suffix(1);
  const std::size_t owner = name.rfind('/'), folder = called.rfind('/');
  if (owner == std::string_view::npos) return name == called;
  std::string own(called.substr(folder + 1));  // all of it where there is no folder
  for (std::size_t at = own.find("___"); at != std::string::npos; at = own.find("___", at))
    own.replace(at, 3, ".");  // as ModelScope calls folders: "Qwen2___5-7B"
  const std::string_view plain = name.substr(owner + 1);
  if (same_words(plain, own)) return true;
  // What a model is taught behind its training changes no size.
  for (const std::string_view taught : {"-Instruct", "-instruct", "-Chat", "-chat"})
    if (own.ends_with(taught)) return same_words(plain, own.substr(0, own.size() - taught.size()));
  return false;
}

const LaunchFramework* framework_of(std::span<const std::string> flags, LaunchForm form,
                                    std::span<const LaunchFramework> frameworks) {
  const auto claimed = [&](const LaunchFramework& each) {
    if (each.told_by.empty() ? count_known(each, flags) == 0 : !tells(each, flags)) return false;
    if (is_told_off(each, flags)) return false;
    if (form == LaunchForm::yaml && each.form == LaunchForm::toml && count_telling(each, flags) < 2) return false;
    const LaunchFramework* base = find_framework(frameworks, each.extends);
    if (base == nullptr) return true;
    if (each.repository == base->repository && mixes_releases(*base, flags)) return false;
    if (each.form != base->form) return each.form == form;
    // One flag of its own may be any tool's, where none tells its family; two aren't.
    return each.form != LaunchForm::flags || tells(*base, flags) || count_telling_alone(each, flags) > 1;
  };
  if (flags.empty()) return nullptr;
  const LaunchFramework* best = nullptr;
  std::ptrdiff_t most = -1;
  for (const LaunchFramework& each : frameworks) {
    if (!claimed(each)) continue;
    const bool dialect = best != nullptr && best->extends.empty() && each.extends == best->preset;
    const std::ptrdiff_t known = count_known(each, flags);
    const bool same_family = best != nullptr && !best->extends.empty() && each.extends == best->extends;
    const LaunchFramework* base = same_family ? find_framework(frameworks, each.extends) : nullptr;
    const bool release = base != nullptr && each.repository == base->repository;
    const bool nearer =
        release && !writes_underscores(each, flags) && count_borrowed(each, flags) < count_borrowed(*best, flags);
    if (dialect || nearer || (!same_family && known > most)) most = std::max(known, most), best = &each;
  }
  return best;
}

const LaunchFramework* framework_like(std::span<const std::string> flags, LaunchForm form,
                                      std::span<const LaunchFramework> frameworks) {
  const auto shares = [&](const LaunchFramework& each) {
    return std::any_of(flags.begin(), flags.end(), [&](const std::string& flag) {
      const FlagSpec* spec = each.flag(flag);
      return spec != nullptr && carries_plan(*spec);
    });
  };
  const auto found = std::find_if(frameworks.begin(), frameworks.end(), [&](const LaunchFramework& each) {
    return each.form == form && each.extends.empty() && shares(each);
  });
  return found != frameworks.end() ? &*found : nullptr;
}

ModelFunction model_function(const LaunchFramework& framework, std::string_view model) {
  const std::size_t space = model.find(' ');
  if (space == std::string_view::npos) return {"my_models", "my_model"};
  std::string module = framework.python.module, function = lower(model);
  if (const std::size_t at = module.find("{}"); at != std::string::npos) module.replace(at, 2, model.substr(0, space));
  std::replace_if(
      function.begin(), function.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return {module, function};
}

const LaunchFramework* find_framework(std::span<const LaunchFramework> frameworks, std::string_view name) {
  if (name.empty()) return nullptr;  // of most scenarios, which are no launch
  const std::string wanted = lower(name);
  for (const LaunchFramework& each : frameworks)
    if (lower(each.preset) == wanted) return &each;
  for (const LaunchFramework& each : frameworks)
    for (const std::string& alias : each.aliases)
      if (lower(alias) == wanted) return &each;
  return nullptr;
}

std::vector<const LaunchFramework*> offered_frameworks(std::span<const LaunchFramework> frameworks,
                                                       std::string_view also) {
  std::vector<const LaunchFramework*> offered;
  for (const LaunchFramework& each : frameworks)
    if (each.extends.empty() || each.preset == also) offered.push_back(&each);
  return offered;
}

std::vector<std::string> framework_names(std::span<const LaunchFramework> frameworks) {
  std::vector<std::string> names;
  for (const LaunchFramework* each : offered_frameworks(frameworks)) names.push_back(each->preset);
  return names;
}

std::string framework_titles(std::span<const LaunchFramework> frameworks) {
  std::vector<std::string> titles;
  for (const LaunchFramework* each : offered_frameworks(frameworks))
    if (std::find(titles.begin(), titles.end(), each->title) == titles.end()) titles.push_back(each->title);
  return joined(titles);
}

std::optional<LaunchForm> form_of_file(std::string_view file) {
  for (std::size_t i = 0; i < count_of<LaunchForm>; ++i)
    for (const std::string_view ending : table_of<LaunchForm>[i].endings)
      if (!ending.empty() && file.ends_with(ending)) return static_cast<LaunchForm>(i);
  return std::nullopt;
}

}  // namespace shardscope

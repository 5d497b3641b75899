#include "app/files/launch_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "core/launch_text/launch_text.h"

namespace shardscope {

namespace {

namespace fs = std::filesystem;

/// Texts of the sources that are files, by their place; nothing of others.
using Texts = std::vector<std::optional<std::string>>;

Texts texts_of_files(const std::vector<std::string>& sources, const Presets& presets) {
  Texts texts;
  for (const std::string& source : sources) {
    texts.emplace_back();
    if (!names_file(source, presets)) continue;
    if (Outcome<std::string> text = read_text_file(source, limits::launch_bytes_max); succeeded(text))
      texts.back() = std::move(std::get<0>(text));
  }
  return texts;
}

/// What the source's text is called among the files: by its name, with its folders where another has that name too.
std::string name_among(const std::vector<std::string>& sources, std::size_t at) {
  const std::string_view name = name_of_file(sources[at]);
  const auto same = [&](const std::string& each) { return name_of_file(each) == name; };
  return std::count_if(sources.begin(), sources.end(), same) > 1 ? sources[at] : std::string(name);
}

/// Whether the script at `reader` reads the file at `other` as one of those that it names.
bool reads(const std::vector<std::string>& sources, const Texts& texts, const LaunchInputs& inputs,
           const Presets& presets, std::size_t reader, std::size_t other) {
  if (reader == other || !texts[reader] || !texts[other]) return false;
  ShellOutside outside{inputs.environment, inputs.arguments, {}};
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (texts[i] && i != reader && i != other) outside.files[name_among(sources, i)] = *texts[i];
  const std::vector<std::string> wanted = files_wanted_by(*texts[reader], sources[reader], outside, presets.frameworks);
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& path) {
    const std::size_t same = same_parts(path, sources[other]);
    return same > 0 && std::none_of(sources.begin(), sources.end(),
                                    [&](const std::string& each) { return same_parts(path, each) > same; });
  });
}

/// By the place of each source, the source that reads it; its own place where none does.
std::vector<std::size_t> readers_of(const std::vector<std::string>& sources, const Texts& texts,
                                    const LaunchInputs& inputs, const Presets& presets) {
  std::vector<std::size_t> readers(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    readers[i] = i;
    for (std::size_t reader = 0; reader < sources.size() && readers[i] == i; ++reader)
      if (reads(sources, texts, inputs, presets, reader, i) && !(reader < i && readers[reader] == i))
        readers[i] = reader;
  }
  for (std::size_t& reader : readers)  // of a file that another reads, the one that nobody does
    for (std::size_t step = 0; step < sources.size() && readers[reader] != reader; ++step) reader = readers[reader];
  return readers;
}

std::optional<fs::path> file_within(const fs::path& folder, const fs::path& path) {
  std::error_code failure;
  const fs::path whole = fs::weakly_canonical(path, failure);
  if (failure || !fs::is_regular_file(whole, failure)) return std::nullopt;
  const fs::path relative = whole.lexically_relative(folder);
  const bool within = !relative.empty() && *relative.begin() != "..";
  return within ? std::optional(whole) : std::nullopt;
}

/// The file at the path as the script says it, if it lies in the script's folder or below; a script that is run from
/// further above names its own folder before it: examples/conf/ds.json of examples/train.sh.
std::optional<fs::path> path_within(const fs::path& folder, const std::string& said) {
  if (const auto here = file_within(folder, folder / fs::path(said))) return here;
  const std::string own = folder.generic_string();
  for (std::size_t slash = said.find('/'); slash != std::string::npos; slash = said.find('/', slash + 1))
    if (slash > 0 && own.ends_with("/" + said.substr(0, slash)))
      if (const auto below = file_within(folder, folder / fs::path(said.substr(slash + 1)))) return below;
  return std::nullopt;
}

}  // namespace

Outcome<ScenarioSource> source_of(const std::string& first, const LaunchInputs& inputs, const Presets& presets) {
  std::vector<std::string> sources = {first};
  sources.insert(sources.end(), inputs.files.begin(), inputs.files.end());
  ScenarioSource found{first, {inputs.environment, inputs.arguments, {}}};
  if (sources.size() == 1) return found;
  const Texts texts = texts_of_files(sources, presets);
  for (std::size_t i = 1; i < sources.size(); ++i)
    if (!texts[i]) {
      const Outcome<std::string> why = read_text_file(sources[i], limits::launch_bytes_max);
      std::vector<Problem> problems = succeeded(why) ? std::vector<Problem>() : problems_of(why);
      for (Problem& problem : problems) problem.places = {{sources[i], 0, {}}};
      return problems;
    }
  const std::size_t main = readers_of(sources, texts, inputs, presets).front();
  found.source = sources[main];
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (i != main && texts[i]) found.outside.files[name_among(sources, i)] = *texts[i];
  return found;
}

std::vector<ScenarioSource> sources_of(const std::vector<std::string>& sources, const LaunchInputs& inputs,
                                       const Presets& presets) {
  const Texts texts = sources.size() > 1 ? texts_of_files(sources, presets) : Texts(sources.size());
  const std::vector<std::size_t> readers = readers_of(sources, texts, inputs, presets);
  std::vector<ScenarioSource> found;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (readers[i] != i) continue;
    found.push_back({sources[i], {inputs.environment, inputs.arguments, {}}});
    for (std::size_t other = 0; other < sources.size(); ++other)
      if (other != i && readers[other] == i) found.back().outside.files[name_among(sources, other)] = *texts[other];
  }
  return found;
}

ShellOutside with_files_beside(std::string_view text, const std::string& file, const Presets& presets,
                               ShellOutside outside) {
  std::error_code failure;
  const fs::path folder = fs::weakly_canonical(fs::absolute(fs::path(file), failure).parent_path(), failure);
  if (failure) return outside;
  std::set<std::string> tried;
  for (bool more = true; more && outside.files.size() < limits::launch_files_max;) {
    more = false;
    for (const std::string& path : files_wanted_by(text, file, outside, presets.frameworks)) {
      const std::optional<fs::path> there = tried.insert(path).second ? path_within(folder, path) : std::nullopt;
      if (!there) continue;
      Outcome<std::string> read = read_text_file(there->string(), limits::launch_bytes_max);
      if (!succeeded(read)) continue;
      more = outside.files.emplace(name_of_file(path), std::move(std::get<0>(read))).second || more;
    }
  }
  return outside;
}

}  // namespace shardscope

#include "core/shell/shell_edits.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/shell/filters/sed.h"
#include "core/shell/shell_programs.h"
#include "core/shell/shell_texts.h"

namespace shardscope {

std::vector<std::string> copied(const ShellWords& words) {
  std::vector<std::string> paths;
  const std::string& name = words.front().text;
  if (name == "cp" || name == "mv" || name == "ln")
    for (std::size_t i = 1; i < words.size(); ++i)
      if (!words[i].text.starts_with('-')) paths.push_back(rendered(words[i]));
  return paths.size() == 2 ? paths : std::vector<std::string>();
}

bool edits_in_place(const ShellWords& words) {
  constexpr std::string_view editors[] = {"sed", "perl", "ruby"};
  return std::find(std::begin(editors), std::end(editors), words.front().text) != std::end(editors) &&
         std::any_of(words.begin() + 1, words.end(), [](const ShellWord& word) {
           return word.text.starts_with("--in-place") || (word.text.starts_with('-') && !word.text.starts_with("--") &&
                                                          word.text.find('i') != std::string::npos);
         });
}

std::string edited_in_place(const ShellWords& words) {
  std::vector<std::string> texts;
  for (const ShellWord& word : words) texts.push_back(rendered(word));
  const bool named_sed = texts.front() == "sed";
  if (texts.front() == "sponge") return texts.back();
  if (texts.front() == "yq" && std::any_of(texts.begin(), texts.end(), [](const std::string& word) {
        return word == "-i" || word == "--inplace" || word == "-yi" || word == "-iy";
      }))
    return texts.back();
  if (const auto sed = named_sed ? sed_call(texts) : std::nullopt)
    return sed->in_place && sed->files.size() == 1 ? sed->files.front() : std::string();
  return edits_in_place(words) ? texts.back() : std::string();
}

bool has_option(const ShellWords& words, std::string_view option) {
  return std::any_of(words.begin(), words.end(), [&](const ShellWord& word) { return word.text == option; });
}

std::vector<std::string> edited_together(const ShellWords& words) {
  std::vector<std::string> files;
  if (!edits_in_place(words)) return files;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (may_be_configuration(words[i].text)) files.push_back(rendered(words[i]));
  return files.size() > 1 ? files : std::vector<std::string>();
}

ShellWords to_its_output(ShellWords words) {
  std::erase_if(
      words, [](const ShellWord& word) { return word.text.starts_with("-i") || word.text.starts_with("--in-place"); });
  for (ShellWord& word : words)
    if (word.text.starts_with('-') && word.text.find_first_not_of("nErs", 1) == word.text.find('i'))
      word.text.resize(std::min(word.text.find('i'), word.text.size()));
  return words;
}

}  // namespace shardscope

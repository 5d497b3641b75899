#include "core/logs/word_finder.h"

#include <cstring>

namespace shardscope {

std::uint32_t WordFinder::slot_of(const char* at) {
  std::uint32_t four = 0;
  std::memcpy(&four, at, sizeof four);
  return four * 2654435761u >> (32 - bits);
}

WordFinder::WordFinder(std::span<const std::string_view> words) : words_(words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() < word_min) continue;
    const std::uint32_t slot = slot_of(words[i].data());
    begins_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
    words_of_slot_[slot % words_of_slot_.size()].push_back(static_cast<std::uint16_t>(i));
  }
}

std::size_t WordFinder::first(std::string_view text, std::size_t from) const {
  if (text.size() < word_min) return std::string_view::npos;
  for (std::size_t at = from; at + word_min <= text.size(); ++at) {
    const std::uint32_t slot = slot_of(text.data() + at);
    if (!may_begin(slot)) continue;
    for (const std::uint16_t word : words_of_slot_[slot % words_of_slot_.size()])
      if (text.substr(at).starts_with(words_[word])) return at;
  }
  return std::string_view::npos;
}

void WordFinder::all(std::string_view text, std::vector<Hit>& hits) const {
  hits.clear();
  for (std::size_t at = 0; at + word_min <= text.size(); ++at) {
    const std::uint32_t slot = slot_of(text.data() + at);
    if (!may_begin(slot)) continue;
    for (const std::uint16_t word : words_of_slot_[slot % words_of_slot_.size()])
      if (text.substr(at).starts_with(words_[word])) hits.push_back({at, word});
  }
}

}  // namespace shardscope

#include "render/text/fonts.h"

#include <algorithm>
#include <cfloat>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include "render/text/hatch.h"

namespace shardscope {

namespace {

constexpr float reference_size = 16.0f;  // the size that the digits' advance is given for; every other scales from it
// A font's line height over its type size. Dear ImGui rounds line heights to whole pixels; with this one, type of 12,
// 13 and 26 comes out within 1 % of its size at scales 1, 1.5 and 2.
constexpr float line_per_em = 1.24f;
constexpr std::string_view even_digits = "0123456789";

/// Paths below a font folder, by distribution: Debian, Fedora, Arch, a user's own.
struct Family {
  std::span<const std::string_view> folders;
  std::string_view regular, medium, semibold;
};
constexpr std::string_view inter_folders[] = {
    "opentype/inter", "truetype/inter", "rsms-inter-fonts", "inter", "OTF", "TTF", "Inter", ""};
constexpr std::string_view dejavu_folders[] = {"truetype/dejavu", "dejavu-sans-fonts", "dejavu", "TTF", ""};
constexpr Family inter_otf{inter_folders, "Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf"};
constexpr Family inter_ttf{inter_folders, "Inter-Regular.ttf", "Inter-Medium.ttf", "Inter-SemiBold.ttf"};
constexpr Family mono{dejavu_folders, "DejaVuSansMono.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono.ttf"};
constexpr Family dejavu{dejavu_folders, "DejaVuSans.ttf", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"};

using FontFile = std::vector<char>;

std::optional<FontFile> read_font(const std::filesystem::path& path) {
  std::error_code none;  // also where it is a folder
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  if (none || size < 12) return std::nullopt;
  FontFile bytes(size);
  if (!std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(size)))
    return std::nullopt;
  const std::string_view tag(bytes.data(), 4);
  if (tag != "OTTO" && tag != "true" && tag != std::string_view("\0\1\0\0", 4)) return std::nullopt;
  return bytes;
}

struct Files {
  FontFile regular, medium, semibold;
};

std::optional<Files> find_family(const Family& family, const std::vector<std::filesystem::path>& folders) {
  for (const auto& base : folders) {
    for (const std::string_view folder : family.folders) {
      const auto at = base / folder;
      auto regular = read_font(at / family.regular);
      auto semibold = read_font(at / family.semibold);
      if (!regular || !semibold) continue;
      auto medium = read_font(at / family.medium);
      if (!medium) medium = regular;
      return Files{std::move(*regular), std::move(*medium), std::move(*semibold)};
    }
  }
  return std::nullopt;
}

/// The atlas takes a copy, which it frees itself.
ImFont* add(ImFontAtlas& atlas, FontFile& file, ImFontConfig config) {
  config.FontData = file.data();
  config.FontDataSize = static_cast<int>(file.size());
  config.FontDataOwnedByAtlas = false;
  return atlas.AddFont(&config);
}

struct Metrics {
  float line_per_em = 1.0f;
  float digit_advance = 0.0f;  // the widest digit's, in type sizes
};

/// Measured in an atlas of its own. A negative size makes Dear ImGui take sizes as type sizes instead of line heights.
Metrics measure(FontFile& file) {
  constexpr float size = 1000.0f;
  ImFontAtlas atlas;
  ImFontConfig config;
  config.SizePixels = -size;
  config.GlyphMaxAdvanceX = -FLT_MAX;  // scaled by the negative size
  ImFont* font = add(atlas, file, config);
  if (font == nullptr) return {};
  ImFontBaked* baked = font->GetFontBaked(size, 1.0f);
  Metrics metrics;
  metrics.line_per_em = (baked->Ascent - baked->Descent) / size;
  for (const char digit : even_digits)
    metrics.digit_advance = std::max(metrics.digit_advance, baked->GetCharAdvance(static_cast<ImWchar>(digit)) / size);
  return metrics;
}

ImFontConfig merged(float size) {
  ImFontConfig config;
  config.SizePixels = size;
  config.MergeMode = true;
  return config;
}

/// First the file for its line alone, without glyphs; then its glyphs, drawn so small that a line is `line_per_em` of
/// them; then its digits with one advance; then `others` for signs that it doesn't have.
ImFont* add_with_even_digits(ImFontAtlas& atlas, FontFile& file, FontFile* others, std::string_view name = {}) {
  static constexpr ImWchar all[] = {1, IM_UNICODE_CODEPOINT_MAX > 0xFFFF ? 0xFFFF : IM_UNICODE_CODEPOINT_MAX, 0};
  static constexpr ImWchar digit_range[] = {'0', '9', 0};
  const Metrics metrics = measure(file);
  ImFontConfig base;
  base.SizePixels = reference_size;
  base.GlyphExcludeRanges = all;
  name.copy(base.Name, sizeof(base.Name) - 1);
  ImFont* font = add(atlas, file, base);
  if (font == nullptr) return nullptr;

  const float type_size = reference_size / line_per_em;
  ImFontConfig glyphs = merged(type_size * metrics.line_per_em);
  glyphs.GlyphExcludeRanges = digit_range;
  add(atlas, file, glyphs);
  ImFontConfig even = merged(glyphs.SizePixels);
  even.GlyphMinAdvanceX = even.GlyphMaxAdvanceX = metrics.digit_advance * type_size;
  add(atlas, file, even);
  if (others != nullptr) add(atlas, *others, merged(type_size * measure(*others).line_per_em));
  return font;
}

}  // namespace

std::vector<std::filesystem::path> usual_font_folders() {
  std::vector<std::filesystem::path> folders;
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') {
    folders.push_back(std::filesystem::path(home) / ".local/share/fonts");
    folders.push_back(std::filesystem::path(home) / ".fonts");
  }
  folders.emplace_back("/usr/local/share/fonts");
  folders.emplace_back("/usr/share/fonts");
  return folders;
}

Fonts load_fonts(ImFontAtlas& atlas, const std::vector<std::filesystem::path>& folders) {
  Fonts fonts;
  std::optional<Files> others = find_family(dejavu, folders);
  std::optional<Files> files = find_family(inter_otf, folders);
  if (!files) files = find_family(inter_ttf, folders);
  if (!files) {
    fonts.note = "Inter isn't installed (Debian: fonts-inter)";
    files.swap(others);
  }
  if (files) {
    FontFile* signs = others ? &others->regular : nullptr;
    fonts.line_per_em = line_per_em;
    fonts.regular = add_with_even_digits(atlas, files->regular, signs);
    fonts.medium = add_with_even_digits(atlas, files->medium, signs);
    fonts.semibold = add_with_even_digits(atlas, files->semibold, signs);
  }
  if (std::optional<Files> program = find_family(mono, folders))
    add_with_even_digits(atlas, program->regular, nullptr, mono_font_name);
  if (fonts.regular == nullptr) {
    fonts.note = "neither Inter nor DejaVu Sans is installed (Debian: fonts-inter)";
    fonts.line_per_em = 1.0f;
    fonts.regular = atlas.AddFontDefault();
  }
  fonts.atlas = &atlas;
  fonts.hatch = add_hatch_tile(atlas);
  if (fonts.medium == nullptr) fonts.medium = fonts.regular;
  if (fonts.semibold == nullptr) fonts.semibold = fonts.regular;
  return fonts;
}

ImFont* mono_font(const Fonts& fonts) {
  if (fonts.atlas == nullptr) return nullptr;
  for (ImFont* font : fonts.atlas->Fonts)
    if (!font->Sources.empty() && std::string_view(font->Sources[0]->Name) == mono_font_name) return font;
  return nullptr;
}

}  // namespace shardscope

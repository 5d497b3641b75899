#include "render/text/mono_font.h"

#include <string_view>

namespace shardscope {

ImFont* mono_font(const Fonts& fonts) {
  if (fonts.atlas == nullptr) return nullptr;
  for (ImFont* font : fonts.atlas->Fonts)
    if (!font->Sources.empty() && std::string_view(font->Sources[0]->Name) == mono_font_name) return font;
  return nullptr;
}

}  // namespace shardscope

// The charts of the Timeline or of the lab to a file that the person chose: a drawing, a table or a trace at once, a
// picture of the window once it is drawn without lists and dialogs.
#pragma once

#include <string>

#include "app/explorer/state/explorer.h"
#include "render/picture/image.h"

namespace shardscope {

/// Writes what is shown by the file's ending; of a picture only that it is due. False with a notice that says why not.
bool export_charts(Explorer& explorer, const std::string& file);

/// Whether the frame that was just drawn is the one to take.
[[nodiscard]] bool picture_is_due(const Explorer& explorer);
/// Writes what the window shows of the charts. `scale`: pixels of `window` a unit of the places.
void take_picture(Explorer& explorer, const Image& window, float scale);

/// A part of a picture, as far as it lies within it.
[[nodiscard]] Image cut_out(const Image& image, const Rect& part);

}  // namespace shardscope

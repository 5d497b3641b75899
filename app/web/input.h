// What a page's events are to Dear ImGui; page.js calls these by their names. Lengths are CSS pixels.
#pragma once

extern "C" {

void shardscope_size(int width, int height, int pixels_across, int pixels_up);
void shardscope_pointer(float x, float y, int touches);
void shardscope_pointer_gone();
void shardscope_button(int button, int down);
/// In lines, as a mouse wheel turns.
void shardscope_wheel(float across, float up);
/// A key by Dear ImGui's name for it, after the modifiers that are held.
void shardscope_key(const char* name, int down);
void shardscope_modifiers(int ctrl, int shift, int alt, int super);
void shardscope_text(const char* text);
void shardscope_focus(int focused);
void shardscope_pasted(const char* text);
/// Whether what has the focus takes text.
int shardscope_wants_text();
}

namespace shardscope {

/// The page's clipboard, and the keys of a Mac where it runs on one.
void begin_input();

}  // namespace shardscope

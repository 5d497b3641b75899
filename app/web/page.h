// app/web: the explorer in a browser's tab. In: the page's events, files and address, from page.js. Out: frames of
// app/window's loop through WebGL 2, downloads, the address, what is kept between visits. Compiled for WebAssembly
// alone.
//
// What page.js calls by these names, once it has the program's files in place.
#pragma once

#include <cstdint>

extern "C" {

/// Opens the explorer on a code or a preset's name (empty: on what was open, or the first preset), on a view of it
/// (empty: on what was shown), that view alone where `alone`. Kept between visits where `keeps`. Empty, or why it
/// can't.
const char* shardscope_start(const char* scenario, const char* view, int alone, int keeps);
/// Draws a frame. Seconds until the next is due, 0 at once; less than 0: once something happens.
double shardscope_frame();
/// Shows the scenario of a code that the address was set to.
void shardscope_go_to(const char* code);
/// The report of a preset as `shardscope report PRESET --json` prints it; or one line that says why there is none.
const char* shardscope_report(const char* preset);
/// Where a control or a view stands, by its name among app/panels/places.h: "left top width height"; empty: nowhere.
const char* shardscope_place(const char* name);
/// What a person who doesn't see the picture is told: scenario, verdict, what was said.
const char* shardscope_words();
/// Bytes that the program's memory takes: it never gives any back.
int shardscope_memory();
/// The control that the keys go to, with its value; empty where none shows that it has them.
const char* shardscope_focused();
}

# shardscope_imgui: Dear ImGui 1.92 or later with its GLFW and OpenGL 3 backends, compiled without our warnings.
# The first of these that is there: -DSHARDSCOPE_IMGUI_DIR=, the system's own, what app/fetch_source.sh
# gets from Debian's archive, the upstream release (pinned by hash). Nothing waits longer than its time limit.
set(imgui_version_min 19200)
include(CheckCXXSourceCompiles)

# Sets RESULT to TRUE when FOLDER/imgui.h is of a version that will do.
function(imgui_is_recent folder result)
  set(${result} FALSE PARENT_SCOPE)
  if(NOT EXISTS ${folder}/imgui.h)
    return()
  endif()
  file(STRINGS ${folder}/imgui.h line REGEX "^#define IMGUI_VERSION_NUM +[0-9]+")
  if(line MATCHES "([0-9]+)$" AND NOT CMAKE_MATCH_1 LESS imgui_version_min)
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# Whether a program with both backends links against LIBRARIES with the headers in FOLDERS.
function(imgui_links result folders libraries)
  set(CMAKE_REQUIRED_INCLUDES ${folders})
  set(CMAKE_REQUIRED_LIBRARIES ${libraries})
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("
    #include <imgui.h>
    #include <imgui_impl_glfw.h>
    #include <imgui_impl_opengl3.h>
    int main() {
      ImGui::CreateContext();
      ImGui_ImplGlfw_InitForOpenGL(nullptr, true);
      ImGui_ImplOpenGL3_Init();
    }" ${result})
  set(${result} ${${result}} PARENT_SCOPE)
endfunction()

# The system's, where it has both backends and links. Debian's is a static library that needs FreeType and doesn't say so.
function(add_imgui_from_system)
  find_package(PkgConfig QUIET)
  if(NOT PkgConfig_FOUND)
    return()
  endif()
  pkg_check_modules(SHARDSCOPE_SYSTEM_IMGUI QUIET "imgui>=1.92")
  if(NOT SHARDSCOPE_SYSTEM_IMGUI_FOUND)
    return()
  endif()
  pkg_check_modules(SHARDSCOPE_FREETYPE QUIET freetype2)
  find_path(SHARDSCOPE_SYSTEM_IMGUI_BACKENDS imgui_impl_glfw.h HINTS ${SHARDSCOPE_SYSTEM_IMGUI_INCLUDE_DIRS}
            PATH_SUFFIXES imgui imgui/backends backends)
  set(folders ${SHARDSCOPE_SYSTEM_IMGUI_INCLUDE_DIRS} ${SHARDSCOPE_SYSTEM_IMGUI_BACKENDS})
  set(libraries ${SHARDSCOPE_SYSTEM_IMGUI_LINK_LIBRARIES} glfw ${CMAKE_DL_LIBS})
  imgui_links(SHARDSCOPE_SYSTEM_IMGUI_LINKS "${folders}" "${libraries}")
  if(NOT SHARDSCOPE_SYSTEM_IMGUI_LINKS)
    list(APPEND libraries ${SHARDSCOPE_FREETYPE_LINK_LIBRARIES})
    imgui_links(SHARDSCOPE_SYSTEM_IMGUI_LINKS_WITH_FREETYPE "${folders}" "${libraries}")
  endif()
  if(NOT SHARDSCOPE_SYSTEM_IMGUI_LINKS AND NOT SHARDSCOPE_SYSTEM_IMGUI_LINKS_WITH_FREETYPE)
    message(STATUS "Dear ImGui: the system's ${SHARDSCOPE_SYSTEM_IMGUI_VERSION} doesn't link with GLFW and OpenGL 3")
    return()
  endif()
  add_library(shardscope_imgui INTERFACE)
  target_include_directories(shardscope_imgui SYSTEM INTERFACE ${folders})
  target_link_libraries(shardscope_imgui INTERFACE ${libraries})
  message(STATUS "Dear ImGui: the system's, ${SHARDSCOPE_SYSTEM_IMGUI_VERSION}")
endfunction()

# Sets RESULT to a folder with Dear ImGui's source from Debian's archive, or to "" when it couldn't be had.
function(fetch_imgui_from_debian result)
  set(${result} "" PARENT_SCOPE)
  execute_process(COMMAND sh ${PROJECT_SOURCE_DIR}/app/fetch_source.sh imgui forky backends/imgui_impl_opengl3.cpp
                          ${PROJECT_SOURCE_DIR}/build
                  OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE why
                  ERROR_STRIP_TRAILING_WHITESPACE TIMEOUT 300)
  imgui_is_recent("${folder}" recent)
  if(recent)
    set(${result} ${folder} PARENT_SCOPE)
  else()
    message(STATUS "Dear ImGui from Debian: ${why}")
  endif()
endfunction()

# The same from the upstream release. What comes must have the hash written here.
function(fetch_imgui_from_upstream result)
  set(${result} "" PARENT_SCOPE)
  set(keep ${PROJECT_SOURCE_DIR}/build/_imgui)
  if(NOT EXISTS ${keep}/imgui-1.92.5/LICENSE.txt)
    message(STATUS "Dear ImGui: asking for the upstream release")
    file(DOWNLOAD https://github.com/ocornut/imgui/archive/refs/tags/v1.92.5.tar.gz ${keep}/imgui.tar.gz
         TIMEOUT 60 INACTIVITY_TIMEOUT 10 STATUS status)
    list(GET status 0 failed)
    if(NOT failed)
      file(SHA256 ${keep}/imgui.tar.gz hash)
    endif()
    if(failed OR NOT hash STREQUAL 0eb50fe9aeba1a51f96b5843c7f630a32ed2e9362d693c61b87e4fa870cf826d)
      message(STATUS "Dear ImGui from upstream: ${status}")
      file(REMOVE ${keep}/imgui.tar.gz)
      return()
    endif()
    file(ARCHIVE_EXTRACT INPUT ${keep}/imgui.tar.gz DESTINATION ${keep})
  endif()
  set(${result} ${keep}/imgui-1.92.5 PARENT_SCOPE)
endfunction()

function(add_imgui_from_source folder)
  set(sources imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp
      backends/imgui_impl_glfw.cpp backends/imgui_impl_opengl3.cpp)
  list(TRANSFORM sources PREPEND ${folder}/)
  add_library(shardscope_imgui STATIC ${sources})
  # Its own sources compiled as one, and at -O2: a frame takes no longer than at -O3, and the first build less.
  set_target_properties(shardscope_imgui PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0 CXX_CLANG_TIDY "")
  set_source_files_properties(${folder}/backends/imgui_impl_glfw.cpp ${folder}/backends/imgui_impl_opengl3.cpp
                              PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_compile_options(shardscope_imgui PRIVATE $<$<CONFIG:Release>:-O2>)
  target_include_directories(shardscope_imgui SYSTEM PUBLIC ${folder} ${folder}/backends)
  target_compile_definitions(shardscope_imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
  target_link_libraries(shardscope_imgui PUBLIC glfw ${CMAKE_DL_LIBS})
  # Where the source went away, the next build configures again and so gets it back.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/imgui.h)
  message(STATUS "Dear ImGui: ${folder}")
endfunction()

if(SHARDSCOPE_IMGUI_DIR)
  imgui_is_recent(${SHARDSCOPE_IMGUI_DIR} imgui_given_is_recent)
  if(NOT imgui_given_is_recent)
    message(FATAL_ERROR "SHARDSCOPE_IMGUI_DIR=${SHARDSCOPE_IMGUI_DIR} holds no Dear ImGui 1.92 or later")
  endif()
  add_imgui_from_source(${SHARDSCOPE_IMGUI_DIR})
else()
  add_imgui_from_system()
  if(NOT TARGET shardscope_imgui)
    fetch_imgui_from_debian(imgui_found)
    if(NOT imgui_found)
      fetch_imgui_from_upstream(imgui_found)
    endif()
    if(NOT imgui_found)
      # The space in front keeps it in one line.
      message(FATAL_ERROR " No Dear ImGui 1.92 or later: install it, go online once so that it can be fetched, "
                          "or give its source with -DSHARDSCOPE_IMGUI_DIR=FOLDER")
    endif()
    add_imgui_from_source(${imgui_found})
  endif()
endif()

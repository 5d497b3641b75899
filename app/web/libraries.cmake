# The libraries that the program is built with, for WebAssembly: headers alone from the system's packages, the others
# from Debian's sources (app/fetch_source.sh), under the names that CMakeLists.txt links.

# Exceptions as the browser has them: without, each call that may throw goes through JavaScript.
set(web_flags -fwasm-exceptions)
add_compile_options(${web_flags})
add_link_options(${web_flags})
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-isystem${PROJECT_SOURCE_DIR}/app/web/libcxx>)

# A target NAME with the system's HEADERS alone: all of /usr/include would bring the machine's own C library.
function(web_headers name headers)
  foreach(place /usr/include /usr/local/include)
    if(EXISTS ${place}/${headers})
      file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/_headers)
      file(CREATE_LINK ${place}/${headers} ${PROJECT_BINARY_DIR}/_headers/${headers} SYMBOLIC)
      add_library(${name} INTERFACE IMPORTED)
      set_target_properties(${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/_headers)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR " There is no ${headers} among the system's headers, for ${name}")
endfunction()
web_headers(nlohmann_json::nlohmann_json nlohmann)
web_headers(tomlplusplus::tomlplusplus toml++)

# FOLDER = PACKAGE's source with FILE in it.
function(web_source folder package suite file)
  execute_process(COMMAND sh ${PROJECT_SOURCE_DIR}/app/fetch_source.sh ${package} ${suite} ${file}
                          ${PROJECT_SOURCE_DIR}/build
                  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE why
                  ERROR_STRIP_TRAILING_WHITESPACE TIMEOUT 300)
  if(NOT found)
    message(FATAL_ERROR " ${package}: ${why}")
  endif()
  set(${folder} ${found} PARENT_SCOPE)
endfunction()

web_source(web_zlib zlib bookworm zlib.h)
set(web_zlib_sources adler32 compress crc32 deflate inffast inflate inftrees trees uncompr zutil)
list(TRANSFORM web_zlib_sources REPLACE "(.+)" "${web_zlib}/\\1.c")
add_library(web_zlib STATIC ${web_zlib_sources})
target_include_directories(web_zlib SYSTEM PUBLIC ${web_zlib})
add_library(ZLIB::ZLIB ALIAS web_zlib)

web_source(web_png libpng1.6 bookworm png.h)
file(GLOB web_png_sources ${web_png}/png*.c)
list(FILTER web_png_sources EXCLUDE REGEX pngtest)
configure_file(${web_png}/scripts/pnglibconf.h.prebuilt ${PROJECT_BINARY_DIR}/_png/pnglibconf.h COPYONLY)
add_library(web_png STATIC ${web_png_sources})
target_include_directories(web_png SYSTEM PUBLIC ${web_png} ${PROJECT_BINARY_DIR}/_png)
target_link_libraries(web_png PUBLIC web_zlib)
add_library(PNG::PNG ALIAS web_png)

web_source(web_yaml yaml-cpp bookworm include/yaml-cpp/yaml.h)
file(GLOB web_yaml_sources ${web_yaml}/src/*.cpp)
add_library(yaml-cpp STATIC ${web_yaml_sources})
set_target_properties(yaml-cpp PROPERTIES UNITY_BUILD OFF)
target_include_directories(yaml-cpp SYSTEM PUBLIC ${web_yaml}/include)
target_compile_definitions(yaml-cpp PUBLIC YAML_CPP_STATIC_DEFINE)

web_source(web_imgui imgui forky backends/imgui_impl_opengl3.cpp)
if(SHARDSCOPE_IMGUI_DIR)
  set(web_imgui ${SHARDSCOPE_IMGUI_DIR})
endif()
set(web_imgui_sources imgui imgui_draw imgui_tables imgui_widgets backends/imgui_impl_opengl3)
list(TRANSFORM web_imgui_sources REPLACE "(.+)" "${web_imgui}/\\1.cpp")
add_library(shardscope_imgui STATIC ${web_imgui_sources})
target_include_directories(shardscope_imgui SYSTEM PUBLIC ${web_imgui} ${web_imgui}/backends)
target_compile_definitions(shardscope_imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_IMPL_OPENGL_ES3)

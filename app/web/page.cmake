# shardscope_page: a folder of static files, build/web/page, which any server of files serves.
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=10 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                  OUTPUT_VARIABLE web_commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
string(TIMESTAMP web_moment "%Y%m%d%H%M%S" UTC)
set(BUILD ${web_commit}-${web_moment})
set(VERSION ${PROJECT_VERSION})

set(web_page ${PROJECT_BINARY_DIR}/page)
file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/web/*.cpp)
add_executable(shardscope_page ${page_sources})
target_link_libraries(shardscope_page PRIVATE shardscope_app shardscope_warnings)
set_target_properties(shardscope_page PROPERTIES OUTPUT_NAME shardscope SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${web_page})
target_link_options(shardscope_page PRIVATE
  --no-entry -sENVIRONMENT=web -sMODULARIZE -sEXPORT_NAME=Shardscope -sDYNAMIC_EXECUTION=0
  -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=64MB -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
  -sEXPORTED_RUNTIME_METHODS=ccall,FS -lidbfs.js -sFORCE_FILESYSTEM
  # What the program reads, at the places where it looks.
  --preload-file ${PROJECT_SOURCE_DIR}/presets@/shardscope/presets --exclude-file */presets/schema/*)
foreach(font opentype/inter/Inter-Regular.otf opentype/inter/Inter-Medium.otf opentype/inter/Inter-SemiBold.otf
        truetype/dejavu/DejaVuSans.ttf truetype/dejavu/DejaVuSans-Bold.ttf truetype/dejavu/DejaVuSansMono.ttf)
  if(NOT EXISTS /usr/share/fonts/${font})
    message(FATAL_ERROR " There is no /usr/share/fonts/${font} (Debian: fonts-inter, fonts-dejavu-core)")
  endif()
  target_link_options(shardscope_page PRIVATE "SHELL:--preload-file /usr/share/fonts/${font}@/usr/share/fonts/${font}")
endforeach()

foreach(text index.html page.js worker.js)
  configure_file(app/web/${text} ${web_page}/${text} @ONLY)
endforeach()
foreach(text page.css embed.js)
  configure_file(app/web/${text} ${web_page}/${text} COPYONLY)
endforeach()
configure_file(assets/shardscope.svg ${web_page}/shardscope.svg COPYONLY)

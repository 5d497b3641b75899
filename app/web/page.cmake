# shardscope_page: a folder of static files, build/web/page, which any server of files serves.
set(web_page ${PROJECT_BINARY_DIR}/page)
file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/web/*.cpp)
add_executable(shardscope_web ${page_sources})
target_link_libraries(shardscope_web PRIVATE shardscope_app shardscope_warnings)
set_target_properties(shardscope_web PROPERTIES OUTPUT_NAME shardscope SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${web_page})
target_link_options(shardscope_web PRIVATE
  --no-entry -sENVIRONMENT=web -sMODULARIZE -sEXPORT_NAME=Shardscope -sDYNAMIC_EXECUTION=0
  -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=64MB -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
  -sEXPORTED_RUNTIME_METHODS=ccall,FS -lidbfs.js -sFORCE_FILESYSTEM
  # What the program reads, at the places where it looks.
  --preload-file ${PROJECT_SOURCE_DIR}/presets@/shardscope/presets --exclude-file */presets/schema/*)
file(GLOB_RECURSE web_presets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/presets/*.json)
set_target_properties(shardscope_web PROPERTIES LINK_DEPENDS "${web_presets}")
foreach(font opentype/inter/Inter-Regular.otf opentype/inter/Inter-Medium.otf opentype/inter/Inter-SemiBold.otf
        truetype/dejavu/DejaVuSans.ttf truetype/dejavu/DejaVuSans-Bold.ttf truetype/dejavu/DejaVuSansMono.ttf)
  if(NOT EXISTS /usr/share/fonts/${font})
    message(FATAL_ERROR " There is no /usr/share/fonts/${font} (Debian: fonts-inter, fonts-dejavu-core)")
  endif()
  target_link_options(shardscope_web PRIVATE "SHELL:--preload-file /usr/share/fonts/${font}@/usr/share/fonts/${font}")
endforeach()

add_custom_target(shardscope_page
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DPAGE=${web_page} -DVERSION=${PROJECT_VERSION}
          -P ${PROJECT_SOURCE_DIR}/app/web/lay_page.cmake
  DEPENDS shardscope_web VERBATIM)

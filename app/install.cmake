# What `cmake --install` puts where a desktop looks for it, and what `cpack` makes a Debian package of: the program, its
# presets, menu entry, icons, AppStream metadata, man page, and completion of bash, zsh and fish.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the program alone has to be built, no test
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(SHARDSCOPE_RSVG rsvg-convert DOC "Draws the icon at fixed sizes; without it the SVG alone is installed")

target_link_options(shardscope PRIVATE LINKER:-z,relro,-z,now)  # as Debian hardens its programs
install(TARGETS shardscope)
install(DIRECTORY presets DESTINATION ${CMAKE_INSTALL_DATADIR}/shardscope)
install(FILES assets/org.shardscope.Shardscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/org.shardscope.Shardscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES assets/shardscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/shardscope RENAME copyright)

# Made when it is installed, from what the program itself says: a build needs none of it.
set(made ${PROJECT_BINARY_DIR}/desktop)
install(CODE "execute_process(COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/app/describe.py\"
  \"$<TARGET_FILE:shardscope>\" \"${made}\" \"${PROJECT_SOURCE_DIR}/assets/changelog\" COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${made}/shardscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/shardscope DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${made}/_shardscope DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${made}/shardscope.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${made}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/shardscope)
if(SHARDSCOPE_RSVG)
  foreach(size 32 48 64 128 256)
    install(CODE "execute_process(COMMAND \"${SHARDSCOPE_RSVG}\" -w ${size} -h ${size}
      \"${PROJECT_SOURCE_DIR}/assets/shardscope.svg\" -o \"${made}/shardscope-${size}.png\" COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES ${made}/shardscope-${size}.png RENAME shardscope.png
            DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
  endforeach()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME shardscope)
set(CPACK_PACKAGE_CONTACT "The Shardscope authors <authors@shardscope.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "explorer of the ways to split LLM training over GPUs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "You pick a model, a GPU, a cluster and a split (tensor, pipeline, data,
expert and context parallelism, ZeRO, recomputation, schedule). Shardscope
counts the bytes of every GPU, simulates every pass of the pipeline, and shows
memory, step time, network and cost at once. Launch scripts of Megatron-LM,
torchtitan, DeepSpeed and nanotron read in and write out.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Opened by name at run time, so that shlibdeps can't see them: Mesa's EGL and GL drivers, and the typeface.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-dejavu-core, libgl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "xdg-desktop-portal")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
if(SHARDSCOPE_PYTHON)  # a second package, of the module
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL Unspecified python)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME shardscope)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-shardscope)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "explorer of the ways to split LLM training over GPUs (Python 3)
The same model as the program's, where models are trained: reports, sweeps and
searches as objects, launch scripts and logs read, views as pictures in a
notebook.")
  # A module is of one release of Python; presets and window are the program's of the same version.
  math(EXPR python_next "${Python3_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.${Python3_VERSION_MINOR}~), python3 (<< 3.${python_next}), \
shardscope (= ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-tqdm")
endif()
include(CPack)

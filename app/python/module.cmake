# shardscope_python: the Python module, of the same libraries as the program. In the build tree it lies as a package in
# python/, so that PYTHONPATH=build/python/python is enough; app/python/build_backend makes a wheel of what is installed.
pybind11_add_module(shardscope_python MODULE NO_EXTRAS ${python_sources})
set_target_properties(shardscope_python PROPERTIES OUTPUT_NAME _native UNITY_BUILD ${SHARDSCOPE_UNITY}
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/shardscope)
target_compile_definitions(shardscope_python PRIVATE SHARDSCOPE_VERSION="${PROJECT_VERSION}")
# What the libraries define stays within the module: another one in the same process may have its own Dear ImGui.
target_link_options(shardscope_python PRIVATE LINKER:--exclude-libs,ALL LINKER:--gc-sections LINKER:-z,relro,-z,now)
target_link_libraries(shardscope_python PRIVATE shardscope_app shardscope_warnings shardscope_hardening)

set(python_package ${PROJECT_SOURCE_DIR}/app/python/shardscope)
file(GLOB python_files CONFIGURE_DEPENDS ${python_package}/*.py ${python_package}/*.pyi ${python_package}/py.typed)
set(python_copied ${PROJECT_BINARY_DIR}/python/copied)
add_custom_command(OUTPUT ${python_copied} DEPENDS ${python_files}
                   COMMAND ${CMAKE_COMMAND} -E copy ${python_files} ${PROJECT_BINARY_DIR}/python/shardscope
                   COMMAND ${CMAKE_COMMAND} -E touch ${python_copied})
add_custom_target(shardscope_python_package ALL DEPENDS ${python_copied} shardscope_python)

set(python_folder lib/python3/dist-packages/shardscope)
install(TARGETS shardscope_python DESTINATION ${python_folder} COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${python_files} DESTINATION ${python_folder} COMPONENT python EXCLUDE_FROM_ALL)
if(SHARDSCOPE_SANITIZE)  # the same over libraries with sanitizers, for tests/app/python/sanitized.sh
  set(sanitized_package ${PROJECT_BINARY_DIR}/python_sanitized/shardscope)
  pybind11_add_module(shardscope_python_sanitized MODULE EXCLUDE_FROM_ALL NO_EXTRAS ${python_sources})
  set_target_properties(shardscope_python_sanitized PROPERTIES OUTPUT_NAME _native UNITY_BUILD ${SHARDSCOPE_UNITY}
                        LIBRARY_OUTPUT_DIRECTORY ${sanitized_package})
  target_compile_definitions(shardscope_python_sanitized PRIVATE SHARDSCOPE_VERSION="${PROJECT_VERSION}")
  target_link_libraries(shardscope_python_sanitized PRIVATE shardscope_app_sanitized shardscope_warnings
                        shardscope_sanitizers)
  add_custom_command(TARGET shardscope_python_sanitized POST_BUILD
                     COMMAND ${CMAKE_COMMAND} -E copy ${python_files} ${sanitized_package})
endif()

# Of its Debian package, which install.cmake makes of this component.
set(python_document share/doc/python3-shardscope)
install(FILES LICENSE DESTINATION ${python_document} RENAME copyright COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_BINARY_DIR}/desktop/changelog.gz DESTINATION ${python_document} COMPONENT python EXCLUDE_FROM_ALL OPTIONAL)
# What a wheel has beside it, for there is no package of the program to depend on.
install(TARGETS shardscope DESTINATION ${python_folder}/bin COMPONENT python_program EXCLUDE_FROM_ALL)
install(DIRECTORY presets DESTINATION ${python_folder}/share/shardscope COMPONENT python_program EXCLUDE_FROM_ALL)

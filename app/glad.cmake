# shardscope_glad: the OpenGL 3.3 core loader, generated at build time by glad 2 (Debian: python3-glad).
# Include <glad/gl.h>; call gladLoadGL(glfwGetProcAddress or eglGetProcAddress) once the context is current.
find_program(SHARDSCOPE_GLAD glad DOC "glad 2, the OpenGL loader generator")
if(SHARDSCOPE_GLAD)
  set(glad_command ${SHARDSCOPE_GLAD})
else()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(glad_command ${Python3_EXECUTABLE} -m glad)
endif()

set(glad_dir ${PROJECT_BINARY_DIR}/_glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h ${glad_dir}/include/KHR/khrplatform.h
  COMMAND ${glad_command} --quiet --reproducible --api gl:core=3.3 --extensions GL_KHR_debug --out-path ${glad_dir} c
  COMMENT "Generating the OpenGL 3.3 loader with glad"
  VERBATIM)
add_library(shardscope_glad STATIC ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h)
target_include_directories(shardscope_glad SYSTEM PUBLIC ${glad_dir}/include)

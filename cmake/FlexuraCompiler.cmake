# Target flexura_compiler: warnings, optimisation and sanitizers of this project's own code.
add_library(flexura_compiler INTERFACE)
target_compile_options(flexura_compiler INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
if(FLEXURA_WERROR AND NOT FLEXURA_SANITIZE)  # warnings in code with tests of sanitizers are those of the tests
  # These three come from flow analysis after inlining and are often wrong about Eigen's expression templates:
  # they stay visible but do not stop a build.
  target_compile_options(flexura_compiler INTERFACE -Werror
    $<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized;-Wno-error=array-bounds;-Wno-error=stringop-overflow>)
endif()

# errno after sqrt(-1) is never read; without it the compiler may use the machine's instruction and vectorise.
target_compile_options(flexura_compiler INTERFACE -fno-math-errno)
# GCC before 13.3 merges functions that differ in nothing but the ranges of their values (bug 113907), as those of two
# element types may.
target_compile_options(flexura_compiler INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13.3>>:-fno-ipa-icf>)
if(FLEXURA_NATIVE)
  target_compile_options(flexura_compiler INTERFACE -march=native)
endif()
target_compile_definitions(flexura_compiler INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

if(FLEXURA_SANITIZE)
  # A null pointer that is used is found by AddressSanitizer; tests of each pointer for null, alignment and type take as long
  # to compile as all the rest. So do marks around each temporary (FLEXURA_SANITIZE_SCOPES), of which Eigen makes many.
  target_compile_options(flexura_compiler INTERFACE
    -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  if(NOT FLEXURA_SANITIZE_SCOPES)
    target_compile_options(flexura_compiler INTERFACE
      -fno-sanitize-address-use-after-scope)
  endif()
  target_link_options(flexura_compiler INTERFACE -fsanitize=address,undefined)
endif()

# A library that a target does not call is not loaded: MPI and PETSc alone bring dozens of them.
target_link_options(flexura_compiler INTERFACE -Wl,--as-needed)
if(FLEXURA_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(LANGUAGES CXX)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
elseif(FLEXURA_FAST_LINKER)
  find_program(FLEXURA_MOLD mold)
  find_program(FLEXURA_LLD ld.lld)
  mark_as_advanced(FLEXURA_MOLD FLEXURA_LLD)
  if(FLEXURA_MOLD)
    target_link_options(flexura_compiler INTERFACE -fuse-ld=mold)
  elseif(FLEXURA_LLD)
    target_link_options(flexura_compiler INTERFACE -fuse-ld=lld)
  endif()
endif()

if(FLEXURA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(FLEXURA_CCACHE_PROGRAM ccache)
  mark_as_advanced(FLEXURA_CCACHE_PROGRAM)
  if(FLEXURA_CCACHE_PROGRAM)
    # ccache can only cache sources that use precompiled headers with these two settings.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      # Clones of the project in different folders share what they compile.
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true ${FLEXURA_CCACHE_PROGRAM})
    target_compile_options(flexura_compiler INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
endif()

# flexura_add_module(NAME [NATIVE] source...)
#
# A shared object NAME.so with further elements, constitutive laws, drives, scalar functions, integration methods or
# writers of results, for `module load`.
# Works in this tree and in any project that has called find_package(Flexura). NATIVE: for the processor of this machine,
# which lets derivatives use its widest registers.
function(flexura_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module "NATIVE" "" "")
  if(NOT module_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "flexura_add_module(${name} ...): no sources given")
  endif()
  add_library(${name} MODULE ${module_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE flexura::flexura)
  # What one module defines must not replace what another one defines under the same name.
  target_compile_options(${name} PRIVATE -fno-math-errno $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  # As in the library: derivatives of many small matrices must be inlined.
  target_compile_options(${name} PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:--param=large-unit-insns=120000>)
  # GCC before 13.3 merges functions that differ in nothing but the ranges of their values (bug 113907), as those of two
  # element types may.
  target_compile_options(${name} PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13.3>>:-fno-ipa-icf>)
  if(module_NATIVE)
    target_compile_options(${name} PRIVATE -march=native)
  endif()
  set_target_properties(${name} PROPERTIES PREFIX "")
endfunction()

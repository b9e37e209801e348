# flexura_add_module(NAME source...)
#
# A shared object with further nodes, elements, drives or constitutive laws that the program loads on demand.
# Works in this tree and in any project that has called find_package(Flexura).
function(flexura_add_module name)
  if(NOT ARGN)
    message(FATAL_ERROR "flexura_add_module(${name} ...): no sources given")
  endif()
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE flexura::flexura)
  set_target_properties(${name} PROPERTIES PREFIX "")
endfunction()

# Libraries that are loaded first, in this order.
function(flexura_loads_first target)
  # One option: CMake drops words that it has seen before.
  list(JOIN ARGN "," libraries)
  target_link_options(${target} PRIVATE LINKER:--push-state,--no-as-needed,${libraries},--pop-state)
endfunction()

# The order in which libraries are loaded. The loader looks for a symbol in all libraries, one after the other; more than half
# of the symbols of a start are those of Trilinos, which Debian's PETSc is linked with, and mostly defined where they are
# used. First in line they are found at once: a sixth of the time to start (docs/performance.md). Libraries that PETSc does
# not load itself are left alone.
function(flexura_loads_first_what_petsc_needs target)
  list(FILTER PETSc_LINK_LIBRARIES INCLUDE REGEX "petsc")
  find_program(FLEXURA_LDD ldd)
  mark_as_advanced(FLEXURA_LDD)
  if(NOT FLEXURA_LDD OR NOT PETSc_LINK_LIBRARIES)
    return()
  endif()
  execute_process(COMMAND ${FLEXURA_LDD} ${PETSc_LINK_LIBRARIES} OUTPUT_VARIABLE loaded ERROR_QUIET)
  foreach(name teuchosparameterlist ifpack epetraext epetra teuchoscomm ml)
    if(loaded MATCHES "=> (/[^ \n]*/libtrilinos_${name}\\.so[^ \n]*)")
      list(APPEND first ${CMAKE_MATCH_1})
    endif()
  endforeach()
  if(first)
    flexura_loads_first(${target} ${first})
  endif()
endfunction()

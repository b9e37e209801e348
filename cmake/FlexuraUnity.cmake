# flexura_unity(TARGET SOURCE...): with FLEXURA_UNITY, sources of one folder are compiled a dozen together, which takes less
# than half of the time: what they include and instantiate is worked on once. Names in anonymous namespaces must be different
# within a folder (-DFLEXURA_UNITY_SIZE=1000 compiles whole folders together). Which are together depends on the names of the
# sources and on how many parts their folder has, so that most new files move no others. CMake leaves out sources with options
# of their own and those with SKIP_UNITY_BUILD_INCLUSION.
set(FLEXURA_UNITY_SIZE 12 CACHE STRING "Sources that are compiled together, about, with FLEXURA_UNITY")
mark_as_advanced(FLEXURA_UNITY_SIZE)

function(flexura_unity target)
  if(NOT FLEXURA_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Types without linkage are as good in an included source as in the main one.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set(folders)
  foreach(source ${ARGN})
    get_filename_component(source ${source} ABSOLUTE)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
    get_filename_component(folder ${name} DIRECTORY)
    string(MAKE_C_IDENTIFIER ${folder} folder)
    list(APPEND folders ${folder})
    list(APPEND sources_${folder} ${name})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    list(LENGTH sources_${folder} count)
    math(EXPR parts "(${count} + ${FLEXURA_UNITY_SIZE} - 1) / ${FLEXURA_UNITY_SIZE}")
    foreach(name ${sources_${folder}})
      string(MD5 hash ${name})
      string(SUBSTRING ${hash} 0 6 hash)
      math(EXPR part "0x${hash} % ${parts}")
      set_source_files_properties(${PROJECT_SOURCE_DIR}/${name} PROPERTIES UNITY_GROUP ${folder}_${part})
    endforeach()
  endforeach()
endfunction()

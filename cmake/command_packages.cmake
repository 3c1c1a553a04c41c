# Finds the packages of the command, the tests and the benchmark. modulus_missing_packages receives the Debian names of those that
# are missing. LAPACK and ARPACK are for the command alone.
set(modulus_missing_packages "")

# modulus_need(PACKAGE FOUND...): PACKAGE is missing if one of the variables is not true.
macro(modulus_need package)
  foreach(found ${ARGN})
    if(NOT ${found})
      list(APPEND modulus_missing_packages ${package})
      break()
    endif()
  endforeach()
endmacro()

find_package(PkgConfig QUIET)
modulus_need(pkg-config PKG_CONFIG_FOUND)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(CJSON QUIET IMPORTED_TARGET libcjson)
  pkg_check_modules(CAIRO QUIET IMPORTED_TARGET cairo)
  pkg_check_modules(FONTCONFIG QUIET IMPORTED_TARGET fontconfig)
endif()
modulus_need(libcjson-dev CJSON_FOUND)
modulus_need(libcairo2-dev CAIRO_FOUND FONTCONFIG_FOUND)

if(MODULUS_COMMAND)
  find_path(LAPACKE_INCLUDE_DIR lapacke.h)
  find_library(LAPACKE_LIBRARY lapacke)
  find_package(LAPACK QUIET)
  find_path(ARPACK_INCLUDE_DIR arpack/arpack.h)
  find_library(ARPACK_LIBRARY arpack)
  modulus_need(liblapacke-dev LAPACKE_INCLUDE_DIR LAPACKE_LIBRARY LAPACK_FOUND)
  modulus_need(libarpack2-dev ARPACK_INCLUDE_DIR ARPACK_LIBRARY)
endif()

# Finds the packages of the command, the Python package, the tests and the benchmark. modulus_missing_packages receives the Debian
# names of those that are missing, modulus_missing_command_packages those of LAPACK and ARPACK, which the command alone needs.

# modulus_need(LIST PACKAGE FOUND...): PACKAGE is missing if one of the variables is not true.
macro(modulus_need missing package)
  foreach(found ${ARGN})
    if(NOT ${found})
      list(APPEND ${missing} ${package})
      break()
    endif()
  endforeach()
endmacro()

find_package(PkgConfig QUIET)
modulus_need(modulus_missing_packages pkg-config PKG_CONFIG_FOUND)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(CJSON QUIET IMPORTED_TARGET libcjson)
  pkg_check_modules(CAIRO QUIET IMPORTED_TARGET cairo)
  pkg_check_modules(FONTCONFIG QUIET IMPORTED_TARGET fontconfig)
endif()
modulus_need(modulus_missing_packages libcjson-dev CJSON_FOUND)
modulus_need(modulus_missing_packages libcairo2-dev CAIRO_FOUND FONTCONFIG_FOUND)

if(MODULUS_COMMAND)
  find_path(LAPACKE_INCLUDE_DIR lapacke.h)
  find_library(LAPACKE_LIBRARY lapacke)
  find_package(LAPACK QUIET)
  find_path(ARPACK_INCLUDE_DIR arpack/arpack.h)
  find_library(ARPACK_LIBRARY arpack)
  modulus_need(modulus_missing_command_packages liblapacke-dev LAPACKE_INCLUDE_DIR LAPACKE_LIBRARY LAPACK_FOUND)
  modulus_need(modulus_missing_command_packages libarpack2-dev ARPACK_INCLUDE_DIR ARPACK_LIBRARY)
endif()

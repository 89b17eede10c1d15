# src/simd/vector_ops_v3.cpp and _v4.cpp are compiled for wider vectors than the rest; the program chooses when it runs. Each is
# compiled alone, or the others would take on its flags.
set(vector_sources src/simd/vector_ops_baseline.cpp src/simd/vector_ops_v3.cpp src/simd/vector_ops_v4.cpp)
set_source_files_properties(${vector_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_source_files_properties(src/simd/vector_ops_v3.cpp PROPERTIES COMPILE_OPTIONS "-march=x86-64-v3;-maes;-mpclmul")
  set_source_files_properties(src/simd/vector_ops_v4.cpp PROPERTIES COMPILE_OPTIONS "-march=x86-64-v4;-maes;-mpclmul")
endif()

/* What this build is made of: the product's version and those of the libraries it runs with. */
#ifndef KINEDRIVER_BUILD_INFO_H
#define KINEDRIVER_BUILD_INFO_H

#ifdef __cplusplus
extern "C" {
#endif

enum { KD_BUILD_INFO_SIZE = 128 };

/* Versions of the libraries as loaded, which may be newer than those compiled against. */
typedef struct kd_build_info {
    char kinedriver[KD_BUILD_INFO_SIZE]; /* "0.1.0" */
    char libxml2[KD_BUILD_INFO_SIZE];    /* "2.9.14" */
    char jansson[KD_BUILD_INFO_SIZE];    /* "2.14" */
    char openblas[KD_BUILD_INFO_SIZE];   /* "0.3.21", followed by the options it was built with */
} kd_build_info;

kd_build_info kd_build_info_get(void);

#ifdef __cplusplus
}
#endif
#endif

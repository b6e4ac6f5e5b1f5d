/* Versions of the libraries that the authoring half runs with, asked from the libraries themselves. */
#include "kinedriver/build_info.h"

#include "base/text_copy.h"
#include "kinedriver/version.h"

#include <cblas.h>
#include <jansson.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libxml2 gives one number, 20914 for 2.9.14, with a suffix for builds between releases. */
static void build_format_libxml2(char *text, size_t size)
{
    long number = strtol(xmlParserVersion, NULL, 10);
    snprintf(text, size, "%ld.%ld.%ld", number / 10000, number / 100 % 100, number % 100);
}

/* OpenBLAS begins with its own name and ends with a blank. */
static void build_format_openblas(char *text, size_t size)
{
    static const char prefix[] = "OpenBLAS ";
    const char *config = openblas_get_config();
    if (strncmp(config, prefix, sizeof prefix - 1) == 0)
        config += sizeof prefix - 1;
    kdi_text_copy(text, size, config);
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        text[--length] = 0;
}

kd_build_info kd_build_info_get(void)
{
    kd_build_info info;
    memset(&info, 0, sizeof info);
    kdi_text_copy(info.kinedriver, sizeof info.kinedriver, KD_VERSION_TEXT);
    build_format_libxml2(info.libxml2, sizeof info.libxml2);
    kdi_text_copy(info.jansson, sizeof info.jansson, jansson_version_str());
    build_format_openblas(info.openblas, sizeof info.openblas);
    return info;
}

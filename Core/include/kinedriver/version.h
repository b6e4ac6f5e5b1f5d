/* The product's version: the one place where it is written down. The build, the plug-in descriptor and the change log
 * are checked against it. */
#ifndef KINEDRIVER_VERSION_H
#define KINEDRIVER_VERSION_H

#define KD_VERSION_MAJOR 0
#define KD_VERSION_MINOR 1
#define KD_VERSION_PATCH 0
#define KD_VERSION_TEXT  "0.1.0"

#endif

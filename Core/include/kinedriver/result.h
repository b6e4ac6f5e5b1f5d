/* Result codes. One list gives the enum, the number that a user sees (KD12) and the general text; the particular
 * circumstances travel in a kd_error. Numbers are part of the interface: they are never reused or renumbered. */
#ifndef KINEDRIVER_RESULT_H
#define KINEDRIVER_RESULT_H

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, number, text) */
#define KD_RESULT_LIST(X)                                                      \
    X(OK, 0, "no error")                                                       \
    /* The machine */                                                          \
    X(OUT_OF_MEMORY, 1, "out of memory")                                       \
    X(FILE_NOT_FOUND, 2, "the file cannot be opened")                          \
    X(FILE_READ, 3, "the file cannot be read")                                 \
    X(FILE_WRITE, 4, "the file cannot be written")                             \
    /* Any file */                                                             \
    X(FORMAT_UNKNOWN, 10, "the file's format is not one of those supported")   \
    X(SYNTAX, 11, "the text does not follow the format's grammar")             \
    X(TRUNCATED, 12, "the data ends too early")                                \
    X(LIMIT, 13, "a limit for untrusted input is exceeded")                    \
    X(ENCODING, 14, "the text is not valid UTF-8")                             \
    X(VERSION, 15, "the file is of a version that this program does not know") \
    X(NUMBER, 16, "not a finite number")                                       \
    X(RANGE, 17, "a value is outside its range")                               \
    X(UNSUPPORTED, 18, "the file uses a feature that is not supported")        \
    X(COUNT_MISMATCH, 19, "two counts that must be equal differ")              \
    X(INDEX, 20, "an index points outside its list")                           \
    X(LOSSY, 21, "something cannot be expressed in the format written")        \
    X(EMPTY, 22, "there is nothing to work on")                                \
    /* Names and structure */                                                  \
    X(ELEMENT_UNKNOWN, 30, "an element is not known here")                     \
    X(ELEMENT_MISSING, 31, "a required element is missing")                    \
    X(ATTRIBUTE_UNKNOWN, 32, "an attribute is not known here")                 \
    X(ATTRIBUTE_MISSING, 33, "a required attribute is missing")                \
    X(VALUE, 34, "a value is not of the expected kind")                        \
    X(NAME_INVALID, 35, "a name has a form that is not allowed")               \
    X(NAME_DUPLICATE, 36, "a name is used twice")                              \
    X(NODE_UNKNOWN, 37, "no node has this name")                               \
    X(PORT_UNKNOWN, 38, "the node has no such port")                           \
    X(PORT_TYPE, 39, "the two ends of a connection do not fit together")       \
    X(PORT_TAKEN, 40, "an input is connected twice")                           \
    X(CYCLE, 41, "nodes depend on each other in a circle")                     \
    X(ORDER, 42, "the order of the nodes is not an evaluation order")          \
    X(JOINT_UNKNOWN, 43, "the skeleton has no joint of this name")             \
    X(JOINT_DUPLICATE, 44, "two joints have the same name")                    \
    X(HIERARCHY, 45, "the joints do not form a tree")                          \
    X(KEY, 46, "the keys of a node are not usable")                            \
    X(ALGORITHM, 47, "an algorithm id is not known")                           \
    X(UNUSED, 48, "something has no effect")                                   \
    X(GROUP_UNKNOWN, 49, "no group has this name")                             \
    /* Expressions */                                                          \
    X(NAME_UNKNOWN, 70, "a name is not known here")                            \
    X(TYPE_MISMATCH, 71, "types do not fit together")

typedef enum kd_result {
#define KD_RESULT_ENUM(name, number, text) KD_##name = number,
    KD_RESULT_LIST(KD_RESULT_ENUM)
#undef KD_RESULT_ENUM
} kd_result;

/* The general text of a code; never NULL. */
const char *kd_result_text(kd_result result);

/* The code's name as written in this header, without prefix ("OUT_OF_MEMORY"); never NULL. */
const char *kd_result_name(kd_result result);

#ifdef __cplusplus
}
#endif
#endif

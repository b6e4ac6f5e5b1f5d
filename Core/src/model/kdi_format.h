/* The KDI format as one table: for every element its attributes, children and ports, with kind, unit, default, range
 * and the way it mirrors. Reader, writer, validation, scaling, mirroring, comparison, schema and the tables of the
 * specification are loops over it. A new node type is a few rows in kdi_nodes.c, a struct in rig_node.h and a line in
 * KD_NODE_TYPE_LIST. */
#ifndef KDI_MODEL_KDI_FORMAT_H
#define KDI_MODEL_KDI_FORMAT_H

#include "kinedriver/rig.h"

#include <stddef.h>

enum { KDI_FORMAT_VERSION = 1 };

typedef enum kdi_kind {
    KDI_KIND_BOOL,      /* bool: "true", "false" */
    KDI_KIND_INT,       /* int32_t */
    KDI_KIND_NUMBER,    /* double */
    KDI_KIND_ENUM,      /* int32_t: index into names */
    KDI_KIND_AXES,      /* int32_t: set of axes, "xyz", "xz", "none" */
    KDI_KIND_TEXT,      /* const char *: any text */
    KDI_KIND_NAME,      /* const char *: a name given here to a node or group */
    KDI_KIND_PORT_NAME, /* const char *: a name given here to a port */
    KDI_KIND_GROUP,     /* const char *: name of a group, may be "" */
    KDI_KIND_JOINT,     /* const char *: name of a joint, may be "" unless required */
    KDI_KIND_PORT,      /* kd_port_ref: "node.port" */
    KDI_KIND_VEC3,      /* double[3] */
    KDI_KIND_QUAT,      /* double[4]: x y z w, unit length */
    KDI_KIND_NUMBERS,   /* kd_number_list */
} kdi_kind;

/* How a value changes when sides are swapped; see rig_mirror.c. Names and joints follow from the kind. */
typedef enum kdi_mirror {
    KDI_MIRROR_KEEP,
    KDI_MIRROR_FLIP,            /* set of axes whose sign changes: `flip` of the operators */
    KDI_MIRROR_AXIS,            /* signed axis in the space of the node's joint */
    KDI_MIRROR_VECTOR_SPACE,    /* vector in the node's reference space */
    KDI_MIRROR_VECTOR_MODEL,    /* vector in model space */
    KDI_MIRROR_VECTOR_SOURCE,   /* vector in the space of the item's own joint */
    KDI_MIRROR_ROTATION_SOURCE, /* rotation: the item's joint from the node's joint */
    KDI_MIRROR_VECTOR_PARENT,   /* rest pose: vector in the parent's space */
    KDI_MIRROR_ROTATION_PARENT, /* rest pose: parent from joint */
} kdi_mirror;

typedef struct kdi_attribute {
    const char *name;
    kdi_kind kind;
    kd_unit unit;
    kdi_mirror mirror;
    size_t offset;
    const char *initial;      /* default, as written in a file, angles in degrees; NULL: required */
    double min, max;          /* of each number, angles in degrees; both 0: any */
    const char *const *names; /* of an enum, ended by NULL */
    const char *text;         /* one line of documentation */
} kdi_attribute;

typedef enum kdi_child_kind {
    KDI_CHILD_LIST,    /* items by value: pointer at `offset`, int32_t count at `count_offset` */
    KDI_CHILD_NODES,   /* any node element: kd_node ** and count */
    KDI_CHILD_SINGLE,  /* a struct at `offset`, at most once */
    KDI_CHILD_SECTION, /* only groups other elements: a kd_item at `offset`; its children belong to the same struct */
    KDI_CHILD_TEXT,    /* kd_text at `offset`, at most once */
} kdi_child_kind;

struct kdi_element;

typedef struct kdi_child {
    kdi_child_kind kind;
    const struct kdi_element *element; /* NULL for KDI_CHILD_NODES */
    size_t offset;
    size_t count_offset;
    int min_count;
} kdi_child;

typedef struct kdi_element {
    const char *name;
    size_t size;  /* of the struct */
    bool is_node; /* the common attributes of nodes come first */
    const kdi_attribute *attributes;
    int attribute_count;
    const kdi_child *children;
    int child_count;
    const char *text; /* one line of documentation */
} kdi_element;

/* A row gives one port, or one port for each item of a list: named by the item (name_offset) or by prefix and index. */
typedef struct kdi_port {
    const char *name; /* or prefix of a list's ports; NULL: items name them */
    bool is_input;
    bool of_list;
    kd_value_type type;
    kd_unit unit;
    unsigned variants; /* bit set of kdi_node_variant; 0: always there */
    size_t list_offset, count_offset, item_size, name_offset;
    size_t type_offset; /* int32_t in the item; 0: `type` */
    const char *text;
} kdi_port;

typedef struct kdi_node_format {
    kdi_element element;
    const kdi_port *ports;
    int port_count;
    int algorithm_count; /* known algorithm ids are 1 … algorithm_count */
} kdi_node_format;

extern const kdi_element kdi_element_root;
extern const kdi_attribute kdi_node_attributes[]; /* common to all nodes, before those of the element */
extern const int kdi_node_attribute_count;
extern const kdi_node_format kdi_node_formats[KD_NODE_TYPE_COUNT];

/* NULL if there is none. */
const kdi_node_format *kdi_format_find_node(const char *element_name);

/* All attributes of an element, the common ones of a node first. NULL beyond the last. */
const kdi_attribute *kdi_element_attribute(const kdi_element *element, int index);

/* What defaults and ranges of the table are multiplied by in this rig: 1, or the radians of a degree. */
double kdi_attribute_factor(const kdi_attribute *attribute, const kd_rig *rig);

/* Which of a node type's sets of ports is there: rows of kdi_port say in which variants they exist. */
unsigned kdi_node_variant(const kd_node *node);

/* Components of a value: 1, 3 or 4. */
int kdi_value_components(int32_t type);

/* Metres in a distance unit. */
double kdi_distance_metres(int32_t unit);

#endif

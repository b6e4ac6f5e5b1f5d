/* The life of the lists that an OBJ file is parsed into: empty at first, freed as one whatever the parsing came to. */
#include "io/obj_parse.h"

#include "base/allocator.h"
#include "kinedriver/types.h"

#include <string.h>

static void obj_list_init(kdi_obj_list *list, size_t item_size)
{
    memset(list, 0, sizeof *list);
    list->item_size = item_size;
}

void kdi_obj_data_init(kdi_obj_data *obj, const kd_read_desc *desc)
{
    memset(obj, 0, sizeof *obj);
    obj->desc = desc;
    obj_list_init(&obj->positions, sizeof(kd_vec3));
    obj_list_init(&obj->normals, sizeof(kd_vec3));
    obj_list_init(&obj->texcoords, 2 * sizeof(float));
    obj_list_init(&obj->corners, sizeof(kdi_obj_corner));
    obj_list_init(&obj->runs, sizeof(kdi_obj_run));
    obj_list_init(&obj->materials, sizeof(kdi_obj_token));
    kdi_name_table_init(&obj->material_names, &desc->allocator);
}

static void obj_list_free(kdi_obj_list *list, const kd_allocator *allocator)
{
    kdi_free(allocator, list->items, list->capacity * list->item_size);
    list->items = NULL;
}

void kdi_obj_data_free(kdi_obj_data *obj)
{
    const kd_allocator *allocator = &obj->desc->allocator;
    obj_list_free(&obj->positions, allocator);
    obj_list_free(&obj->normals, allocator);
    obj_list_free(&obj->texcoords, allocator);
    obj_list_free(&obj->corners, allocator);
    obj_list_free(&obj->runs, allocator);
    obj_list_free(&obj->materials, allocator);
    kdi_name_table_free(&obj->material_names);
}

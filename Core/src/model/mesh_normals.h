/* Normals of a mesh from its faces. */
#ifndef KDI_MODEL_MESH_NORMALS_H
#define KDI_MODEL_MESH_NORMALS_H

#include "kinedriver/allocator.h"
#include "kinedriver/mesh.h"

#include <stdbool.h>

/* The unit vector along x y z, all finite; along the z axis where there is no direction. */
kd_vec3 kdi_unit_vector(double x, double y, double z);

/* Fills mesh->normals, which has room for all vertices, with the mean of the adjoining faces weighted by area. False
 * without memory. */
bool kdi_mesh_compute_normals(kd_mesh *mesh, const kd_allocator *allocator);

#endif

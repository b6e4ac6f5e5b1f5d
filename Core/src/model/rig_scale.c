/* A change of the distance unit. Distances appear in two places only: in attributes that the format table marks, and in
 * connections that lead from or to a port that carries one; whatever lies between those ports has no unit and stays. */
#include "model/rig.h"
#include "model/rig_names.h"
#include "model/rig_port.h"
#include "model/rig_walk.h"

#include <math.h>

static void scale_item(void *user, const kdi_visit *visit)
{
    const double factor = *(const double *)user;
    const kdi_attribute *attribute;
    for (int i = 0; (attribute = kdi_element_attribute(visit->element, i)) != NULL; i++) {
        if (attribute->unit != KD_UNIT_DISTANCE)
            continue;
        int32_t count;
        double *numbers = kdi_value_numbers(attribute, visit->item, &count);
        for (int32_t k = 0; k < count; k++)
            numbers[k] *= factor;
    }
}

static bool scale_is_distance(const kd_rig *rig, const kdi_rig_names *names, const kd_port_ref *ref)
{
    const kd_node *node = kdi_rig_names_node(names, rig, ref->node);
    kdi_port_view view;
    /* Ports named by list items never carry a distance: no need to search for them. */
    return node && kdi_node_find_port_view(node, ref->port, false, &view) && view.unit == KD_UNIT_DISTANCE;
}

kd_result kd_rig_scale_distance(kd_rig *rig, double factor)
{
    if (!isfinite(factor) || factor <= 0.0)
        return KD_RANGE;
    kdi_rig_names names;
    kd_result result = kdi_rig_names_make(&names, rig);
    if (result != KD_OK)
        return result;
    kdi_rig_walk(rig, scale_item, &factor);
    for (int32_t i = 0; i < rig->connection_count; i++) {
        kd_connection *connection = &rig->connections[i];
        bool from = scale_is_distance(rig, &names, &connection->from);
        bool to = scale_is_distance(rig, &names, &connection->to);
        if (to && !from)
            connection->factor *= factor;
        else if (from && !to)
            connection->factor /= factor;
    }
    kdi_rig_names_free(&names);
    return KD_OK;
}

double kd_distance_unit_metres(int32_t unit)
{
    static const double metres[] = {0.001, 0.01, 1.0, 0.0254, 0.3048};
    return metres[unit];
}

kd_result kd_rig_fit_unit(kd_rig *rig, double metres_per_unit)
{
    double own = kd_distance_unit_metres(rig->units.distance);
    return metres_per_unit == 0.0 || metres_per_unit == own ? KD_OK : kd_rig_scale_distance(rig, own / metres_per_unit);
}

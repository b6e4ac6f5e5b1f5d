/* Inside of the animation reader: the channels of one animation with their keys. */
#ifndef KDI_IO_GLTF_CHANNEL_H
#define KDI_IO_GLTF_CHANNEL_H

#include "io/gltf_read.h"

typedef enum kdi_gltf_path { KDI_GLTF_TRANSLATION, KDI_GLTF_ROTATION, KDI_GLTF_SCALE, KDI_GLTF_WEIGHTS } kdi_gltf_path;

typedef struct kdi_gltf_channel {
    kdi_json json; /* the channel, for reports */
    kdi_gltf_path path;
    int32_t node;
    int32_t first_curve; /* of weights */
    kdi_gltf_sampler sampler;
} kdi_gltf_channel;

typedef struct kdi_gltf_animation {
    const kdi_json *json;
    kdi_json channels_json;
    kdi_arena *temp;
    kdi_gltf_channel *channels;
    int32_t channel_count;
} kdi_gltf_animation;

/* gltf_channel.c: reads all channels that move something of the scene. */
bool kdi_gltf_read_channels(kdi_gltf *gltf, kdi_gltf_animation *animation);

#endif

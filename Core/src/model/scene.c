/* The life of a scene: one arena that holds all of it. */
#include "model/scene.h"

kd_scene *kd_scene_make(const kd_allocator *allocator, const kd_limits *limits)
{
    kdi_arena *arena = kdi_arena_open(allocator, limits ? limits->memory_bytes : 0);
    kd_scene *scene = arena ? KDI_ARENA_PUSH(arena, kd_scene, 1) : NULL;
    if (scene)
        scene->arena = arena;
    else
        kdi_arena_close(arena);
    return scene;
}

void kd_scene_free(kd_scene *scene)
{
    if (scene)
        kdi_arena_close(scene->arena);
}

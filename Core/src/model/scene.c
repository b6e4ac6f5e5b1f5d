/* The life of a scene: one arena that holds all of it. */
#include "model/scene.h"

kd_scene *kd_scene_make(const kd_allocator *allocator, const kd_limits *limits)
{
    kd_allocator chosen = allocator ? *allocator : kd_allocator_default();
    kdi_arena arena;
    kdi_arena_init(&arena, &chosen, limits ? limits->memory_bytes : 0);
    kd_scene *scene = KDI_ARENA_PUSH(&arena, kd_scene, 1);
    kdi_arena *home = scene ? KDI_ARENA_PUSH(&arena, kdi_arena, 1) : NULL;
    if (!home) {
        kdi_arena_free(&arena);
        return NULL;
    }
    *home = arena;
    scene->arena = home;
    return scene;
}

void kd_scene_free(kd_scene *scene)
{
    if (!scene)
        return;
    kdi_arena arena = *scene->arena; /* the arena's record lies in its own memory */
    kdi_arena_free(&arena);
}

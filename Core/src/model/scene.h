/* Inside view of a scene: readers push what they read into its arena. */
#ifndef KDI_MODEL_SCENE_H
#define KDI_MODEL_SCENE_H

#include "base/arena.h"
#include "kinedriver/scene.h"

#endif

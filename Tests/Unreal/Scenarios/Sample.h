/* A sample of Content, in the engine: mesh and motion converted by plain matrices in double precision, which know
 * nothing of the bridge, and the same motion baked by the command line. */
#pragma once

#include "Scenario.h"
#include "kinedriver/scene_file.h"
#include "kinedriver/scene_motion.h"

/* Rows of a 3 x 4 matrix. */
struct FMat {
    double M[3][4];
    static FMat Of(const kd_transform &local, double scale);
    static FMat Of(const FTransform &transform);
    FMat operator*(const FMat &right) const;
    FMat Inverse() const; /* of any affine matrix */
    FTransform ToTransform() const;
    void Apply(const double point[3], double out[3]) const;
    double Distance(const FMat &other) const; /* the largest difference of a number */
};

/* What the engine's FBX import does to a space: Y up to Z up, then the reflection of Y. */
FMat EngineFromAuthor();
FMat Reflection();

struct FSample {
    /* character: NULL where the motion has a skeleton of its own. All names below Content. */
    FSample(const char *rig, const char *motion, const char *character);
    ~FSample();
    FSample(const FSample &) = delete;
    FSample &operator=(const FSample &) = delete;

    /* A local matrix of the author's space as the engine has it, in centimetres. */
    FMat ToEngine(const kd_transform &local, int32 joint) const;
    TArray<FTransform> Pose(int32 frame) const; /* what the animation gives */
    FMat Baked(int32 frame, int32 joint) const; /* what the command line made of it, in the engine's space */
    kd_transform BakedLocal(int32 frame, int32 joint) const;
    double Output(int32 frame, const std::string &name) const;
    int32 Frames() const
    {
        return Scene->clips[0].frame_count;
    }
    float FrameSeconds() const
    {
        return static_cast<float>(Scene->clips[0].frame_time_s);
    }

    kd_scene *Scene = nullptr;
    double Centimetres = 1; /* of the scene's unit */
    USkeletalMesh *Mesh = nullptr;
    UKineDriverAsset *Asset = nullptr;

  private:
    void Bake(const std::string &command);
    std::map<std::string, size_t> Columns;
    std::vector<size_t> JointColumns; /* [10 * joint + part] */
    std::vector<std::vector<double>> Rows;
};

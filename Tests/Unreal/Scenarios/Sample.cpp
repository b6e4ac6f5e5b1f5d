// Matrices, and samples in the engine.
#include "Sample.h"

#include <fstream>
#include <sstream>
#include <unistd.h>

static std::string Path(const char *name)
{
    return std::string(STANDIN_SOURCE_DIR "/Content/") + name;
}

static FMat MakeMat(const double q[4], const double t[3], const double s[3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3], n = 2 / (x * x + y * y + z * z + w * w);
    double r[3][3] = {{1 - n * (y * y + z * z), n * (x * y - w * z), n * (x * z + w * y)},
                      {n * (x * y + w * z), 1 - n * (x * x + z * z), n * (y * z - w * x)},
                      {n * (x * z - w * y), n * (y * z + w * x), 1 - n * (x * x + y * y)}};
    FMat m;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            m.M[i][j] = r[i][j] * s[j];
        m.M[i][3] = t[i];
    }
    return m;
}

FMat FMat::Of(const kd_transform &local, double scale)
{
    double q[4] = {local.rotate.x, local.rotate.y, local.rotate.z, local.rotate.w};
    double t[3] = {local.translate.x * scale, local.translate.y * scale, local.translate.z * scale};
    double s[3] = {local.scale.x, local.scale.y, local.scale.z};
    return MakeMat(q, t, s);
}

FMat FMat::Of(const FTransform &transform)
{
    FQuat r = transform.GetRotation();
    FVector p = transform.GetTranslation(), k = transform.GetScale3D();
    double q[4] = {r.X, r.Y, r.Z, r.W}, t[3] = {p.X, p.Y, p.Z}, s[3] = {k.X, k.Y, k.Z};
    return MakeMat(q, t, s);
}

FMat FMat::operator*(const FMat &right) const
{
    FMat m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            m.M[i][j] = j == 3 ? M[i][3] : 0;
            for (int k = 0; k < 3; k++)
                m.M[i][j] += M[i][k] * right.M[k][j];
        }
    return m;
}

FMat FMat::Inverse() const
{
    const auto at = [this](int i, int j) { return M[i % 3][j % 3]; };
    double det = 0;
    FMat m;
    for (int j = 0; j < 3; j++)
        det += M[0][j] * (at(1, j + 1) * at(2, j + 2) - at(1, j + 2) * at(2, j + 1));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m.M[j][i] = (at(i + 1, j + 1) * at(i + 2, j + 2) - at(i + 1, j + 2) * at(i + 2, j + 1)) / det;
    for (int i = 0; i < 3; i++)
        m.M[i][3] = -(m.M[i][0] * M[0][3] + m.M[i][1] * M[1][3] + m.M[i][2] * M[2][3]);
    return m;
}

FTransform FMat::ToTransform() const
{
    double s[3], r[3][3];
    for (int j = 0; j < 3; j++) {
        s[j] = std::sqrt(M[0][j] * M[0][j] + M[1][j] * M[1][j] + M[2][j] * M[2][j]);
        for (int i = 0; i < 3; i++)
            r[i][j] = M[i][j] / s[j];
    }
    // The largest of the four parts first, so that nothing is divided by a small number.
    double squares[4] = {1 + r[0][0] - r[1][1] - r[2][2], 1 - r[0][0] + r[1][1] - r[2][2],
                         1 - r[0][0] - r[1][1] + r[2][2], 1 + r[0][0] + r[1][1] + r[2][2]};
    int largest = static_cast<int>(std::max_element(squares, squares + 4) - squares);
    double h = std::sqrt(squares[largest]) / 2, f = 1 / (4 * h), q[4];
    double sums[3] = {r[2][1] + r[1][2], r[0][2] + r[2][0], r[1][0] + r[0][1]};
    double turns[3] = {r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]};
    for (int i = 0; i < 3; i++)
        q[i] = largest == 3 ? turns[i] * f : i == largest ? h : sums[3 - i - largest] * f;
    q[3] = largest == 3 ? h : turns[largest] * f;
    return FTransform(FQuat(float(q[0]), float(q[1]), float(q[2]), float(q[3])),
                      FVector(float(M[0][3]), float(M[1][3]), float(M[2][3])),
                      FVector(float(s[0]), float(s[1]), float(s[2])));
}

void FMat::Apply(const double point[3], double out[3]) const
{
    for (int i = 0; i < 3; i++)
        out[i] = M[i][0] * point[0] + M[i][1] * point[1] + M[i][2] * point[2] + M[i][3];
}

double FMat::Distance(const FMat &other) const
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            most = std::max(most, std::fabs(M[i][j] - other.M[i][j]));
    return most;
}

FMat Reflection()
{
    return FMat{{{1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, 1, 0}}};
}

FMat EngineFromAuthor()
{
    // (x, y, z) with Y up is (x, -z, y) with Z up.
    FMat upright = {{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}};
    return Reflection() * upright;
}

FSample::FSample(const char *rig, const char *motion, const char *character)
{
    kd_findings findings = kd_findings_make(nullptr);
    kd_result result = kd_scene_load(Path(character ? character : motion).c_str(), nullptr, &Scene, &findings);
    if (result == KD_OK && character) {
        kd_scene *moves = nullptr;
        result = kd_scene_load(Path(motion).c_str(), nullptr, &moves, &findings);
        if (result == KD_OK)
            result = kd_scene_take_motion(Scene, moves, &findings);
        kd_scene_free(moves);
    }
    kd_findings_free(&findings);
    check(result == KD_OK && Scene->clip_count == 1);
    Centimetres = Scene->metres_per_unit > 0 ? Scene->metres_per_unit * 100 : 1;

    Mesh = NewObject<USkeletalMesh>(nullptr);
    for (int32 i = 0; i < Scene->skeleton.joint_count; i++) {
        const kd_joint &joint = Scene->skeleton.joints[i];
        Mesh->RefSkeleton.StandInAdd(joint.name, joint.parent, ToEngine(joint.rest, i).ToTransform());
    }
    std::ifstream file(Path(rig), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    Asset = NewObject<UKineDriverAsset>(nullptr);
    FKineDriverCompiled compiled;
    bool good = KineDriverRigCompiler::Compile(MakeBytes(text.str()), Asset->ImportSettings, Mesh, compiled);
    check(good && Asset->SetProgram(compiled.Program, compiled.Axes));
    Asset->Drawings = compiled.Drawings;
    Bake(Path(rig) + " " + Path(motion) + (character ? " -s " + Path(character) : ""));
}

FSample::~FSample()
{
    kd_scene_free(Scene);
}

FMat FSample::ToEngine(const kd_transform &local, int32 joint) const
{
    FMat m = FMat::Of(local, Centimetres);
    return (Scene->skeleton.joints[joint].parent == KD_NO_JOINT ? EngineFromAuthor() : Reflection()) * m * Reflection();
}

TArray<FTransform> FSample::Pose(int32 frame) const
{
    const kd_clip &clip = Scene->clips[0];
    TArray<FTransform> pose;
    for (int32 i = 0; i < clip.joint_count; i++)
        pose.Add(ToEngine(clip.locals[frame * clip.joint_count + i], i).ToTransform());
    return pose;
}

void FSample::Bake(const std::string &arguments)
{
    std::string table = STANDIN_BINARY_DIR "/baked_" + std::to_string(getpid()) + ".csv";
    std::string command = STANDIN_KINEDRIVER " bake -q --all -t csv -o " + table + " " + arguments;
    check(system(command.c_str()) == 0);
    std::ifstream file(table);
    std::string line, cell;
    std::getline(file, line);
    std::stringstream head(line);
    for (size_t i = 0; std::getline(head, cell, ','); i++)
        Columns[cell] = i;
    while (std::getline(file, line)) {
        std::stringstream row(line);
        Rows.emplace_back();
        while (std::getline(row, cell, ','))
            Rows.back().push_back(atof(cell.c_str()));
    }
    unlink(table.c_str());
    check(static_cast<int32>(Rows.size()) == Frames());
    for (int32 i = 0; i < Scene->skeleton.joint_count; i++)
        for (const char *part : {".tx", ".ty", ".tz", ".rx", ".ry", ".rz", ".rw", ".sx", ".sy", ".sz"})
            JointColumns.push_back(Columns.at(std::string(Scene->skeleton.joints[i].name) + part));
}

kd_transform FSample::BakedLocal(int32 frame, int32 joint) const
{
    float v[10];
    for (int32 i = 0; i < 10; i++)
        v[i] = static_cast<float>(Rows[static_cast<size_t>(frame)][JointColumns[static_cast<size_t>(10 * joint + i)]]);
    kd_transform local;
    local.translate = {v[0], v[1], v[2]};
    local.rotate = {v[3], v[4], v[5], v[6]};
    local.scale = {v[7], v[8], v[9]};
    return local;
}

FMat FSample::Baked(int32 frame, int32 joint) const
{
    return ToEngine(BakedLocal(frame, joint), joint);
}

double FSample::Output(int32 frame, const std::string &name) const
{
    return Rows[static_cast<size_t>(frame)][Columns.at(name)];
}

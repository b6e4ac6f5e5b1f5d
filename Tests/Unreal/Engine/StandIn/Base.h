/* Types, checks, memory, mathematics. Part of the stand-in for the engine's headers: see Tests/Unreal/README.md. */
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
typedef int64_t int64;
typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;
typedef char ANSICHAR;
typedef char16_t TCHAR; /* wide, as in the engine: narrow literals do not pass for text */
typedef size_t SIZE_T;

#define TEXT(text) u##text
#define DLLEXPORT
#define DLLIMPORT
#define INDEX_NONE           (-1)
#define ENGINE_MAJOR_VERSION 4
#define ENGINE_MINOR_VERSION 22
#define MAX_uint16           65535

[[noreturn]] void StandInFail(const char *what, const char *file, int line);
#define check(condition)                                 \
    do {                                                 \
        if (!(condition))                                \
            StandInFail(#condition, __FILE__, __LINE__); \
    } while (0)

/* Tests say which thread they play. */
extern thread_local bool GStandInGameThread;
inline bool IsInGameThread()
{
    return GStandInGameThread;
}

template <typename T> typename std::remove_reference<T>::type &&MoveTemp(T &&value)
{
    return static_cast<typename std::remove_reference<T>::type &&>(value);
}

struct FMemory {
    static void Memzero(void *to, SIZE_T size)
    {
        memset(to, 0, size);
    }
    static void Memcpy(void *to, const void *from, SIZE_T size)
    {
        if (size > 0)
            memcpy(to, from, size);
    }
};

struct FMath {
    template <typename T> static T Max(T a, T b)
    {
        return a < b ? b : a;
    }
    template <typename T> static T Min(T a, T b)
    {
        return b < a ? b : a;
    }
    template <typename T> static T Abs(T a)
    {
        return a < 0 ? -a : a;
    }
    template <typename T> static T Lerp(const T &a, const T &b, float t)
    {
        return a + t * (b - a);
    }
};

struct FVector {
    float X, Y, Z;
    FVector() {} /* not initialised, as in the engine */
    FVector(float x, float y, float z) : X(x), Y(y), Z(z) {}
    explicit FVector(float all) : X(all), Y(all), Z(all) {}
    FVector operator+(const FVector &o) const
    {
        return FVector(X + o.X, Y + o.Y, Z + o.Z);
    }
    FVector operator-(const FVector &o) const
    {
        return FVector(X - o.X, Y - o.Y, Z - o.Z);
    }
    FVector operator*(const FVector &o) const
    {
        return FVector(X * o.X, Y * o.Y, Z * o.Z);
    }
    friend FVector operator*(float s, const FVector &v)
    {
        return v * s;
    }
    FVector operator*(float s) const
    {
        return FVector(X * s, Y * s, Z * s);
    }
    bool operator==(const FVector &o) const
    {
        return X == o.X && Y == o.Y && Z == o.Z;
    }
};

struct FVector2D {
    float X, Y;
    FVector2D(float x, float y) : X(x), Y(y) {}
};

struct FQuat {
    float X, Y, Z, W;
    FQuat() {}
    FQuat(float x, float y, float z, float w) : X(x), Y(y), Z(z), W(w) {}
    FQuat(const FVector &axis, float radians)
        : X(axis.X * std::sin(radians / 2)), Y(axis.Y * std::sin(radians / 2)), Z(axis.Z * std::sin(radians / 2)),
          W(std::cos(radians / 2))
    {
    }
    /* First b, then a. */
    FQuat operator*(const FQuat &b) const
    {
        return FQuat(W * b.X + X * b.W + Y * b.Z - Z * b.Y, W * b.Y - X * b.Z + Y * b.W + Z * b.X,
                     W * b.Z + X * b.Y - Y * b.X + Z * b.W, W * b.W - X * b.X - Y * b.Y - Z * b.Z);
    }
    FQuat Inverse() const
    {
        return FQuat(-X, -Y, -Z, W);
    }
    FVector RotateVector(const FVector &v) const
    {
        FVector q(X, Y, Z), t = Cross(q, v) * 2.0f;
        return v + t * W + Cross(q, t);
    }
    bool operator==(const FQuat &o) const
    {
        return X == o.X && Y == o.Y && Z == o.Z && W == o.W;
    }

  private:
    static FVector Cross(const FVector &a, const FVector &b)
    {
        return FVector(a.Y * b.Z - a.Z * b.Y, a.Z * b.X - a.X * b.Z, a.X * b.Y - a.Y * b.X);
    }
};

struct FRotator {
    float Pitch, Yaw, Roll;
};

/* A * B: first A, then B, the other way round than quaternions. Scales are multiplied part by part. */
struct alignas(16) FTransform {
    static const FTransform Identity;
    FTransform() : Rotation(0, 0, 0, 1), Translation(0, 0, 0), Scale(1, 1, 1) {}
    explicit FTransform(const FVector &translation) : Rotation(0, 0, 0, 1), Translation(translation), Scale(1, 1, 1) {}
    FTransform(const FQuat &rotation, const FVector &translation, const FVector &scale = FVector(1, 1, 1))
        : Rotation(rotation), Translation(translation), Scale(scale)
    {
    }
    FQuat GetRotation() const
    {
        return Rotation;
    }
    FVector GetTranslation() const
    {
        return Translation;
    }
    FVector GetLocation() const
    {
        return Translation;
    }
    FVector GetScale3D() const
    {
        return Scale;
    }
    FRotator Rotator() const
    {
        return FRotator();
    }
    FTransform operator*(const FTransform &then) const
    {
        return FTransform(then.Rotation * Rotation,
                          then.Rotation.RotateVector(then.Scale * Translation) + then.Translation, Scale * then.Scale);
    }
    bool Equals(const FTransform &o, float tolerance) const
    {
        float dot = Rotation.X * o.Rotation.X + Rotation.Y * o.Rotation.Y + Rotation.Z * o.Rotation.Z +
                    Rotation.W * o.Rotation.W;
        return std::fabs(std::fabs(dot) - 1) <= tolerance && Near(Translation, o.Translation, tolerance) &&
               Near(Scale, o.Scale, tolerance);
    }
    FTransform GetRelativeTransform(const FTransform &to) const
    {
        FVector safe(Reciprocal(to.Scale.X), Reciprocal(to.Scale.Y), Reciprocal(to.Scale.Z));
        FQuat back = to.Rotation.Inverse();
        return FTransform(back * Rotation, back.RotateVector(Translation - to.Translation) * safe, Scale * safe);
    }

  private:
    static bool Near(const FVector &a, const FVector &b, float tolerance)
    {
        FVector d = a - b;
        return std::fabs(d.X) <= tolerance && std::fabs(d.Y) <= tolerance && std::fabs(d.Z) <= tolerance;
    }
    static float Reciprocal(float x)
    {
        return std::fabs(x) <= 1e-8f ? 0.0f : 1.0f / x;
    }
    FQuat Rotation;
    FVector Translation;
    FVector Scale;
};

/* Numbers that are the same in every run. */
struct FRandomStream {
    explicit FRandomStream(int32 seed) : State(static_cast<uint32>(seed)) {}
    float FRand()
    {
        State = State * 196314165u + 907633515u;
        return static_cast<float>(State >> 8) / 16777216.0f;
    }
    float FRandRange(float low, float high)
    {
        return low + (high - low) * FRand();
    }
    FVector GetUnitVector()
    {
        for (;;) {
            FVector v(FRandRange(-1, 1), FRandRange(-1, 1), FRandRange(-1, 1));
            float square = v.X * v.X + v.Y * v.Y + v.Z * v.Z;
            if (square > 0.01f && square <= 1)
                return v * (1 / std::sqrt(square));
        }
    }

  private:
    uint32 State;
};

struct FColor {
    uint8 R, G, B, A;
    FColor(uint8 r, uint8 g, uint8 b, uint8 a = 255) : R(r), G(g), B(b), A(a) {}
    static const FColor Orange, Cyan, White, Red, Green, Yellow;
};

struct FGuid {
    uint32 A, B, C, D;
    FGuid(uint32 a, uint32 b, uint32 c, uint32 d) : A(a), B(b), C(c), D(d) {}
    bool operator<(const FGuid &o) const
    {
        return std::tie(A, B, C, D) < std::tie(o.A, o.B, o.C, o.D);
    }
};

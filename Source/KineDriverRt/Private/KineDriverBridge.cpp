// One reflection and one turn, and nothing else.

#include "KineDriverBridge.h"
#include "kinedriver/math.h"

namespace
{
	const float HalfRoot = 0.70710678f;

	/** Z up from Y up: a quarter turn about X in right-handed space. */
	const kd_quat UpFromY = { HalfRoot, 0.0f, 0.0f, HalfRoot };

	kd_transform Turn(const kd_quat& Rotation, const kd_transform& Transform)
	{
		kd_transform Result = Transform;
		Result.rotate = kd_quat_mul(Rotation, Transform.rotate);
		Result.translate = kd_quat_rotate(Rotation, Transform.translate);
		return Result;
	}
}

void FKineDriverAxes::ToCore(const FTransform& Local, bool bRoot, kd_transform& OutCore) const
{
	const FQuat Rotation = Local.GetRotation();
	const FVector Translation = Local.GetTranslation();
	const FVector Scale = Local.GetScale3D();
	const float Sign = bMirror ? -1.0f : 1.0f;

	OutCore.rotate = { Sign * Rotation.X, Rotation.Y, Sign * Rotation.Z, Rotation.W };
	OutCore.translate = { Translation.X, Sign * Translation.Y, Translation.Z };
	OutCore.scale = { Scale.X, Scale.Y, Scale.Z };
	if (bRoot && bYUp)
	{
		OutCore = Turn(kd_quat_conjugate(UpFromY), OutCore);
	}
}

FTransform FKineDriverAxes::FromCore(const kd_transform& Core, bool bRoot) const
{
	const kd_transform Upright = bRoot && bYUp ? Turn(UpFromY, Core) : Core;
	const float Sign = bMirror ? -1.0f : 1.0f;
	const kd_quat& Rotation = Upright.rotate;

	return FTransform(
		FQuat(Sign * Rotation.x, Rotation.y, Sign * Rotation.z, Rotation.w),
		FVector(Upright.translate.x, Sign * Upright.translate.y, Upright.translate.z),
		FVector(Upright.scale.x, Upright.scale.y, Upright.scale.z));
}

// The runtime module: log, statistics and console variables live as long as it.

#include "CoreMinimal.h"
#include "KineDriverLog.h"
#include "Modules/ModuleManager.h"

DEFINE_LOG_CATEGORY(LogKineDriver);

DEFINE_STAT(STAT_KineDriver_Component);
DEFINE_STAT(STAT_KineDriver_Node);
DEFINE_STAT(STAT_KineDriver_CopyIn);
DEFINE_STAT(STAT_KineDriver_Evaluate);
DEFINE_STAT(STAT_KineDriver_CopyOut);
DEFINE_STAT(STAT_KineDriver_Rigs);

CSV_DEFINE_CATEGORY_MODULE(KINEDRIVERRT_API, KineDriver, true);

static TAutoConsoleVariable<int32> CVarKineDriverEnable(
	TEXT("a.KineDriver.Enable"), 1, TEXT("0 switches every KineDriver rig off."));

static TAutoConsoleVariable<int32> CVarKineDriverDebug(
	TEXT("a.KineDriver.Debug"), 0, TEXT("1 prints the outputs of every KineDriver component on the screen."));

static TAutoConsoleVariable<int32> CVarKineDriverDebugDraw(
	TEXT("a.KineDriver.DebugDraw"), 0, TEXT("1 draws the joints that rigs read and write, 2 also their bend and roll axes, 3 also the keys of RBF nodes."));

static TAutoConsoleVariable<int32> CVarKineDriverForceLOD(
	TEXT("a.KineDriver.ForceLOD"), -1, TEXT("Level of detail at which all rigs are evaluated; -1: that of the mesh."));

bool KineDriverConsole::IsEnabled()
{
	return CVarKineDriverEnable.GetValueOnAnyThread() != 0;
}

int32 KineDriverConsole::GetDebug()
{
	return CVarKineDriverDebug.GetValueOnAnyThread();
}

int32 KineDriverConsole::GetDebugDraw()
{
	return CVarKineDriverDebugDraw.GetValueOnAnyThread();
}

int32 KineDriverConsole::OverrideLOD(int32 Level)
{
	const int32 Forced = CVarKineDriverForceLOD.GetValueOnAnyThread();
	return Forced >= 0 ? Forced : Level;
}

IMPLEMENT_MODULE(FDefaultModuleImpl, KineDriverRt)

// Log category, statistics and console variables of the plug-in.

#pragma once

#include "CoreMinimal.h"
#include "HAL/IConsoleManager.h"
#include "ProfilingDebugging/CsvProfiler.h"
#include "Stats/Stats.h"

KINEDRIVERRT_API DECLARE_LOG_CATEGORY_EXTERN(LogKineDriver, Log, All);

DECLARE_STATS_GROUP(TEXT("KineDriver"), STATGROUP_KineDriver, STATCAT_Advanced);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Component"), STAT_KineDriver_Component, STATGROUP_KineDriver, KINEDRIVERRT_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Anim node"), STAT_KineDriver_Node, STATGROUP_KineDriver, KINEDRIVERRT_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Copy in"), STAT_KineDriver_CopyIn, STATGROUP_KineDriver, KINEDRIVERRT_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Evaluate"), STAT_KineDriver_Evaluate, STATGROUP_KineDriver, KINEDRIVERRT_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Copy out"), STAT_KineDriver_CopyOut, STATGROUP_KineDriver, KINEDRIVERRT_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Rigs evaluated"), STAT_KineDriver_Rigs, STATGROUP_KineDriver, KINEDRIVERRT_API);

CSV_DECLARE_CATEGORY_MODULE_EXTERN(KINEDRIVERRT_API, KineDriver);

namespace KineDriverConsole
{
	/** a.KineDriver.Enable: false switches every rig off. Any thread. */
	KINEDRIVERRT_API bool IsEnabled();

	/** a.KineDriver.Debug: 1 prints the values of rigs on the screen. */
	KINEDRIVERRT_API int32 GetDebug();

	/** a.KineDriver.DebugDraw: 1 draws sources and targets, 2 also bend and roll axes, 3 also RBF keys. */
	KINEDRIVERRT_API int32 GetDebugDraw();

	/** a.KineDriver.ForceLOD: a level of detail for all rigs, or Level if it is not set. Any thread. */
	KINEDRIVERRT_API int32 OverrideLOD(int32 Level);
}

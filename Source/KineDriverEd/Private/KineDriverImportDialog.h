// Asks for the options of an import.

#pragma once

#include "CoreMinimal.h"

class UKineDriverFactory;

namespace KineDriverImportDialog
{
	/** Shows the factory's settings; false if the user does not want to import. */
	bool Show(UKineDriverFactory& Factory);
}

// Objects, archives and console of the stand-in.
#include "StandIn/Object.h"

#include "StandIn/Console.h"

static std::vector<FObjectInitializer> GInitializers(1);
static std::map<uint64, UObject *> GAlive;
static uint64 GLastNumber = 0;

FObjectInitializer &FObjectInitializer::Get()
{
    return GInitializers.back();
}

std::vector<UObject *> &StandInObjects()
{
    static std::vector<UObject *> objects;
    return objects;
}

bool StandInIsAlive(uint64 number)
{
    return GAlive.count(number) > 0;
}

UClass *UObject::StaticClass()
{
    static UClass *result = new UClass("Object", nullptr, nullptr);
    return result;
}

UObject::UObject(const FObjectInitializer &initializer)
    : ClassPrivate(initializer.Class), OuterPrivate(initializer.Outer), NamePrivate(initializer.Name),
      ObjectFlags(initializer.Flags)
{
    check(ClassPrivate != nullptr); // only NewObject makes objects
    StandInNumber = ++GLastNumber;
    GAlive[StandInNumber] = this;
    StandInObjects().push_back(this);
}

UObject::~UObject()
{
    GAlive.erase(StandInNumber);
}

UObject *StandInMake(UClass *objectClass, UObject *outer, FName name, int32 flags)
{
    check(objectClass->Make != nullptr);
    static int32 unnamed = 0;
    FObjectInitializer initializer;
    initializer.Outer = outer;
    initializer.Class = objectClass;
    initializer.Flags = flags;
    initializer.Name =
        !name.IsNone() ? name : FName(*FString::Printf(TEXT("%s_%d"), *objectClass->Name.ToString(), unnamed++));
    // An object of that name in the same place is no more.
    for (UObject *other : StandInObjects())
        if (outer != nullptr && other->GetOuter() == outer && other->GetFName() == initializer.Name)
            other->MarkPendingKill();
    GInitializers.push_back(initializer);
    UObject *object = objectClass->Make(GInitializers.back());
    GInitializers.pop_back();
    object->PostInitProperties();
    return object;
}

UObject *GetTransientPackage()
{
    static UObject *package = nullptr;
    static uint64 number = 0;
    if (package == nullptr || !StandInIsAlive(number)) {
        package = NewObject<UPackage>(nullptr, FName("Transient"));
        number = package->StandInNumber;
    }
    return package;
}

TMulticastDelegate<UObject *, FPropertyChangedEvent &> FCoreUObjectDelegates::OnObjectPropertyChanged;
void UObject::PostEditChangeProperty(FPropertyChangedEvent &event)
{
    FCoreUObjectDelegates::OnObjectPropertyChanged.Broadcast(this, event);
}

void UObject::PostEditChange()
{
    FPropertyChangedEvent event;
    PostEditChangeProperty(event);
}

std::map<std::string, UObject *> &StandInContent()
{
    static std::map<std::string, UObject *> content;
    return content;
}

void StandInCollect()
{
    StandInContent().clear();
    std::vector<UObject *> all;
    all.swap(StandInObjects());
    for (UObject *object : all)
        delete object;
}

static std::map<FGuid, int32> &Registered()
{
    static std::map<FGuid, int32> versions;
    return versions;
}

FCustomVersionRegistration::FCustomVersionRegistration(const FGuid &guid, int32 version, FName)
{
    Registered()[guid] = version;
}

void FArchive::UsingCustomVersion(const FGuid &guid)
{
    check(Registered().count(guid) > 0);
    if (!bLoading)
        Versions[guid] = Registered()[guid];
}

int32 FArchive::CustomVer(const FGuid &guid) const
{
    auto found = Versions.find(guid);
    return found != Versions.end() ? found->second : -1;
}

void FArchive::Move(void *data, size_t size)
{
    uint8 *bytes = static_cast<uint8 *>(data);
    if (!bLoading) {
        Bytes.insert(Bytes.end(), bytes, bytes + size);
        return;
    }
    size_t there = std::min(size, Bytes.size() - At);
    if (there > 0)
        memcpy(bytes, Bytes.data() + At, there);
    At += there;
}

FArchive &FArchive::operator<<(bool &value)
{
    uint32 number = value;
    Move(&number, sizeof number);
    value = number != 0;
    return *this;
}

FArchive &FArchive::operator<<(TArray<uint8> &value)
{
    int32 count = value.Num();
    Move(&count, sizeof count);
    if (bLoading)
        value.SetNumZeroed(std::max(0, std::min(count, static_cast<int32>(Bytes.size() - At))));
    if (value.Num() > 0)
        Move(value.GetData(), static_cast<size_t>(value.Num()));
    return *this;
}

std::map<std::string, FStandInVariable *> &StandInVariables()
{
    static std::map<std::string, FStandInVariable *> variables;
    return variables;
}

std::map<std::string, FConsoleCommandWithWorldAndArgsDelegate> &StandInCommands()
{
    static std::map<std::string, FConsoleCommandWithWorldAndArgsDelegate> commands;
    return commands;
}

std::map<UClass *, std::function<void(const UObject &, UObject &)>> &StandInCopiers()
{
    static std::map<UClass *, std::function<void(const UObject &, UObject &)>> copiers;
    return copiers;
}

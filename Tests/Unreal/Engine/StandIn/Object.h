/* Objects, classes, archives, console, statistics. Objects live until StandInCollect; weak pointers see who is gone. */
#pragma once

#include "StandIn/Text.h"

class UObject;
class UClass;
class UEnum;
class UScriptStruct;
struct FVTableHelper;

enum EObjectFlags {
    RF_NoFlags = 0,
    RF_Transient = 1,
    RF_ClassDefaultObject = 2,
    RF_Public = 4,
    RF_Standalone = 8,
    RF_Transactional = 16
};
enum EClassFlags { CLASS_Abstract = 1, CLASS_Interface = 2, CLASS_Deprecated = 4, CASTCLASS_None = 0 };
#define COMPILED_IN_FLAGS(flags) (flags)

class FObjectInitializer
{
  public:
    static FObjectInitializer &Get();
    UObject *Outer = nullptr;
    UClass *Class = nullptr;
    FName Name;
    int32 Flags = 0;
};

class UClass
{
  public:
    UClass(const char *name, UClass *super, UObject *(*make)(const FObjectInitializer &))
        : Name(name), Super(super), Make(make)
    {
    }
    FName GetFName() const
    {
        return Name;
    }
    bool IsChildOf(const UClass *other) const
    {
        return this == other || (Super != nullptr && Super->IsChildOf(other));
    }
    bool ImplementsInterface(const UClass *face) const
    {
        return Interfaces.Contains(face) || (Super != nullptr && Super->ImplementsInterface(face));
    }
    FName Name;
    UClass *Super;
    UObject *(*Make)(const FObjectInitializer &);
    TArray<const UClass *> Interfaces;
};

/* For weak pointers: who is alive under which number. */
bool StandInIsAlive(uint64 number);
std::vector<UObject *> &StandInObjects();

class FArchive;
struct FPropertyChangedEvent {
};

class UObject
{
  public:
    typedef UObject ThisClass;
    static UClass *StaticClass();
    explicit UObject(const FObjectInitializer &initializer = FObjectInitializer::Get());
    virtual ~UObject();
    UObject(const UObject &) = delete;
    UObject &operator=(const UObject &) = delete;
    virtual void Serialize(FArchive &) {}
    virtual void PostInitProperties() {}
    virtual void PostLoad() {}
    virtual void PostDuplicate(bool) {}
    virtual void PostEditChangeProperty(FPropertyChangedEvent &event);
    struct FAssetRegistryTag {
        enum ETagType { TT_Hidden, TT_Alphabetical };
        FAssetRegistryTag(FName name, const FString &value, ETagType type) : Name(name), Value(value), Type(type) {}
        FName Name;
        FString Value;
        ETagType Type;
    };
    virtual void GetAssetRegistryTags(TArray<FAssetRegistryTag> &) const {}
    static FName SourceFileTagName()
    {
        return FName("AssetImportData");
    }
    UClass *GetClass() const
    {
        return ClassPrivate;
    }
    UObject *GetOuter() const
    {
        return OuterPrivate;
    }
    FName GetFName() const
    {
        return NamePrivate;
    }
    FString GetName() const
    {
        return NamePrivate.ToString();
    }
    FString GetPathName() const
    {
        return OuterPrivate != nullptr ? FString::Printf(TEXT("%s.%s"), *OuterPrivate->GetPathName(), *GetName())
                                       : GetName();
    }
    bool IsA(const UClass *other) const
    {
        return ClassPrivate->IsChildOf(other);
    }
    bool HasAnyFlags(int32 flags) const
    {
        return (ObjectFlags & flags) != 0;
    }
    void MarkPendingKill()
    {
        bPendingKill = true;
    }
    bool IsPendingKill() const
    {
        return bPendingKill;
    }
    bool Modify(bool = true)
    {
        bModified = true;
        return true;
    }
    void PostEditChange();
    void MarkPackageDirty()
    {
        bDirty = true;
    }
    void AddToRoot()
    {
        bRooted = true;
    }
    void RemoveFromRoot()
    {
        bRooted = false;
    }
    uint64 StandInNumber;
    bool bDirty = false, bRooted = false, bModified = false;

  private:
    UClass *ClassPrivate;
    UObject *OuterPrivate;
    FName NamePrivate;
    int32 ObjectFlags;
    bool bPendingKill = false;
};

/* Deletes all objects: the end of a test. */
void StandInCollect();

#define STANDIN_BODY(TClass, TSuper)                                                                                \
  public:                                                                                                           \
    typedef TSuper Super;                                                                                           \
    typedef TClass ThisClass;                                                                                       \
    static UClass *StaticClass()                                                                                    \
    {                                                                                                               \
        static UClass *result = new UClass(&#TClass[1], TSuper::StaticClass(),                                      \
                                           [](const FObjectInitializer &i) -> UObject * { return new TClass(i); }); \
        return result;                                                                                              \
    }                                                                                                               \
    explicit TClass(const FObjectInitializer &i = FObjectInitializer::Get()) : TSuper(i) {}

#define STANDIN_ABSTRACT(TClass, TSuper)                                                 \
  public:                                                                                \
    typedef TSuper Super;                                                                \
    typedef TClass ThisClass;                                                            \
    static UClass *StaticClass()                                                         \
    {                                                                                    \
        static UClass *result = new UClass(&#TClass[1], TSuper::StaticClass(), nullptr); \
        return result;                                                                   \
    }                                                                                    \
    explicit TClass(const FObjectInitializer &i = FObjectInitializer::Get()) : TSuper(i) {}

/* What the header tool's output is made of. */
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UINTERFACE(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define BODY_MACRO_COMBINE_INNER(A, B, C, D) A##B##C##D
#define BODY_MACRO_COMBINE(A, B, C, D)       BODY_MACRO_COMBINE_INNER(A, B, C, D)
#define GENERATED_BODY(...)                  BODY_MACRO_COMBINE(CURRENT_FILE_ID, _, __LINE__, _GENERATED_BODY)
#define NO_API
template <typename T> UClass *StaticClass();
template <typename T> UScriptStruct *StaticStruct();
template <typename T> UEnum *StaticEnum();
typedef UObject *(*FStandInMaker)(const FObjectInitializer &);
inline FStandInMaker StandInMaker(FStandInMaker maker)
{
    return maker;
}
inline FStandInMaker StandInMaker(void (*)(const FObjectInitializer &))
{
    return nullptr;
} /* abstract */
#define DECLARE_CLASS(TClass, TSuper, flags, castFlags, package, api)                                    \
  public:                                                                                                \
    typedef TSuper Super;                                                                                \
    typedef TClass ThisClass;                                                                            \
    static UClass *StaticClass()                                                                         \
    {                                                                                                    \
        static UClass *result =                                                                          \
            new UClass(&#TClass[1], TSuper::StaticClass(), StandInMaker(&TClass::__DefaultConstructor)); \
        return result;                                                                                   \
    }
#define DECLARE_SERIALIZER(TClass)
#define DECLARE_FSTRUCTUREDARCHIVE_SERIALIZER(TClass, api)
#define DECLARE_VTABLE_PTR_HELPER_CTOR(api, TClass) explicit TClass(FVTableHelper &);
#define DEFINE_VTABLE_PTR_HELPER_CTOR_CALLER(TClass)
#define DEFINE_VTABLE_PTR_HELPER_CTOR_CALLER_DUMMY()
#define DEFINE_DEFAULT_CONSTRUCTOR_CALL(TClass)                      \
    static UObject *__DefaultConstructor(const FObjectInitializer &) \
    {                                                                \
        return new TClass();                                         \
    }
#define DEFINE_DEFAULT_OBJECT_INITIALIZER_CONSTRUCTOR_CALL(TClass)    \
    static UObject *__DefaultConstructor(const FObjectInitializer &i) \
    {                                                                 \
        return new TClass(i);                                         \
    }

UObject *StandInMake(UClass *objectClass, UObject *outer, FName name, int32 flags);

template <typename T> T *NewObject(UObject *outer, UClass *objectClass, FName name = NAME_None, int32 flags = 0)
{
    check(IsInGameThread());
    return static_cast<T *>(StandInMake(objectClass, outer, name, flags));
}
UObject *GetTransientPackage();
template <typename T> T *NewObject()
{
    return NewObject<T>(GetTransientPackage(), T::StaticClass());
}
template <typename T> T *NewObject(UObject *outer, FName name = NAME_None, int32 flags = 0)
{
    return NewObject<T>(outer, T::StaticClass(), name, flags);
}

template <typename T, typename F> T *Cast(F *object)
{
    return object != nullptr ? dynamic_cast<T *>(object) : nullptr;
}

class UInterface : public UObject
{
    STANDIN_BODY(UInterface, UObject)
};

class UPackage : public UObject
{
    STANDIN_BODY(UPackage, UObject)
};

struct FCoreUObjectDelegates {
    static TMulticastDelegate<UObject *, FPropertyChangedEvent &> OnObjectPropertyChanged;
};
#define GET_MEMBER_NAME_CHECKED(type, member) ((void)sizeof(static_cast<type *>(nullptr)->member), FName(TEXT(#member)))

/* Assets that tests say are in the content. */
std::map<std::string, UObject *> &StandInContent();
template <typename T> T *LoadObject(UObject *, const TCHAR *path)
{
    auto found = StandInContent().find(StandInNarrow(path));
    return found != StandInContent().end() ? Cast<T>(found->second) : nullptr;
}

std::map<UClass *, std::function<void(const UObject &, UObject &)>> &StandInCopiers();

/* Copies what a test says a class is made of; the stand-in has no reflection. */
template <typename T> T *DuplicateObject(const T *source, UObject *outer)
{
    T *copy = NewObject<T>(outer, source->GetFName());
    check(StandInCopiers().count(T::StaticClass()) > 0);
    StandInCopiers()[T::StaticClass()](*source, *copy);
    copy->PostDuplicate(false);
    return copy;
}

template <typename T> class TWeakObjectPtr
{
  public:
    TWeakObjectPtr() {}
    TWeakObjectPtr(T *object) : Object(object), Number(object != nullptr ? object->StandInNumber : 0) {}
    T *Get() const
    {
        return IsValid() ? Object : nullptr;
    }
    bool IsValid() const
    {
        return Number != 0 && StandInIsAlive(Number) && !Object->IsPendingKill();
    }
    void Reset()
    {
        Number = 0;
    }
    T *operator->() const
    {
        check(IsValid());
        return Object;
    }
    T &operator*() const
    {
        check(IsValid());
        return *Object;
    }
    bool operator==(const TWeakObjectPtr &o) const
    {
        return Number == o.Number;
    }

  private:
    T *Object = nullptr;
    uint64 Number = 0;
};

template <typename T> class TSubclassOf
{
  public:
    TSubclassOf() {}
    TSubclassOf(UClass *c) : Class(c) {}
    UClass *Get() const
    {
        return Class;
    }
    operator UClass *() const
    {
        return Class;
    }

  private:
    UClass *Class = nullptr;
};

template <typename T> class TSoftObjectPtr
{
  public:
    TSoftObjectPtr() {}
    TSoftObjectPtr(T *object) : Object(object) {}
    T *LoadSynchronous() const
    {
        return Object;
    }

  private:
    T *Object = nullptr;
};

template <typename T> class TObjectIterator
{
  public:
    TObjectIterator()
    {
        Skip();
    }
    explicit operator bool() const
    {
        return At < StandInObjects().size();
    }
    TObjectIterator &operator++()
    {
        At++;
        Skip();
        return *this;
    }
    T *operator*() const
    {
        return static_cast<T *>(StandInObjects()[At]);
    }

  private:
    void Skip()
    {
        while (At < StandInObjects().size() && dynamic_cast<T *>(StandInObjects()[At]) == nullptr)
            At++;
    }
    size_t At = 0;
};

/* An archive in memory; what it holds can be cut or changed by tests. */
class FArchive
{
  public:
    bool IsLoading() const
    {
        return bLoading;
    }
    bool IsSaving() const
    {
        return !bLoading;
    }
    void UsingCustomVersion(const FGuid &guid);
    int32 CustomVer(const FGuid &guid) const;
    void Serialize(void *data, int64 count)
    {
        Move(data, static_cast<size_t>(count));
    }
    FArchive &operator<<(bool &value);
    FArchive &operator<<(TArray<uint8> &value);
    bool bLoading = false;
    std::vector<uint8> Bytes;
    size_t At = 0;
    std::map<FGuid, int32> Versions;

  private:
    void Move(void *data, size_t size);
};

struct FCustomVersionRegistration {
    FCustomVersionRegistration(const FGuid &guid, int32 version, FName name);
};

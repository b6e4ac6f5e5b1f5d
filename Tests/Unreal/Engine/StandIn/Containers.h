/* Arrays, maps, sets, bits, pointers. Strict: an index out of range stops the test. */
#pragma once

#include "StandIn/Base.h"

struct FDefaultAllocator {
    enum { Alignment = 16 };
};
template <int N> struct TInlineAllocator {
    enum { Alignment = 16 };
};
template <uint32 N> struct TAlignedHeapAllocator {
    enum { Alignment = N };
};

/* How often arrays asked for memory. Inline ones do so here too, whatever their size. */
inline std::atomic<size_t> &StandInAllocations()
{
    static std::atomic<size_t> count(0);
    return count;
}

/* Aligned as asked for and not more, so that whoever needs more is found out. */
template <typename T, size_t N> struct TStandInAllocator {
    typedef T value_type;
    template <typename U> struct rebind {
        typedef TStandInAllocator<U, N> other;
    };
    TStandInAllocator() {}
    template <typename U> TStandInAllocator(const TStandInAllocator<U, N> &) {}
    T *allocate(size_t n)
    {
        StandInAllocations()++;
        return static_cast<T *>(aligned_alloc(N, (n * sizeof(T) + N - 1) / N * N + N));
    }
    void deallocate(T *p, size_t)
    {
        free(p);
    }
    bool operator==(const TStandInAllocator &) const
    {
        return true;
    }
    bool operator!=(const TStandInAllocator &) const
    {
        return false;
    }
};

template <typename T, typename Allocator = FDefaultAllocator> class TArray
{
  public:
    TArray() {}
    TArray(std::initializer_list<T> items) : Items(items) {}
    int32 Num() const
    {
        return static_cast<int32>(Items.size());
    }
    bool IsValidIndex(int32 i) const
    {
        return i >= 0 && i < Num();
    }
    T *GetData()
    {
        return Items.data();
    }
    const T *GetData() const
    {
        return Items.data();
    }
    T &operator[](int32 i)
    {
        check(IsValidIndex(i));
        return Items[static_cast<size_t>(i)];
    }
    const T &operator[](int32 i) const
    {
        check(IsValidIndex(i));
        return Items[static_cast<size_t>(i)];
    }
    int32 Add(const T &item)
    {
        Items.push_back(item);
        return Num() - 1;
    }
    int32 Add(T &&item)
    {
        Items.push_back(std::move(item));
        return Num() - 1;
    }
    int32 AddDefaulted()
    {
        Items.emplace_back();
        return Num() - 1;
    }
    T &Last()
    {
        check(Num() > 0);
        return Items.back();
    }
    T &AddDefaulted_GetRef()
    {
        return Items[static_cast<size_t>(AddDefaulted())];
    }
    void AddUnique(const T &item)
    {
        if (!Contains(item))
            Add(item);
    }
    void Append(const T *data, int32 count)
    {
        Items.insert(Items.end(), data, data + count);
    }
    void Append(const TArray &o)
    {
        Items.insert(Items.end(), o.Items.begin(), o.Items.end());
    }
    void Reset()
    {
        Items.clear();
    }
    void Empty()
    {
        Items.clear();
    }
    void SetNum(int32 n)
    {
        Items.resize(static_cast<size_t>(n));
    }
    void SetNumUninitialized(int32 n)
    {
        Items.resize(static_cast<size_t>(n));
    }
    void SetNumZeroed(int32 n)
    {
        Items.resize(static_cast<size_t>(n));
    }
    void RemoveAt(int32 i)
    {
        Items.erase(Items.begin() + i);
    }
    int32 Remove(const T &item)
    {
        size_t before = Items.size();
        Items.erase(std::remove(Items.begin(), Items.end(), item), Items.end());
        return static_cast<int32>(before - Items.size());
    }
    template <typename P> void RemoveAll(P predicate)
    {
        Items.erase(std::remove_if(Items.begin(), Items.end(), predicate), Items.end());
    }
    template <typename U> int32 Find(const U &item) const
    {
        for (int32 i = 0; i < Num(); i++)
            if (Items[static_cast<size_t>(i)] == item)
                return i;
        return INDEX_NONE;
    }
    template <typename U> bool Contains(const U &item) const
    {
        return Find(item) != INDEX_NONE;
    }
    template <typename P> T *FindByPredicate(P predicate)
    {
        for (T &item : Items)
            if (predicate(item))
                return &item;
        return nullptr;
    }
    template <typename P> const T *FindByPredicate(P predicate) const
    {
        return const_cast<TArray *>(this)->FindByPredicate(predicate);
    }
    template <typename P> void Sort(P less)
    {
        std::sort(Items.begin(), Items.end(), less);
    }
    template <typename A> bool operator==(const TArray<T, A> &o) const
    {
        return Num() == o.Num() && std::equal(begin(), end(), o.begin());
    }
    auto begin()
    {
        return Items.begin();
    }
    auto end()
    {
        return Items.end();
    }
    auto begin() const
    {
        return Items.begin();
    }
    auto end() const
    {
        return Items.end();
    }

  private:
    std::vector<T, TStandInAllocator<T, Allocator::Alignment>> Items;
};

template <typename K, typename V> struct TPair {
    K Key;
    V Value;
};

template <typename K, typename V> class TMap
{
  public:
    V *Find(const K &key)
    {
        for (TPair<K, V> &pair : Pairs)
            if (pair.Key == key)
                return &pair.Value;
        return nullptr;
    }
    const V *Find(const K &key) const
    {
        return const_cast<TMap *>(this)->Find(key);
    }
    V FindRef(const K &key) const
    {
        const V *found = Find(key);
        return found ? *found : V();
    }
    V &Add(const K &key, const V &value)
    {
        if (V *found = Find(key))
            return *found = value;
        Pairs.push_back(TPair<K, V>{key, value});
        return Pairs.back().Value;
    }
    void Append(const TMap &o)
    {
        for (const TPair<K, V> &pair : o)
            Add(pair.Key, pair.Value);
    }
    bool Contains(const K &key) const
    {
        return Find(key) != nullptr;
    }
    int32 Num() const
    {
        return static_cast<int32>(Pairs.size());
    }
    void Reset()
    {
        Pairs.clear();
    }
    void Remove(const K &key)
    {
        for (size_t i = 0; i < Pairs.size(); i++)
            if (Pairs[i].Key == key) {
                Pairs.erase(Pairs.begin() + static_cast<std::ptrdiff_t>(i));
                return;
            }
    }
    bool RemoveAndCopyValue(const K &key, V &value)
    {
        if (!Contains(key))
            return false;
        value = *Find(key);
        Remove(key);
        return true;
    }
    struct TIterator {
        explicit TIterator(TMap &map) : Map(map) {}
        explicit operator bool() const
        {
            return At < Map.Pairs.size();
        }
        TIterator &operator++()
        {
            At++;
            return *this;
        }
        K &Key()
        {
            return Map.Pairs[At].Key;
        }
        V &Value()
        {
            return Map.Pairs[At].Value;
        }
        void RemoveCurrent()
        {
            Map.Pairs.erase(Map.Pairs.begin() + static_cast<std::ptrdiff_t>(At--));
        }
        TMap &Map;
        size_t At = 0;
    };
    auto begin()
    {
        return Pairs.begin();
    }
    auto end()
    {
        return Pairs.end();
    }
    auto begin() const
    {
        return Pairs.begin();
    }
    auto end() const
    {
        return Pairs.end();
    }

  private:
    std::vector<TPair<K, V>> Pairs;
};

template <typename T> class TSet
{
  public:
    void Add(const T &item)
    {
        Items.AddUnique(item);
    }
    bool Contains(const T &item) const
    {
        return Items.Contains(item);
    }
    void Reset()
    {
        Items.Reset();
    }
    int32 Num() const
    {
        return Items.Num();
    }

  private:
    TArray<T> Items;
};

template <typename Allocator = FDefaultAllocator> class TBitArray
{
  public:
    TBitArray() {}
    TBitArray(bool value, int32 count)
    {
        Init(value, count);
    }
    void Init(bool value, int32 count)
    {
        Bits.assign(static_cast<size_t>(count), value);
    }
    int32 Num() const
    {
        return static_cast<int32>(Bits.size());
    }
    bool IsValidIndex(int32 i) const
    {
        return i >= 0 && i < Num();
    }
    typename std::vector<bool, TStandInAllocator<bool, 16>>::reference operator[](int32 i)
    {
        check(IsValidIndex(i));
        return Bits[static_cast<size_t>(i)];
    }
    bool operator[](int32 i) const
    {
        check(IsValidIndex(i));
        return Bits[static_cast<size_t>(i)];
    }

  private:
    std::vector<bool, TStandInAllocator<bool, 16>> Bits;
};

template <typename T> class TUniquePtr
{
  public:
    TUniquePtr() {}
    explicit TUniquePtr(T *object) : Object(object) {}
    bool IsValid() const
    {
        return Object != nullptr;
    }
    T *Get() const
    {
        return Object.get();
    }
    T *operator->() const
    {
        check(IsValid());
        return Object.get();
    }
    T &operator*() const
    {
        check(IsValid());
        return *Object;
    }

  private:
    std::unique_ptr<T> Object;
};

template <typename T, typename... A> TUniquePtr<T> MakeUnique(A &&...args)
{
    return TUniquePtr<T>(new T(std::forward<A>(args)...));
}

enum class ESPMode { NotThreadSafe, ThreadSafe };
template <typename T, ESPMode M = ESPMode::NotThreadSafe> class TSharedPtr;

/* Never null. */
template <typename T, ESPMode M = ESPMode::NotThreadSafe> class TSharedRef
{
  public:
    explicit TSharedRef(std::shared_ptr<T> object) : Object(object)
    {
        check(Object != nullptr);
    }
    template <typename U> TSharedRef(const TSharedRef<U, M> &o) : Object(o.Object) {}
    T *operator->() const
    {
        return Object.get();
    }
    T &operator*() const
    {
        return *Object;
    }
    T &Get() const
    {
        return *Object;
    }
    std::shared_ptr<T> Object;
};

template <typename T, ESPMode M> class TSharedPtr
{
  public:
    TSharedPtr() {}
    TSharedPtr(std::nullptr_t) {}
    explicit TSharedPtr(std::shared_ptr<T> object) : Object(object) {}
    explicit TSharedPtr(T *object) : Object(object) {}
    template <typename U> TSharedPtr(const TSharedPtr<U, M> &o) : Object(o.Object) {}
    template <typename U> TSharedPtr(const TSharedRef<U, M> &o) : Object(o.Object) {}
    bool IsValid() const
    {
        return Object != nullptr;
    }
    explicit operator bool() const
    {
        return Object != nullptr;
    }
    void Reset()
    {
        Object.reset();
    }
    T *Get() const
    {
        return Object.get();
    }
    T *operator->() const
    {
        check(IsValid());
        return Object.get();
    }
    T &operator*() const
    {
        check(IsValid());
        return *Object;
    }
    TSharedRef<T, M> ToSharedRef() const
    {
        return TSharedRef<T, M>(Object);
    }
    template <typename U> bool operator==(const TSharedPtr<U, M> &o) const
    {
        return Object == o.Object;
    }
    template <typename U> bool operator!=(const TSharedPtr<U, M> &o) const
    {
        return Object != o.Object;
    }
    std::shared_ptr<T> Object;
};

template <typename T, ESPMode M = ESPMode::NotThreadSafe> class TWeakPtr
{
  public:
    TWeakPtr() {}
    template <typename U> TWeakPtr(const TSharedRef<U, M> &o) : Object(o.Object) {}
    template <typename U> TWeakPtr(const TSharedPtr<U, M> &o) : Object(o.Object) {}
    bool IsValid() const
    {
        return !Object.expired();
    }
    TSharedPtr<T, M> Pin() const
    {
        return TSharedPtr<T, M>(Object.lock());
    }

  private:
    std::weak_ptr<T> Object;
};

template <typename T> class TSharedFromThis : public std::enable_shared_from_this<T>
{
  public:
    TSharedRef<T> AsShared()
    {
        return TSharedRef<T>(this->shared_from_this());
    }
};

template <typename T, typename... A> TSharedRef<T> MakeShared(A &&...args)
{
    return TSharedRef<T>(std::make_shared<T>(std::forward<A>(args)...));
}

template <typename T, typename U> TSharedPtr<T> StaticCastSharedPtr(const TSharedPtr<U> &pointer)
{
    return TSharedPtr<T>(std::static_pointer_cast<T>(pointer.Object));
}

//! Caches the parsed rows of lists until anything in the table changes, if the table reports changes (decision 034).

use super::range::Range;
use std::any::Any;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

/// The maximum memory of all cached lists together.
const MAX_BYTES: usize = 16 << 20;

/// Detects changes of the table.
pub trait Revision: Debug + Send + 'static {
    /// Returns a number that changes with every write of any process; `None` if it is unknown at the moment.
    fn current(&mut self) -> Option<i64>;
}

type CachedList = Arc<dyn Any + Send + Sync>;

#[derive(Clone, Debug)]
pub(crate) struct RowCache(Arc<Mutex<CacheState>>);

#[derive(Debug)]
struct CacheState {
    revision: Box<dyn Revision>,
    /// The revision of all cached lists.
    cached_revision: i64,
    lists: HashMap<Range, CachedList>,
    bytes: usize,
}

pub(crate) enum CachedLookup {
    Hit(CachedList),
    /// The caller reads the table, and caches the list with this revision.
    Missing(Option<i64>),
}

impl RowCache {
    pub fn new(revision: impl Revision) -> Self {
        Self(Arc::new(Mutex::new(CacheState {
            revision: Box::new(revision),
            cached_revision: 0,
            lists: HashMap::new(),
            bytes: 0,
        })))
    }

    pub fn look_up(&self, range: &Range) -> CachedLookup {
        let mut state = self.0.lock().expect("no code panics while it holds the lock");
        let Some(current) = state.revision.current() else { return CachedLookup::Missing(None) };
        if state.cached_revision != current {
            state.clear();
            state.cached_revision = current;
        }
        state.lists.get(range).cloned().map_or(CachedLookup::Missing(Some(current)), CachedLookup::Hit)
    }

    /// Caches a list that was read after `revision` was looked up, unless a later look-up found another revision.
    pub fn insert(&self, range: Range, revision: i64, list: CachedList, bytes: usize) {
        let mut state = self.0.lock().expect("no code panics while it holds the lock");
        if state.cached_revision != revision || bytes > MAX_BYTES {
            return;
        }
        if state.bytes + bytes > MAX_BYTES {
            state.clear();
        }
        if state.lists.insert(range, list).is_none() {
            state.bytes += bytes;
        }
    }
}

impl CacheState {
    fn clear(&mut self) {
        self.lists = HashMap::new();
        self.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::keys::LIST_PREFIX;
    use std::sync::atomic::{AtomicI64, Ordering};

    /// A table's revision that the test sets; 0 is unknown.
    #[derive(Clone, Debug)]
    struct FakeRevision(Arc<AtomicI64>);

    impl Revision for FakeRevision {
        fn current(&mut self) -> Option<i64> {
            Some(self.0.load(Ordering::Relaxed)).filter(|revision| *revision > 0)
        }
    }

    fn cache() -> (RowCache, impl Fn(i64)) {
        let revision = Arc::new(AtomicI64::new(1));
        (RowCache::new(FakeRevision(revision.clone())), move |to| revision.store(to, Ordering::Relaxed))
    }

    fn range(partition: &str) -> Range {
        Range::prefix(partition.into(), LIST_PREFIX)
    }

    fn has(cache: &RowCache, partition: &str) -> bool {
        matches!(cache.look_up(&range(partition)), CachedLookup::Hit(_))
    }

    #[track_caller]
    fn missing(cache: &RowCache, partition: &str) -> i64 {
        let CachedLookup::Missing(Some(revision)) = cache.look_up(&range(partition)) else { panic!("it is cached") };
        revision
    }

    fn insert(cache: &RowCache, partition: &str, bytes: usize) {
        cache.insert(range(partition), missing(cache, partition), Arc::new(vec![1]), bytes);
    }

    #[test]
    fn caches_a_list_until_the_table_changes() {
        let (cache, set) = cache();
        insert(&cache, "a", 1);
        assert!(has(&cache, "a") && !has(&cache, "b"));
        set(2);
        assert!(!has(&cache, "a"));
    }

    #[test]
    fn does_not_cache_a_list_read_before_a_write() {
        let (cache, set) = cache();
        let revision = missing(&cache, "a");
        set(2);
        cache.insert(range("a"), revision, Arc::new(vec![1]), 1);
        assert!(!has(&cache, "a"), "no later look-up returns it");
        cache.insert(range("a"), revision, Arc::new(vec![1]), 1);
        assert!(!has(&cache, "a"), "not even if it is inserted after a later look-up");
    }

    #[test]
    fn reads_the_table_while_the_revision_is_unknown() {
        let (cache, set) = cache();
        insert(&cache, "a", 1);
        set(0);
        assert!(matches!(cache.look_up(&range("a")), CachedLookup::Missing(None)));
        set(1);
        assert!(has(&cache, "a"));
    }

    #[test]
    fn bounds_memory() {
        let (cache, _) = cache();
        for n in 0..100 {
            let name = n.to_string();
            insert(&cache, &name, MAX_BYTES / 10);
            assert!(has(&cache, &name));
            assert!(cache.0.lock().unwrap().lists.len() <= 10);
        }
        insert(&cache, "huge", MAX_BYTES + 1);
        assert!(!has(&cache, "huge"));
    }
}

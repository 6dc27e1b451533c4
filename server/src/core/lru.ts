import { LRUCache } from 'lru-cache'

/**
 * Keeps the `max` entries used last, and grows as it fills. With the library's own `max`, a cache reserves the memory of
 * all its entries when it is created.
 */
export const lruOf = <V extends object | true>(max: number, { ttl = 0 } = {}): LRUCache<string, V> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl })

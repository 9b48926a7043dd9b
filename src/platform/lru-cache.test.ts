import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LruCache } from './lru-cache.ts'

it('the least recently used entry of a cache is evicted first', () => {
	const cache = new LruCache<string, number>(2)
	cache.set('a', 1)
	cache.set('b', 2)
	expect(cache.get('a')).toBe(1)
	cache.set('c', 3)
	expect([...cache.keys()]).toEqual(['a', 'c'])
	expect(cache.get('b')).toBeUndefined()
})

it('peeking at an entry of a cache does not save it from eviction', () => {
	const cache = new LruCache<string, number>(2)
	cache.set('a', 1)
	cache.set('b', 2)
	expect(cache.peek('a')).toBe(1)
	cache.set('c', 3)
	expect(cache.peek('a')).toBeUndefined()
})

it('a cache reports every entry that it evicts, replaces or deletes', () => {
	const deleted: [string, string][] = []
	const cache = new LruCache<string, string>(
		3,
		({ length }) => length,
		(key, value) => deleted.push([key, value]),
	)
	cache.set('a', 'x')
	cache.set('a', 'xx')
	cache.set('b', 'yy')
	cache.delete('b')
	cache.delete('unknown')
	cache.set('c', 'z')
	cache.clear()
	expect(deleted).toEqual([
		['a', 'x'],
		['a', 'xx'],
		['b', 'yy'],
		['c', 'z'],
	])
})

it('a cache never weighs more than its bound, unless by its newest entry alone', () => {
	const writes = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 9 })))
	fc.assert(
		fc.property(writes, (entries) => {
			const cache = new LruCache<number, number>(7, (value) => value)
			for (const [key, value] of entries) {
				cache.set(key, value)
				expect(cache.peek(key)).toBe(value)
				const weights = [...cache.keys()].map((one) => cache.peek(one) ?? 0)
				expect(cache.weight).toBe(weights.reduce((sum, weight) => sum + weight, 0))
				if (cache.weight > 7) expect(cache.weight - value).toBe(0)
			}
		}),
	)
})

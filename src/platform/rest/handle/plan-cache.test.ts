import { expect, it } from 'vitest'
import type { Catalog } from '#platform/rest/catalog/catalog.ts'
import { PlanCache } from './plan-cache.ts'

const empty = new Map()
const catalog = (): Catalog => ({
	relations: empty,
	relationships: { get: () => [], outward: () => [], has: () => false },
	routines: empty,
	types: empty,
	searchConfigs: empty,
	mediaAggregates: [],
	asGeoJson: undefined,
})

it('a plan is compiled once, until the catalog changes', () => {
	const cache = new PlanCache<number>()
	let compiled = 0
	const compile = () => ++compiled
	const first = catalog()
	expect([cache.get(first, 'a', compile), cache.get(first, 'a', compile)]).toEqual([1, 1])
	expect(cache.get(catalog(), 'a', compile)).toBe(2)
})

it('the least recently used plan is evicted, and failures are not cached', () => {
	const cache = new PlanCache<string>()
	const known = catalog()
	for (let i = 0; i < 500; i++) cache.get(known, `k${i}`, () => `v${i}`)
	cache.get(known, 'k0', () => 'again')
	cache.get(known, 'new', () => 'new')
	expect(cache.get(known, 'k0', () => 'again')).toBe('v0')
	expect(cache.get(known, 'k1', () => 'again')).toBe('again')
	const refuse = () => {
		throw new Error('no')
	}
	expect(() => cache.get(known, 'bad', refuse)).toThrow('no')
	expect(cache.get(known, 'bad', () => 'good')).toBe('good')
})

it('plans of very long requests are not cached', () => {
	const cache = new PlanCache<number>()
	const known = catalog()
	let compiled = 0
	const key = 'x'.repeat(10_000)
	cache.get(known, key, () => ++compiled)
	expect(cache.get(known, key, () => ++compiled)).toBe(2)
})

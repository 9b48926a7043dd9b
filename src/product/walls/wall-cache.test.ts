import { describe, expect, it } from 'vitest'
import { createWallCache, encodePage, negotiateCoding } from './wall-cache.ts'
import { parseWallUrl } from './wall-url.ts'

const page = (space: string, size: number) => ({
	space,
	body: Buffer.alloc(size, 'a'),
	etag: `e${size}`,
	headers: ['content-type', 'text/html'],
})

describe('the cache of walls', () => {
	it('the wall cache evicts the least recently used page first and stays within its bytes', () => {
		const cache = createWallCache(2500)
		cache.put('/w/one', page('s', 1000))
		cache.put('/w/two', page('s', 1000))
		expect(cache.find('/w/one', 'identity')).toBeDefined()
		cache.put('/w/three', page('s', 1000))
		expect(cache.find('/w/two', 'identity')).toBeUndefined()
		expect(cache.find('/w/one', 'identity')).toBeDefined()
		expect(cache.size).toEqual({ pages: 2, bytes: 2000 })
	})

	it('the wall cache forgets all pages of a space and no others', async () => {
		const cache = createWallCache()
		const one = cache.put('/w/one', page('s', 1000))
		cache.put('/w/two', page('other', 1000))
		cache.add('/w/one', one, 'br', await encodePage(one.plain, 'br'))
		cache.forget('s')
		expect(cache.find('/w/one', 'br')).toBeUndefined()
		expect(cache.size).toEqual({ pages: 1, bytes: 1000 })
		cache.forget(null)
		expect(cache.size).toEqual({ pages: 0, bytes: 0 })
	})

	it('each coding of a page has its own etag, and short bodies are not compressed', async () => {
		const long = await encodePage(page('s', 4000), 'gzip')
		expect(long.etag).toBe('"e4000-gzip"')
		expect(long.headers).toContain('content-encoding')
		const short = await encodePage(page('s', 40), 'br')
		expect(short.etag).toBe('"e40"')
		expect(short.headers).not.toContain('content-encoding')
	})
})

describe('addresses of walls', () => {
	const id = '11111111-1111-4111-8111-111111111111'
	it('a wall URL has one cache key, however it is written', () => {
		expect(parseWallUrl('/w/skerry?utm_source=mail')?.key).toBe('/w/skerry')
		expect(parseWallUrl('/w/skerry?x=1&cursor=aB-_9')?.key).toBe('/w/skerry?cursor=aB-_9')
		expect(parseWallUrl(`/embed/${id}.js?lang=DE-ch`)?.key).toBe(`/embed/${id}.js?lang=de`)
		for (const lang of ['xx', 'qq', 'en-GB'])
			expect(parseWallUrl(`/embed/${id}.js?lang=${lang}`)?.key).toBe(`/embed/${id}.js?lang=en`)
		expect(parseWallUrl(`/embed/${id}`)).toMatchObject({ kind: 'frame', id })
		expect(parseWallUrl(`/embed/${id}?theme=dark&reserves=1&lang=de`)?.key).toBe(`/embed/${id}?lang=de&theme=dark`)
		expect(parseWallUrl(`/embed/${id}?theme=pink`)?.key).toBe(`/embed/${id}`)
		expect(parseWallUrl(`/embed/${id}.js?theme=dark`)?.key).toBe(`/embed/${id}.js`)
	})
	it.each([
		'/w/',
		'/w/ab',
		'/w/UPPER',
		'/w/a/b',
		'/w/..%2fx',
		'/embed/x.js',
		`/embed/${id}.css`,
		'/embed',
		'//w/skerry',
		'',
	])('%j is not a wall URL', (url) => {
		expect(parseWallUrl(url)).toBeNull()
	})
})

describe('conditional requests', () => {
	it('the best accepted coding is chosen', () => {
		expect(negotiateCoding('gzip, deflate, br, zstd')).toBe('br')
		expect(negotiateCoding('gzip;q=1.0, br;q=0')).toBe('gzip')
		expect(negotiateCoding('identity')).toBe('identity')
		expect(negotiateCoding(undefined)).toBe('identity')
	})
})

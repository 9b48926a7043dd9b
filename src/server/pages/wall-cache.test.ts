import { describe, expect, it } from 'vitest'
import { codingFor } from './hot-path.ts'
import { readWallAddress } from './wall-address.ts'
import { code, createWallCache } from './wall-cache.ts'

const page = (space: string, size: number) => ({
	space,
	body: Buffer.alloc(size, 'a'),
	etag: `e${size}`,
	headers: ['content-type', 'text/html'],
})

describe('the cache of walls', () => {
	it('lets go of the least recently used first, and keeps to its bytes', () => {
		const cache = createWallCache(2500)
		cache.put('/w/one', page('s', 1000))
		cache.put('/w/two', page('s', 1000))
		expect(cache.find('/w/one', 'identity')).toBeDefined()
		cache.put('/w/three', page('s', 1000))
		expect(cache.find('/w/two', 'identity')).toBeUndefined()
		expect(cache.find('/w/one', 'identity')).toBeDefined()
		expect(cache.size).toEqual({ pages: 2, bytes: 2000 })
	})

	it('forgets a space whole and leaves the others', async () => {
		const cache = createWallCache()
		const one = cache.put('/w/one', page('s', 1000))
		cache.put('/w/two', page('other', 1000))
		cache.add('/w/one', one, 'br', await code(one.plain, 'br'))
		cache.forget('s')
		expect(cache.find('/w/one', 'br')).toBeUndefined()
		expect(cache.size).toEqual({ pages: 1, bytes: 1000 })
		cache.forget(null)
		expect(cache.size).toEqual({ pages: 0, bytes: 0 })
	})

	it('gives each coding an etag of its own and leaves short bodies plain', async () => {
		const long = await code(page('s', 4000), 'gzip')
		expect(long.etag).toBe('"e4000-gzip"')
		expect(long.headers).toContain('content-encoding')
		const short = await code(page('s', 40), 'br')
		expect(short.etag).toBe('"e40"')
		expect(short.headers).not.toContain('content-encoding')
	})
})

describe('addresses of walls', () => {
	const id = '11111111-1111-4111-8111-111111111111'
	it('are the same however they are written', () => {
		expect(readWallAddress('/w/skerry?utm_source=mail')?.key).toBe('/w/skerry')
		expect(readWallAddress('/w/skerry?x=1&cursor=aB-_9')?.key).toBe('/w/skerry?cursor=aB-_9')
		expect(readWallAddress(`/embed/${id}.js?lang=DE-ch`)?.key).toBe(`/embed/${id}.js?lang=de`)
		for (const lang of ['xx', 'qq', 'en-GB'])
			expect(readWallAddress(`/embed/${id}.js?lang=${lang}`)?.key).toBe(`/embed/${id}.js?lang=en`)
		expect(readWallAddress(`/embed/${id}`)).toMatchObject({ kind: 'frame', id })
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
	])('do not include %j', (url) => {
		expect(readWallAddress(url)).toBeNull()
	})
})

describe('conditional requests', () => {
	it('take the best coding that is accepted', () => {
		expect(codingFor('gzip, deflate, br, zstd')).toBe('br')
		expect(codingFor('gzip;q=1.0, br;q=0')).toBe('gzip')
		expect(codingFor('identity')).toBe('identity')
		expect(codingFor(undefined)).toBe('identity')
	})
})

import { describe, expect, it } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'
import { encodeAnswer, negotiateCoding } from './encode-answer.ts'

const answer = (space: string, size: number) => ({
	space,
	body: Buffer.alloc(size, 'a'),
	etag: `e${size}`,
	headers: ['content-type', 'text/html'],
	isCompressed: false,
})

describe('the cache of public answers', () => {
	it('the cache evicts the least recently used answer first and stays within its bytes', () => {
		const cache = createAnswerCache(2500)
		cache.put('/w/one', answer('s', 1000))
		cache.put('/w/two', answer('s', 1000))
		expect(cache.find('/w/one', 'identity')).toBeDefined()
		cache.put('/w/three', answer('s', 1000))
		expect(cache.find('/w/two', 'identity')).toBeUndefined()
		expect(cache.find('/w/one', 'identity')).toBeDefined()
		expect(cache.size).toEqual({ answers: 2, bytes: 2000 })
	})

	it('the cache forgets all answers of a space and no others', async () => {
		const cache = createAnswerCache()
		const one = cache.put('/w/one', answer('s', 1000))
		cache.put('/w/two', answer('other', 1000))
		cache.add('/w/one', one, 'br', await encodeAnswer(one.plain, 'br'))
		cache.forget('s')
		expect(cache.find('/w/one', 'br')).toBeUndefined()
		expect(cache.size).toEqual({ answers: 1, bytes: 1000 })
		cache.forget(null)
		expect(cache.size).toEqual({ answers: 0, bytes: 0 })
	})

	it('each coding of an answer has its own etag, and short bodies are not compressed', async () => {
		const long = await encodeAnswer(answer('s', 4000), 'gzip')
		expect(long.etag).toBe('"e4000-gzip"')
		expect(long.headers).toContain('content-encoding')
		const short = await encodeAnswer(answer('s', 40), 'br')
		expect(short.etag).toBe('"e40"')
		expect(short.headers).not.toContain('content-encoding')
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

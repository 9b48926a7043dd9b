import { expect, it } from 'vitest'
import type { CodedImage } from '#platform/media/images/image-job.ts'
import { createRenderCache } from './renderer.ts'

const MiB = 1024 * 1024
const picture = (megabytes: number): CodedImage => ({
	bytes: Buffer.alloc(megabytes * MiB),
	format: 'png',
	width: 1,
	height: 1,
})

it('the render cache makes an image once for concurrent requests, and again after a failure', async () => {
	const cache = createRenderCache()
	let made = 0
	const make = async () => {
		made++
		if (made === 1) throw new Error('no luck')
		return picture(1)
	}
	const first = await Promise.allSettled([cache.get('a', make), cache.get('a', make)])
	expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
	await Promise.all(Array.from({ length: 10 }, () => cache.get('a', make)))
	await cache.get('a', make)
	expect(made).toBe(2)
})

it('the render cache evicts the least recently used images and skips those that are too large', async () => {
	const cache = createRenderCache()
	const made: string[] = []
	const get = (key: string, megabytes: number) =>
		cache.get(key, async () => {
			made.push(key)
			return picture(megabytes)
		})
	for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await get(key, 8)
	await get('a', 8)
	await get('i', 8)
	await get('a', 8)
	await get('b', 8)
	await get('huge', 9)
	await get('huge', 9)
	expect(made.join(' ')).toBe('a b c d e f g h i b huge huge')
	cache.forget('a')
	await get('a', 8)
	expect(made.at(-1)).toBe('a')
})

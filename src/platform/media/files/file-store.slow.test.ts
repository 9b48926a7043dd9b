import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStore } from '#platform/media/open-file-store.ts'
import { readConfig } from '#server/settings.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import type { MultipartState } from './file-store.ts'
import { type FileStore, FileTooLarge } from './file-store.ts'

const bytes = (content: string) => [Buffer.from(content)]

describe.each(['a disk', 'S3'])('files on %s', (kind) => {
	let folder: string
	let s3: S3Server | undefined
	let files: FileStore
	const read = async (version: string, range?: { from: number; to: number }) => {
		const stream = await files.read(version, range)
		return stream && text(stream)
	}
	const shelved = async (version: string) =>
		(await files.listShard(version.slice(0, 2))).some((one) => one.version === version)
	const all = async () => {
		const shelves = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
		return (await Promise.all(shelves.map((start) => files.listShard(start)))).flat()
	}

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-files-'))
		if (kind === 'S3') s3 = await startS3Server()
		const { config } = readConfig({ DATA_DIR: folder, ...s3?.settings })
		files = openFileStore(config)
	})
	afterAll(async () => {
		await s3?.close()
		await rm(folder, { recursive: true, force: true })
	})

	it('a file store returns the bytes of a stream, whole and by range', async () => {
		const { version, size, etag } = await files.put([...bytes('hello '), ...bytes('world')], 99)
		expect([size, etag]).toEqual([11, '5eb63bbbe01eeed093cb22bb8f5acdc3'])
		expect(await read(version)).toBe('hello world')
		expect(await read(version, { from: 6, to: 8 })).toBe('wor')
		const [found] = (await files.listShard(version.slice(0, 2))).filter((one) => one.version === version)
		expect(Math.abs(Date.now() - (found?.since ?? 0))).toBeLessThan(60_000)
		const second = await files.copy(version)
		await files.remove([version, version])
		expect(await read(version)).toBeUndefined()
		expect(await read(second?.version ?? '')).toBe('hello world')
		await files.remove([second?.version ?? ''])
		expect(await files.copy(version)).toBeUndefined()
		expect(await all()).toEqual([])
	})

	it('stored files may be large or empty', async () => {
		const large = randomBytes(20_000_000)
		const chunks = Array.from({ length: 200 }, (_, i) => large.subarray(i * 1e5, (i + 1) * 1e5))
		const { version, size } = await files.put(chunks, 20_000_000)
		expect(size).toBe(20_000_000)
		const stream = await files.read(version)
		expect(stream && (await buffer(stream)).equals(large)).toBe(true)
		expect(await read(version, { from: 0, to: 0 })).toHaveLength(1)
		const empty = await files.put([], 99)
		expect(await read(empty.version)).toBe('')
		await files.remove([version, empty.version])
	})

	it('a file can be stored under a given version', async () => {
		const name = randomUUID()
		await files.put(bytes('first'), 99, { expected: 5, version: name })
		await files.put(bytes('again'), 99, { expected: 5, version: name })
		expect(await read(name)).toBe('again')
		await files.remove([name])
	})

	it('a file store keeps nothing of a stream that is too large or breaks off', async () => {
		await expect(files.put([Buffer.alloc(11)], 10)).rejects.toBeInstanceOf(FileTooLarge)
		await expect(files.put([], 10, { expected: 11 })).rejects.toBeInstanceOf(FileTooLarge)
		async function* breaking(length: number) {
			for (let i = 0; i < length; i++) yield Buffer.alloc(1_000_000)
			throw new Error('connection lost')
		}
		await expect(files.put(breaking(1), 1e9)).rejects.toThrow('connection lost')
		await expect(files.put(breaking(18), 1e9)).rejects.toThrow('connection lost')
		await expect(files.put(breaking(18), 15e6)).rejects.toBeInstanceOf(FileTooLarge)
		expect(await all()).toEqual([])
	})

	it('files are read by version only, never by a path', async () => {
		await expect(files.read('../../etc/passwd')).rejects.toThrow('not a version')
		await expect(files.remove(['..'])).rejects.toThrow('not a version')
		await expect(files.multipartUploads.sizeOf('../x', null).then(String)).rejects.toThrow('not a version')
	})

	describe('that arrive in pieces', () => {
		const id = () => randomUUID()
		/** An upload as its owner stores it: only `pieces` is kept between two appends. */
		const begin = (name = id()) => {
			const upload = { name, pieces: null as MultipartState, at: 0 }
			const append = async (source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
				const keep = async (pieces: MultipartState) => {
					upload.pieces = JSON.parse(JSON.stringify(pieces))
				}
				try {
					await files.multipartUploads.append(name, source, {
						at: upload.at,
						pieces: upload.pieces,
						persist: keep,
					})
				} finally {
					upload.at = await files.multipartUploads.sizeOf(name, upload.pieces)
				}
				return upload.at
			}
			return {
				upload,
				append,
				finish: (size: number) => files.multipartUploads.finish(name, upload.pieces, size),
			}
		}

		it.each([
			['one byte and many', [1, 5_000_000, 7]],
			['exact parts', [5 * 1024 * 1024, 5 * 1024 * 1024]],
			['six megabytes at a time', [6e6, 6e6, 6e6, 12_345]],
			['all at once', [17_000_001]],
			['very small ones', [3, 1, 4, 1, 5, 9]],
		])('appended pieces become one file: %s', async (_, sizes) => {
			const whole = randomBytes(sizes.reduce((sum, size) => sum + size, 0))
			const { upload, append, finish } = begin()
			let sent = 0
			for (const size of sizes) {
				expect(await append([whole.subarray(sent, sent + size)])).toBe(sent + size)
				sent += size
			}
			expect(await shelved(upload.name)).toBe(false)
			const file = await finish(whole.length)
			expect(file).toMatchObject({ version: upload.name, size: whole.length })
			expect(file.etag).toMatch(/^[0-9a-f]{32}(-\d+)?$/)
			// Repeated, as after a crash that lost the first result.
			expect(await finish(whole.length)).toEqual(file)
			const stream = await files.read(upload.name)
			expect(stream && (await buffer(stream)).equals(whole)).toBe(true)
			await files.remove([upload.name])
		})

		it('bytes that arrived before a connection broke are kept', async () => {
			const whole = randomBytes(12_000_000)
			const { upload, append, finish } = begin()
			async function* breaking() {
				yield whole.subarray(0, 7_000_000)
				throw new Error('connection lost')
			}
			await expect(append(breaking())).rejects.toThrow('connection lost')
			expect(upload.at).toBe(7_000_000)
			expect(await append([whole.subarray(7_000_000)])).toBe(12_000_000)
			await finish(whole.length)
			const stream = await files.read(upload.name)
			expect(stream && (await buffer(stream)).equals(whole)).toBe(true)
			await files.remove([upload.name])
		})

		it('a multipart file may be empty and is never finished with another length', async () => {
			const empty = begin()
			await empty.finish(0)
			expect(await read(empty.upload.name)).toBe('')
			const short = begin()
			await short.append(bytes('short'))
			await expect(short.finish(6)).rejects.toThrow('bytes, not 6')
			await expect(begin().finish(1)).rejects.toThrow('bytes, not 1')
			await files.multipartUploads.abort(short.upload.name, short.upload.pieces)
			await files.remove([empty.upload.name])
		})

		it('multipart files are discarded on request and swept when abandoned', async () => {
			const one = begin()
			await one.append(bytes('one'))
			await files.multipartUploads.abort(one.upload.name, one.upload.pieces)
			const two = begin()
			await two.append(bytes('two'))
			await two.finish(3)
			await files.multipartUploads.abort(two.upload.name, two.upload.pieces)
			expect(await read(two.upload.name)).toBeUndefined()
			const three = begin()
			await three.append(bytes('three'))
			expect(await files.multipartUploads.sweep(60_000)).toBe(0)
			expect(await files.multipartUploads.sweep(-60_000)).toBe(1)
			expect(await all()).toEqual([])
		})
	})
})

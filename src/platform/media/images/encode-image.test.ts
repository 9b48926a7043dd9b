import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'

// Workers outlive the tests that started them: these tests need a pool of their own.
vi.resetModules()
const { encodeImage, encodeStream, imagePolicy } = await import('./encode-image.ts')
const { ImageRejected } = await import('./image-job.ts')

const policy = imagePolicy.parse({})
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c63' } })
const outcome = (bytes: Buffer, given = policy) =>
	encodeImage(bytes, given).then(
		({ mime, width, height }) => ({ mime, width, height }),
		(error) => (error instanceof ImageRejected ? error.problem : error),
	)

/** A PNG header with any dimensions and no pixels. */
function pngHeader(width: number, height: number): Buffer {
	const chunk = (type: string, data: Buffer) => {
		const body = Buffer.concat([Buffer.from(type), data])
		const frame = Buffer.alloc(8)
		frame.writeUInt32BE(data.length, 0)
		frame.writeUInt32BE(crc32(body), 4)
		return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
	}
	const size = Buffer.alloc(13)
	size.writeUInt32BE(width, 0)
	size.writeUInt32BE(height, 4)
	size.set([8, 2, 0, 0, 0], 8)
	const signature = Buffer.from('89504e470d0a1a0a', 'hex')
	return Buffer.concat([signature, chunk('IHDR', size), chunk('IEND', Buffer.alloc(0))])
}

const started: ChildProcess[] = []
subscribe('child_process', (said) => {
	started.push((said as { process: ChildProcess }).process)
})
/** Live image workers of this process. */
const ownWorkers = () =>
	started.filter(
		({ exitCode, signalCode, spawnargs }) =>
			exitCode === null && signalCode === null && spawnargs.some((argument) => argument.includes('image-worker')),
	)

describe('pictures', () => {
	it.each(['jpeg', 'png', 'webp'] as const)('images are accepted as %s and keep their format', async (format) => {
		const bytes = await picture(300, 200).toFormat(format).toBuffer()
		expect(await outcome(bytes)).toEqual({ mime: `image/${format}`, width: 300, height: 200 })
	})

	it('images are shrunk to the limit and never enlarged', async () => {
		const bytes = await picture(3000, 1500).jpeg().toBuffer()
		const small = { ...policy, max_side: 512 }
		expect(await outcome(bytes, small)).toEqual({ mime: 'image/jpeg', width: 512, height: 256 })
	})

	it('images are rotated upright and lose all metadata', async () => {
		const noted = await picture(300, 200)
			.jpeg()
			.withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
			.withMetadata({ orientation: 6 })
			.toBuffer()
		expect((await sharp(noted).metadata()).orientation).toBe(6)
		const { bytes, width, height } = await encodeImage(noted, policy)
		expect([width, height]).toEqual([200, 300])
		const after = await sharp(bytes).metadata()
		expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual([undefined, undefined, undefined, undefined])
	})

	it('images are never stored unencoded', async () => {
		const bytes = await picture(20, 20).jpeg().toBuffer()
		const tail = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
		const encoded = await encodeImage(tail, policy)
		expect(encoded.bytes.includes('<script>')).toBe(false)
	})

	it('images are refused by content, whatever their name', async () => {
		const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
		const pdf = Buffer.from('%PDF-1.7 and some more bytes')
		const others = [
			await picture(9, 9).gif().toBuffer(),
			await picture(9, 9).tiff().toBuffer(),
			await picture(9, 9).avif().toBuffer(),
			svg,
			pdf,
			Buffer.from('<html><body>hello</body></html>'),
			Buffer.alloc(0),
			Buffer.from([0xff]),
			randomBytes(4096),
		]
		for (const bytes of others) expect(await outcome(bytes)).toBe('type')
	})

	it('damaged images are refused', async () => {
		const whole = await sharp(randomBytes(300 * 300 * 3), {
			raw: { width: 300, height: 300, channels: 3 },
		})
			.jpeg()
			.toBuffer()
		expect(await outcome(whole.subarray(0, whole.length / 2))).toBe('damaged')
		expect(await outcome(pngHeader(10, 10))).toBe('damaged')
		const gif = await picture(9, 9).gif().toBuffer()
		const signature = Buffer.from('89504e470d0a1a0a', 'hex')
		expect(await outcome(Buffer.concat([signature, gif]))).toBe('damaged')
	})

	it('images with too many pixels are refused before decoding', async () => {
		// Only a header: decoding it would report a damaged image.
		expect(await outcome(pngHeader(60_000, 60_000))).toBe('pixels')
		const most = { ...policy, max_pixels: 4_000_000 }
		expect(await outcome(pngHeader(2000, 2001), most)).toBe('pixels')
		expect(await outcome(pngHeader(2000, 2000), most)).toBe('damaged')
	})

	it('images with too many bytes are refused without reading further', async () => {
		let read = 0
		async function* endless() {
			const head = Buffer.from('89504e470d0a1a0a', 'hex')
			yield head
			for (;;) {
				read += 65_536
				yield Buffer.alloc(65_536)
			}
		}
		const most = 1024 * 1024
		await expect(encodeStream(endless(), { ...policy, max_bytes: most }, tmpdir())).rejects.toMatchObject({
			problem: 'bytes',
		})
		expect(read).toBeLessThan(most + 3 * 65_536)
	})

	it('an image is refused when its worker process ends, and the next one is processed', async () => {
		const small = await picture(30, 20).png().toBuffer()
		await outcome(small)
		for (const worker of ownWorkers()) {
			const send = worker.send.bind(worker)
			// A stopped process cannot answer before it is killed.
			worker.send = (job: object) => {
				worker.kill('SIGSTOP')
				const isSent = send(job)
				for (const each of ownWorkers()) each.kill('SIGKILL')
				return isSent
			}
		}
		expect(await outcome(small)).toBe('costly')
		expect(await outcome(small)).toEqual({ mime: 'image/png', width: 30, height: 20 })
	})

	it('image workers have no secrets in their environment', async () => {
		await outcome(await picture(30, 20).png().toBuffer())
		const [worker] = ownWorkers()
		const pid = worker?.pid
		const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter(Boolean)
		expect(environment.map((line) => line.split('=')[0]).sort()).toEqual(
			expect.arrayContaining(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE']),
		)
		expect(environment.some((line) => /SECRET|KEY|PASSWORD|DATABASE|HOME/.test(line))).toBe(false)
		expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain('--permission')
	})

	it('the same image always gives the same result', async () => {
		const bytes = await picture(100, 100).png().toBuffer()
		const results = await Promise.all(Array.from({ length: 8 }, () => encodeImage(bytes, policy)))
		const sums = results.map((one) => createHash('sha256').update(one.bytes).digest('hex'))
		expect(new Set(sums).size).toBe(1)
	})
})

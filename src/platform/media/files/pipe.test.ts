import { PassThrough, Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SourceBroken } from './file-store.ts'
import { pipe } from './pipe.ts'

/** Accepts everything at once and counts it. */
class Counter extends Writable {
	size = 0
	override _write(chunk: Buffer, _: string, done: () => void): void {
		this.size += chunk.length
		done()
	}
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

it('an upload of less than a kilobyte a second is aborted', async () => {
	const source = new PassThrough()
	const poured = pipe(source, new Counter())
	source.write(Buffer.alloc(40_000))
	await vi.advanceTimersByTimeAsync(30_000)
	source.write(Buffer.alloc(1000))
	vi.advanceTimersByTime(30_000)
	await expect(poured).rejects.toBeInstanceOf(SourceBroken)
	expect(source.destroyed).toBe(false)
})

it('a slow but steady upload is read to its end', async () => {
	const source = new PassThrough()
	const sink = new Counter()
	const poured = pipe(source, sink)
	for (let minute = 0; minute < 20; minute++) {
		source.write(Buffer.alloc(40_000))
		await vi.advanceTimersByTimeAsync(30_000)
	}
	source.end()
	await poured
	expect(sink.size).toBe(800_000)
})

it('a source that ended before it was read counts as broken', async () => {
	const source = new PassThrough()
	source.on('error', () => {})
	source.destroy(new Error('gone'))
	await new Promise((resolve) => source.once('close', resolve))
	await expect(pipe(source, new Counter())).rejects.toThrow('gone')
})

import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { type MinimumRate, withMinimumRate } from './body-rate.ts'
import { BodyTimeoutError } from './body-timeout.ts'

const patient: MinimumRate = { idleTimeout: 60_000, gracePeriod: 60_000, bytesPerSecond: 1 }

async function textOf(body: ReadableStream<Uint8Array>, pace: MinimumRate) {
	let text = ''
	for await (const chunk of withMinimumRate(body, pace)) text += new TextDecoder().decode(chunk)
	return text
}

/** An endless body of single bytes, which records that it was cancelled. */
function endless() {
	const state = { isLetGo: false }
	async function* bytes() {
		try {
			for (;;) {
				await new Promise((resolve) => setTimeout(resolve, 1))
				yield new Uint8Array(1)
			}
		} finally {
			state.isLetGo = true
		}
	}
	return { body: Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array>, state }
}

it('gives a body as it came', async () => {
	expect(await textOf(new Blob(['a', 'b']).stream(), patient)).toBe('ab')
})

it('gives up one that falls silent, and lets it go', async () => {
	const silent = new ReadableStream<Uint8Array>({})
	await expect(textOf(silent, { ...patient, idleTimeout: 20 })).rejects.toBeInstanceOf(BodyTimeoutError)
})

it('gives up one that goes on, a byte at a time', async () => {
	const { body, state } = endless()
	const pace = { idleTimeout: 60_000, gracePeriod: 20, bytesPerSecond: 1_000_000 }
	await expect(textOf(body, pace)).rejects.toBeInstanceOf(BodyTimeoutError)
	await expect.poll(() => state.isLetGo).toBe(true)
})

it('gives up one that comes fast, but in crumbs', async () => {
	let sent = 0
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(Uint8Array.of(++sent % 256)),
	})
	await expect(textOf(body, patient)).rejects.toBeInstanceOf(BodyTimeoutError)
	expect(sent).toBeLessThan(5000)
})

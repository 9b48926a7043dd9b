import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { BodyTimeoutError, type MinimumRate, withMinimumRate } from './body-rate.ts'

const patient: MinimumRate = { idleTimeout: 60_000, gracePeriod: 60_000, bytesPerSecond: 1 }

async function textOf(body: ReadableStream<Uint8Array>, pace: MinimumRate) {
	let text = ''
	for await (const chunk of withMinimumRate(body, pace)) text += new TextDecoder().decode(chunk)
	return text
}

/** An endless body of single bytes, which records that it was cancelled. */
function endless() {
	const state = { isCancelled: false }
	async function* bytes() {
		try {
			for (;;) {
				await new Promise((resolve) => setTimeout(resolve, 1))
				yield new Uint8Array(1)
			}
		} finally {
			state.isCancelled = true
		}
	}
	return { body: Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array>, state }
}

it('a body that keeps the rate is yielded unchanged', async () => {
	expect(await textOf(new Blob(['a', 'b']).stream(), patient)).toBe('ab')
})

it('a body that stops arriving is refused', async () => {
	const silent = new ReadableStream<Uint8Array>({})
	await expect(textOf(silent, { ...patient, idleTimeout: 20 })).rejects.toBeInstanceOf(BodyTimeoutError)
})

it('a body below the minimum rate is refused and cancelled', async () => {
	const { body, state } = endless()
	const pace = { idleTimeout: 60_000, gracePeriod: 20, bytesPerSecond: 1_000_000 }
	await expect(textOf(body, pace)).rejects.toBeInstanceOf(BodyTimeoutError)
	await expect.poll(() => state.isCancelled).toBe(true)
})

it('a body in tiny chunks is refused', async () => {
	let sent = 0
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(Uint8Array.of(++sent % 256)),
	})
	await expect(textOf(body, patient)).rejects.toBeInstanceOf(BodyTimeoutError)
	expect(sent).toBeLessThan(5000)
})

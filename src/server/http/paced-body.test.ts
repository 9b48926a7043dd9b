import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { atPace, type Pace } from './paced-body.ts'
import { SlowBody } from './slow-body.ts'

const patient: Pace = { silence: 60_000, patience: 60_000, bytesPerSecond: 1 }

async function textOf(body: ReadableStream<Uint8Array>, pace: Pace) {
	let text = ''
	for await (const chunk of atPace(body, pace)) text += new TextDecoder().decode(chunk)
	return text
}

/** Gives one byte after the other for ever, and notes when nobody wants more. */
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
	await expect(textOf(silent, { ...patient, silence: 20 })).rejects.toBeInstanceOf(SlowBody)
})

it('gives up one that goes on, a byte at a time', async () => {
	const { body, state } = endless()
	const pace = { silence: 60_000, patience: 20, bytesPerSecond: 1_000_000 }
	await expect(textOf(body, pace)).rejects.toBeInstanceOf(SlowBody)
	await expect.poll(() => state.isLetGo).toBe(true)
})

it('gives up one that comes fast, but in crumbs', async () => {
	let sent = 0
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(Uint8Array.of(++sent % 256)),
	})
	await expect(textOf(body, patient)).rejects.toBeInstanceOf(SlowBody)
	expect(sent).toBeLessThan(5000)
})

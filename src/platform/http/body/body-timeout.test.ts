import { expect, it } from 'vitest'
import { BodyTimeoutError, withBodyTimeout } from './body-timeout.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function textOf(body: ReadableStream<Uint8Array> | null, milliseconds: number) {
	let text = ''
	for await (const chunk of withBodyTimeout(body, milliseconds)) text += new TextDecoder().decode(chunk)
	return text
}

it('gives a body as it came', async () => {
	expect(await textOf(null, 60_000)).toBe('')
	expect(await textOf(new Blob(['a', 'b']).stream(), 60_000)).toBe('ab')
})

it('gives up one that does not come, and lets it go', async () => {
	let isLetGo = false
	const slow = new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(bytes('a')),
		cancel() {
			isLetGo = true
		},
	})
	await expect(textOf(slow, 20)).rejects.toBeInstanceOf(BodyTimeoutError)
	await expect.poll(() => isLetGo).toBe(true)
})

it('passes on what goes wrong', async () => {
	const broken = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.error(new Error('broken')),
	})
	await expect(textOf(broken, 60_000)).rejects.toThrow('broken')
})

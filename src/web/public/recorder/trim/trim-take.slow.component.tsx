import { BlobSource, BufferTarget, Conversion, Input, MovOutputFormat, Output } from 'mediabunny'
import { expect, test } from 'vitest'
import { makeWave } from '#test/support/components/public/make-wave.ts'
import { button, openRecorder, record } from '#test/support/components/public/open-recorder.tsx'
import { holdFile } from '#web/public/collect/recording-field/held-take.ts'
import { listTakes, readTake } from '#web/public/recorder/takes/take-store.ts'
import { inputFormats } from './part-formats.ts'
import { findKeyFrames, trimTake } from './trim-take.ts'

const formId = crypto.randomUUID()
const options = { isExact: false, signal: new AbortController().signal, onProgress: () => undefined }

/** A recording in the container of a phone's camera app. */
async function makeQuickTime(): Promise<File> {
	await openRecorder({ formId })
	await record(4)
	await button('Stop recording').click()
	await expect.element(button('Use this take')).toBeVisible()
	const [take] = await listTakes(formId)
	if (!take) throw new Error('Nothing was recorded.')
	const input = new Input({ source: new BlobSource(await readTake(take.id)), formats: inputFormats })
	const target = new BufferTarget()
	const output = new Output({ format: new MovOutputFormat(), target })
	await (await Conversion.init({ input, output, showWarnings: false })).execute()
	return new File([target.buffer ?? ''], 'IMG_1.MOV', { type: 'video/quicktime' })
}

test('a QuickTime file of a phone is cut to an MP4 file, whatever type the phone tells', async () => {
	const film = await makeQuickTime()
	for (const type of ['video/quicktime', '']) {
		const take = await holdFile(formId, 'video', new File([film], film.name, { type }), 4)
		expect((await findKeyFrames(take)).length).toBeGreaterThan(0)
		const part = await trimTake(formId, take, { from: 0, to: 2 }, options)
		expect(part.mime).toBe('video/mp4')
		expect(part.seconds).toBeGreaterThan(1.5)
		expect(part.seconds).toBeLessThanOrEqual(2.1)
		const head = new TextDecoder().decode(await (await readTake(part.id)).slice(4, 8).arrayBuffer())
		expect(head).toBe('ftyp')
	}
})

test('a sound file without compression is cut, too', async () => {
	const take = await holdFile(formId, 'audio', makeWave(6), 6)
	const part = await trimTake(formId, take, { from: 1, to: 3 }, options)
	expect(part.mime).toBe('audio/x-matroska')
	// Only whole packets are copied, which are long at this rate.
	expect(part.seconds).toBeGreaterThan(1.4)
	expect(part.seconds).toBeLessThanOrEqual(2)
})

test('a file that is no recording is not cut, and stays as it was', async () => {
	const take = await holdFile(formId, 'video', new File(['%PDF-1.7 '.repeat(100)], 'a.mp4', { type: 'video/mp4' }), 9)
	await expect(trimTake(formId, take, { from: 0, to: 2 }, options)).rejects.toThrow()
	expect((await readTake(take.id)).size).toBe(take.bytes)
})

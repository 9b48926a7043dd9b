import { appendChunk, finishTake, startTake, type Take } from '#web/public/recorder/takes/take-store.ts'

/** Keeps a video of two seconds for a form, as the recorder leaves it when it is closed. Its bytes are those of a text. */
export async function keepTake(formId: string, text: string): Promise<Take> {
	const { id } = await startTake(formId, { kind: 'video', mime: 'video/webm' })
	await appendChunk(id, new Blob([text]), 2)
	return finishTake(id, 2)
}

import type { RecordingKind } from '#shared/form/public-form.ts'
import {
	appendChunk,
	deleteTake,
	finishTake,
	readTake,
	startTake,
	type Take,
} from '#web/public/recorder/takes/take-store.ts'

/** A take in the form. `seconds` is 0 for a chosen file that this browser cannot play. */
export type HeldTake = Take & {
	/** Name of a chosen file. */
	name?: string
}

/** Keeps a chosen file as a take that is not accepted yet. */
export async function holdFile(formId: string, kind: RecordingKind, file: File, seconds: number): Promise<HeldTake> {
	const { id } = await startTake(formId, { kind, mime: file.type || `${kind}/*` })
	await appendChunk(id, file, seconds)
	return { ...(await finishTake(id, seconds)), name: file.name }
}

/** The file of a take; undefined when the browser has lost it. */
export async function readHeldTake({ id, bytes }: Pick<HeldTake, 'id' | 'bytes'>): Promise<Blob | undefined> {
	const file = await readTake(id).catch(() => undefined)
	return file?.size === bytes ? file : undefined
}

export async function dropHeldTake({ id }: Pick<HeldTake, 'id'>): Promise<void> {
	await deleteTake(id)
}

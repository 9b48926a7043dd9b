import type { RecordingKind } from '#shared/form/public-form.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { Recording, SendableRecording } from './recording.tsx'

export type { Recording, SendableRecording }

/** The visitor's recording of a kind; rejects when its code or texts cannot be loaded. */
export async function loadRecording(island: Island, kind: RecordingKind): Promise<Recording> {
	return (await import('./recording.tsx')).openRecording(island, kind)
}

import type { RecordingKind } from '#shared/form/public-form.ts'

const days = 86_400_000
/** Drafts and recordings are kept for so many milliseconds. */
export const maxDraftAge = 7 * days

/** localStorage key of the mark. */
export const markKey = (form: string) => `plaudit-recording-${form}`

/** Remembers that this device has a recording for a form, or forgets it: asking IndexedDB needs code that is not loaded yet. */
export function markRecording(form: string, kind: RecordingKind | null): void {
	try {
		if (kind) localStorage.setItem(markKey(form), `${kind} ${Date.now()}`)
		else localStorage.removeItem(markKey(form))
	} catch {
		// Without storage no recording is kept either.
	}
}

/** The kind of the recording that this device has for a form, if any. */
export function markedRecording(form: string): RecordingKind | undefined {
	try {
		const [kind, time] = (localStorage.getItem(markKey(form)) ?? '').split(' ')
		return Date.now() - Number(time) < maxDraftAge ? (kind as RecordingKind) : undefined
	} catch {
		return undefined
	}
}

import type { RecordingKind } from '#shared/form/public-form.ts'

/** A recording in the visitor's browser that is not sent yet. */
export type Take = {
	id: string
	kind: RecordingKind
	/** MIME type with codecs, as the browser recorded it. */
	mime: string
	seconds: number
	bytes: number
	/** The second that the poster shows; null when the visitor chose none. */
	cover: number | null
	/** Milliseconds since 1970. */
	createdAt: number
	/** `recording` after a crash too: its chunks are whole up to the last second. */
	state: 'recording' | 'recorded' | 'accepted'
	/** This device has no room for all of it: a reload of the page loses it, or its end. */
	isUnstored?: true
}

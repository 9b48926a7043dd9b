import type { RecordingKind } from '#shared/form/public-form.ts'
import type { UploadAnswer } from '#shared/form/submission-api.ts'
import type { HeldTake } from '#web/public/collect/recording-field/held-take.ts'

/** The accepted take of a form and what became of its upload, kept with the draft so that a reload goes on. */
export type UploadRecord = {
	take: HeldTake
	target?: UploadAnswer
	/** URL of the upload once it began. */
	address?: string
	/** All bytes are on the server, unsent. */
	isDone?: boolean
}

const key = (form: string, kind: RecordingKind) => `plaudit-upload-${form}-${kind}`
/** Where nothing can be stored, a record lasts as long as the page. */
const unstored = new Map<string, UploadRecord>()

export function readUploadRecord(form: string, kind: RecordingKind): UploadRecord | undefined {
	try {
		return JSON.parse(localStorage.getItem(key(form, kind)) ?? 'null') ?? unstored.get(key(form, kind))
	} catch {
		return unstored.get(key(form, kind))
	}
}

export function writeUploadRecord(form: string, kind: RecordingKind, record: UploadRecord | undefined): void {
	try {
		if (record) localStorage.setItem(key(form, kind), JSON.stringify(record))
		else localStorage.removeItem(key(form, kind))
		unstored.delete(key(form, kind))
	} catch {
		if (record) unstored.set(key(form, kind), record)
		else unstored.delete(key(form, kind))
	}
}

/** Changes what became of the upload of a take, unless the take was replaced meanwhile. */
export function updateUploadRecord(
	form: string,
	{ kind, id }: Pick<HeldTake, 'kind' | 'id'>,
	upload: Omit<UploadRecord, 'take'>,
): void {
	const take = readUploadRecord(form, kind)?.take
	if (take?.id === id) writeUploadRecord(form, kind, { take, ...upload })
}

/** Seconds before its end an upload counts as expired, so that a submission does not arrive too late. */
const margin = 60

export function isExpired({ expires_at }: UploadAnswer, now = Date.now()): boolean {
	return Date.parse(expires_at) - margin * 1000 <= now
}

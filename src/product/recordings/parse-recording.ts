import { isUuid } from '#platform/uuid.ts'
import type { Problems } from '#product/testimonials/parse-fields.ts'
import type { Kind } from '#shared/form/public-form.ts'

/** The upload that a submission names, and the second of its cover. */
export type NamedRecording = { upload: string; cover: number | null }

/** The longest recording that a form may allow. */
const maxSeconds = 3600

/** The upload that `media` names, and the second of the cover. It is looked up when the submission is stored. */
export function parseRecording(
	{ media, cover }: Record<string, unknown>,
	kind: Kind,
	problems: Problems,
): { recording?: NamedRecording } {
	const isRecording = kind === 'video' || kind === 'audio'
	const named: unknown[] = Array.isArray(media) ? media : media === undefined ? [] : [media]
	if (!isRecording) {
		if (named.length > 0) problems.media = 'Send the photo itself, as a file of a form post.'
		return {}
	}
	const [upload] = named
	const second = cover ?? null
	if (named.length !== 1 || typeof upload !== 'string' || !isUuid(upload))
		problems.media = 'Name the one upload of the recording.'
	else if (second !== null && !(typeof second === 'number' && second >= 0 && second <= maxSeconds))
		problems.cover = 'The cover is a second of the recording.'
	else return { recording: { upload: upload.toLowerCase(), cover: second } }
	return {}
}

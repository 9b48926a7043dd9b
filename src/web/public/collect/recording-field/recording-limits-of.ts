import type { RecordingKind } from '#shared/form/public-form.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { RecordingLimits } from '#web/public/recorder/recording-limits.ts'

/** The limits of a form's recordings of a kind. */
export function recordingLimitsOf(
	{ form, limits }: Pick<Island, 'form' | 'limits'>,
	kind: RecordingKind,
): RecordingLimits {
	return { maxSeconds: form.max_seconds, maxBytes: kind === 'video' ? limits.videoBytes : limits.audioBytes }
}

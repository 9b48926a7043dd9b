import type { Config } from '#platform/config/config.ts'

/** The largest recordings, in bytes. */
export function recordingLimits({ MAX_VIDEO_MB, MAX_AUDIO_MB }: Pick<Config, 'MAX_VIDEO_MB' | 'MAX_AUDIO_MB'>) {
	return { videoBytes: MAX_VIDEO_MB * 1024 * 1024, audioBytes: MAX_AUDIO_MB * 1024 * 1024 }
}

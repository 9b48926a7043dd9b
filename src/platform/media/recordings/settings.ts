import type { z } from 'zod'
import { filePath } from '#platform/config/setting-types.ts'

/** Settings of the processing of recordings. */
export const recordingSettings = {
	/** Path of ffmpeg, or of the folder of ffmpeg and ffprobe. Unset: they are searched for in PATH. */
	FFMPEG_PATH: filePath.optional(),
}

type RecordingSettings = z.output<z.ZodObject<typeof recordingSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<RecordingSettings> {}
}

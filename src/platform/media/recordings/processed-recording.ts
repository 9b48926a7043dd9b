/** A recording to process. */
export type RecordingRequest = {
	/** Path of the local file that was received. It is only read. */
	file: string
	kind: 'video' | 'audio'
	/** Longest recording, in seconds; two seconds more are tolerated. */
	maxSeconds: number
	/** Second that the poster shows; by default the processor chooses one. */
	cover?: number | undefined
	signal?: AbortSignal | undefined
	/** Receives the part that is done, 0 to 1. */
	onProgress?: ((part: number) => void) | undefined
}

/** The shown file and what is known of it. Its files are temporary. */
export type ProcessedRecording = {
	/** Path of an MP4 or M4A whose header comes first, without metadata. */
	shown: string
	mime: 'video/mp4' | 'audio/mp4'
	/** Sides in pixels; null for audio. */
	width: number | null
	height: number | null
	seconds: number
	poster: { path: string; width: number; height: number } | null
	/** Second that the poster shows. */
	cover: number | null
	/** Waveform of audio: 100 integers from 0 to 100. */
	peaks: number[] | null
	/** Deletes the temporary files. */
	remove(): Promise<void>
}

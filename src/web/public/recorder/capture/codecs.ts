import type { RecordingKind } from '#shared/form/public-form.ts'

const bitsPerSecond = { video: 2_500_000, audio: 96_000 }

/** H.264 with AAC first: it plays everywhere, and the server need not encode it again. */
const types: Readonly<Record<RecordingKind, readonly string[]>> = {
	video: [
		'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
		'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
		'video/mp4;codecs=avc1.4D401F,mp4a.40.2',
		'video/mp4;codecs=avc1,mp4a.40.2',
		'video/webm;codecs=vp9,opus',
		'video/webm;codecs=vp8,opus',
		'video/webm',
	],
	audio: ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'],
}

/** The first type that the browser can record; undefined leaves the choice to the browser. */
export function chooseType(kind: RecordingKind, isSupported: (type: string) => boolean): string | undefined {
	return types[kind].find(isSupported)
}

/** Options of a MediaRecorder. Browsers that know no key frame interval ignore it. */
export function recorderOptions(type: string | undefined): MediaRecorderOptions {
	return {
		...(type ? { mimeType: type } : {}),
		videoBitsPerSecond: bitsPerSecond.video,
		audioBitsPerSecond: bitsPerSecond.audio,
		// Two seconds between key frames, so that a player can seek and a browser without encoder can cut.
		...{ videoKeyFrameIntervalDuration: 2000 },
	}
}

/** Upper estimate of the bytes of a recording: its bit rate and a fifth more. */
export function estimateBytes(kind: RecordingKind, seconds: number): number {
	const bits = bitsPerSecond.audio + (kind === 'video' ? bitsPerSecond.video : 0)
	return Math.ceil((bits / 8) * seconds * 1.2)
}

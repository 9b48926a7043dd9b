/** One caption: plain text, which may have several lines, shown from `start` to `end` in seconds of the recording. */
export type Cue = { start: number; end: number; text: string }

/** Cues of one recording in one language. */
export const maxCues = 5000

/** Bytes of a caption file. */
export const maxCaptionBytes = 500_000

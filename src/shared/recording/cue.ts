/** One caption: plain text, which may have several lines, shown from `start` to `end` in seconds of the recording. */
export type Cue = { start: number; end: number; text: string }

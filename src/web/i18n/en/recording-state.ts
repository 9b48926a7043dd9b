/** Words for the progress of a recording, in the inbox's list. */
export const english = {
	uploading: 'Arriving',
	preparing: 'Preparing {percent} %',
	failed: 'Needs you',
}

export type RecordingStateMessages = Record<keyof typeof english, string>

import type { RecordingStateMessages } from '#web/i18n/en/recording-state.ts'

export const german: RecordingStateMessages = {
	uploading: 'Kommt an',
	preparing: 'Wird vorbereitet, {percent} %',
	failed: 'Braucht Sie',
}

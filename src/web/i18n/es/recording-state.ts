import type { RecordingStateMessages } from '#web/i18n/en/recording-state.ts'

export const spanish: RecordingStateMessages = {
	uploading: 'Llegando',
	preparing: 'Preparando, {percent} %',
	failed: 'Necesita su ayuda',
}

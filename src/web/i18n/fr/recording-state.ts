import type { RecordingStateMessages } from '#web/i18n/en/recording-state.ts'

export const french: RecordingStateMessages = {
	uploading: 'En cours d’arrivée',
	preparing: 'Préparation, {percent} %',
	failed: 'Demande votre aide',
}

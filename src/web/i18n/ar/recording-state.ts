import type { RecordingStateMessages } from '#web/i18n/en/recording-state.ts'

export const arabic: RecordingStateMessages = {
	uploading: 'قيد الوصول',
	preparing: 'قيد التحضير {percent}٪',
	failed: 'يحتاج إليك',
}

import type { InboxRecordingMessages } from '#web/i18n/en/inbox-recording.ts'
import { inboxRecordingMessagesFor } from '#web/i18n/inbox-recording-messages.ts'

/** The texts about recordings, in the language of the page. */
export const useRecordingMessages = (): InboxRecordingMessages =>
	inboxRecordingMessagesFor(document.documentElement.lang)

/** Calls of a page to the browser's notifications. */
export type RecordedNotifications = { asked: number; shown: { title: string; body: string; tag: string }[] }

/** Records the notifications of the page, since headless Chromium shows none, until the page of this file is closed. */
export function recordNotifications(permission: NotificationPermission): RecordedNotifications {
	const recorded: RecordedNotifications = { asked: 0, shown: [] }
	class Recorded extends EventTarget {
		static permission = permission
		static async requestPermission(): Promise<NotificationPermission> {
			recorded.asked++
			return permission
		}
		constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
			super()
			recorded.shown.push({ title, body, tag })
		}
	}
	Object.assign(window, { Notification: Recorded })
	return recorded
}

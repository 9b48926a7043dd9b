import type pg from 'pg'

/** A notification that a trigger raised for the writing node: channel and payload. */
export type LocalNotification = { channel: string; payload: string }

/** SQLSTATE of such messages: `raise info using errcode = 'PLNOW', message = channel, detail = payload`. */
const localNotifySqlState = 'PLNOW'
const undelivered = new WeakMap<pg.ClientBase, LocalNotification[]>()

/**
 * Collects the notifications that triggers raise on a connection. NOTIFY arrives on another connection some time
 * after the commit; these are available before the response is sent.
 */
export function collectLocalNotifications(client: pg.ClientBase): void {
	client.on('notice', ({ code, message, detail }) => {
		if (code !== localNotifySqlState || !message) return
		const notices = undelivered.get(client) ?? []
		notices.push({ channel: message, payload: detail ?? '' })
		undelivered.set(client, notices)
	})
}

/** Notifications since the last call. After a rollback they must be discarded. */
export function takeLocalNotifications(client: pg.ClientBase): readonly LocalNotification[] {
	const notices = undelivered.get(client)
	if (!notices) return []
	undelivered.delete(client)
	return notices
}

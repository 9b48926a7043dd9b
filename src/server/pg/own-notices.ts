import type pg from 'pg'

/** What a trigger told the node that is writing: the channel of a notice, and its payload. */
export type OwnNotice = { channel: string; payload: string }

/** The SQLSTATE of such messages: `raise info using errcode = 'PLNOW', message = channel, detail = payload`. */
const ownNotice = 'PLNOW'
const untold = new WeakMap<pg.ClientBase, OwnNotice[]>()

/**
 * Keeps what triggers tell a connection. A notice by NOTIFY comes on another connection, some time after the commit; what a
 * commit tells its own connection is here before anybody is answered.
 */
export function hearOwnNotices(client: pg.ClientBase): void {
	client.on('notice', ({ code, message, detail }) => {
		if (code !== ownNotice || !message) return
		const notices = untold.get(client) ?? []
		notices.push({ channel: message, payload: detail ?? '' })
		untold.set(client, notices)
	})
}

/** What was told since the last time. After a rollback it is to be thrown away. */
export function takeOwnNotices(client: pg.ClientBase): readonly OwnNotice[] {
	const notices = untold.get(client)
	if (!notices) return []
	untold.delete(client)
	return notices
}

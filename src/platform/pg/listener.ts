import pg from 'pg'
import { endConnection, type Heartbeat, keepAliveOptions, startHeartbeat } from './connections.ts'
import { DatabaseClient } from './database-client.ts'
import { markGeneration } from './earlier-nodes-queries.ts'

/** Timeout of connecting and of LISTEN, in milliseconds. */
const timeout = 10_000

/** The beginning of `application_name` of these connections. */
export const listenerName = 'plaudit-listen'

/** A notification that a trigger raised for the writing node: channel and payload. */
export type LocalNotification = { channel: string; payload: string }

type Subscription = { onNotice: (payload: string) => void; onGap: (() => void) | undefined }

/**
 * One dedicated connection for LISTEN. It reconnects by itself and reports the gap to every subscriber. As it only
 * receives, it is probed regularly to detect a dead network.
 */
export function createListener(
	login: pg.ClientConfig,
	log: (error: Error) => void,
	{ heartbeat, name = listenerName }: { heartbeat?: Heartbeat; name?: string | undefined } = {},
) {
	const channels = new Map<string, Subscription[]>()
	let connection: Promise<pg.Client> | undefined
	let closed = false
	let retry: NodeJS.Timeout | undefined

	/** Calls the subscribers of a notification's channel, whether it came from PostgreSQL or from this node. */
	function tell({ channel, payload }: LocalNotification): void {
		for (const { onNotice } of channels.get(channel) ?? []) onNotice(payload)
	}

	async function connect(): Promise<pg.Client> {
		const client = new DatabaseClient({
			...login,
			...keepAliveOptions,
			application_name: name,
			connectionTimeoutMillis: timeout,
			// Subscribers and the heartbeat send without waiting for each other.
			pipeline: true,
		} as pg.ClientConfig)
		client.on('notification', ({ channel, payload = '' }) => tell({ channel, payload }))
		client.on('error', log)
		await client.connect()
		try {
			await client.query(markGeneration)
			for (const channel of channels.keys()) await listenOn(client, channel)
		} catch (error) {
			client.end().catch(() => {})
			throw error
		}
		// Only from here on: an earlier end of the connection is the failure above, and must not be retried twice.
		const stopHeartbeat = startHeartbeat(client, heartbeat)
		client.on('end', () => {
			stopHeartbeat()
			connection = undefined
			if (!closed) retry = setTimeout(reconnect, 250)
		})
		return client
	}

	async function reconnect() {
		try {
			// A subscriber that came in the meantime may have connected already.
			connection ??= connect()
			await connection
			for (const subscriptions of channels.values()) for (const { onGap } of subscriptions) onGap?.()
		} catch (error) {
			connection = undefined
			log(error as Error)
			if (!closed) retry = setTimeout(reconnect, 1000)
		}
	}

	return {
		tell,
		async listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void) {
			const subscriptions = channels.get(channel) ?? []
			const subscription = { onNotice, onGap }
			subscriptions.push(subscription)
			channels.set(channel, subscriptions)
			connection ??= connect().catch((error) => {
				// The next subscriber tries again instead of getting this failure.
				connection = undefined
				throw error
			})
			try {
				await listenOn(await connection, channel)
			} catch (error) {
				// A subscriber that is told of the failure subscribes again, and would be called twice.
				subscriptions.splice(subscriptions.indexOf(subscription), 1)
				throw error
			}
		},
		async close() {
			closed = true
			clearTimeout(retry)
			const client = await connection?.catch(() => undefined)
			if (client) await endConnection(client)
		},
	}
}

async function listenOn(client: pg.Client, channel: string) {
	const text = `listen ${pg.escapeIdentifier(channel)}`
	await client.query({ text, query_timeout: timeout } as pg.QueryConfig)
}

/**
 * SQLSTATE of such messages: `raise info using errcode = 'PLNOW', message = channel, detail = payload`. INFO reaches
 * the client whatever `client_min_messages` is set to, and poolers pass it on.
 */
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

import pg from 'pg'
import { endConnection, feelPulse, keptAlive, type Pulse } from './connections.ts'
import type { OwnNotice } from './own-notices.ts'

/** Milliseconds that it may take to connect, or to be told that somebody listens. */
const patience = 10_000

type Subscription = { onNotice: (payload: string) => void; onGap: (() => void) | undefined }

/**
 * One dedicated connection for LISTEN. It reconnects by itself and then reports the gap to every subscriber. It only ever hears, so
 * that a network which lost it without a word would go unnoticed for hours: it is asked now and then.
 */
export function createListener(login: pg.ClientConfig, log: (error: Error) => void, pulse?: Pulse) {
	const channels = new Map<string, Subscription[]>()
	let connection: Promise<pg.Client> | undefined
	let closed = false
	let retry: NodeJS.Timeout | undefined

	/** Calls whoever listens on the channel of a notice, however it came. */
	function tell({ channel, payload }: OwnNotice): void {
		for (const { onNotice } of channels.get(channel) ?? []) onNotice(payload)
	}

	async function connect(): Promise<pg.Client> {
		const client = new pg.Client({
			...login,
			...keptAlive,
			application_name: 'plaudit-listen',
			connectionTimeoutMillis: patience,
		})
		client.on('notification', ({ channel, payload = '' }) => tell({ channel, payload }))
		client.on('error', log)
		await client.connect()
		try {
			for (const channel of channels.keys()) await listenOn(client, channel)
		} catch (error) {
			client.end().catch(() => {})
			throw error
		}
		// Only from here on: a connection that ends before is the failure above, and tried again once.
		const stopFeeling = feelPulse(client, pulse)
		client.on('end', () => {
			stopFeeling()
			connection = undefined
			if (!closed) retry = setTimeout(reconnect, 250)
		})
		return client
	}

	async function reconnect() {
		try {
			// Whoever came to listen meanwhile has made it already.
			connection ??= connect()
			await connection
			for (const subscriptions of channels.values())
				for (const { onGap } of subscriptions) onGap?.()
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
			const mine = { onNotice, onGap }
			subscriptions.push(mine)
			channels.set(channel, subscriptions)
			connection ??= connect().catch((error) => {
				// The next one to listen tries again, instead of meeting this failure for ever.
				connection = undefined
				throw error
			})
			try {
				await listenOn(await connection, channel)
			} catch (error) {
				// Whoever is told of the failure comes again, and would hear everything twice.
				subscriptions.splice(subscriptions.indexOf(mine), 1)
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
	await client.query({ text, query_timeout: patience } as pg.QueryConfig)
}

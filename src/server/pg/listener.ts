import pg from 'pg'
import type { OwnNotice } from './own-notices.ts'

type Subscription = { onNotice: (payload: string) => void; onGap: (() => void) | undefined }

/** How often the connection is asked whether it still answers, and how long it may think, in milliseconds. */
type Pulse = { every: number; patience: number }
const usualPulse: Pulse = { every: 20_000, patience: 10_000 }

/**
 * One dedicated connection for LISTEN. It reconnects by itself and then reports the gap to every subscriber. It only ever hears, so
 * that a network which lost it without a word would go unnoticed for hours: it is asked now and then.
 */
export function createListener(
	login: pg.ClientConfig,
	log: (error: Error) => void,
	pulse: Pulse = usualPulse,
) {
	const channels = new Map<string, Subscription[]>()
	let connection: Promise<pg.Client> | undefined
	let closed = false
	let retry: NodeJS.Timeout | undefined

	/** Calls whoever listens on the channel of a notice, however it came. */
	function tell({ channel, payload }: OwnNotice): void {
		for (const { onNotice } of channels.get(channel) ?? []) onNotice(payload)
	}

	async function connect(): Promise<pg.Client> {
		const client = new pg.Client({ ...login, application_name: 'plaudit-listen', keepAlive: true })
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
		const stopFeeling = feel(client)
		client.on('end', () => {
			stopFeeling()
			connection = undefined
			if (!closed) retry = setTimeout(reconnect, 250)
		})
		return client
	}

	/** Asks again and again, and gives the connection up when it does not answer: ended while it is asked, it is cut. */
	function feel(client: pg.Client): () => void {
		const question = { text: 'select', query_timeout: pulse.patience } as pg.QueryConfig
		let beat: NodeJS.Timeout
		const wait = () => {
			beat = setTimeout(() => client.query(question).then(wait, giveUp), pulse.every).unref()
		}
		const giveUp = () => client.end().catch(() => {})
		wait()
		return () => clearTimeout(beat)
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
			await client?.end()
		},
	}
}

async function listenOn(client: pg.Client, channel: string) {
	await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}

import pg from 'pg'
import type { OwnNotice } from './own-notices.ts'

type Subscription = { onNotice: (payload: string) => void; onGap: (() => void) | undefined }

/** One dedicated connection for LISTEN. It reconnects by itself and then reports the gap to every subscriber. */
export function createListener(login: pg.ClientConfig, log: (error: Error) => void) {
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
		client.on('end', () => {
			connection = undefined
			if (!closed) retry = setTimeout(reconnect, 250)
		})
		for (const channel of channels.keys()) await listenOn(client, channel)
		return client
	}

	async function reconnect() {
		try {
			connection = connect()
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
			subscriptions.push({ onNotice, onGap })
			channels.set(channel, subscriptions)
			connection ??= connect().catch((error) => {
				// The next one to listen tries again, instead of meeting this failure for ever.
				connection = undefined
				throw error
			})
			await listenOn(await connection, channel)
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

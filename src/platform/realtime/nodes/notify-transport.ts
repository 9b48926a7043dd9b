import type { Db } from '#platform/pg/db.ts'
import { realtimeService } from '#platform/realtime/changes/published-tables.ts'
import type { PresenceChange, PresenceSnapshot } from '#platform/realtime/channels/presence.ts'
import { notifyAll, readOversizedPayload, storeOversizedPayload } from './queries.ts'

/** A message of one node for the members on all others. Receivers ignore kinds that they do not know. */
export type NodeMessage =
	| { kind: 'broadcast'; topicKey: string; event: string; json: string }
	| { kind: 'bytes'; topicKey: string; event: string; base64: string }
	| PresenceChange

/** The JSON of a notification. `last` is the sender's newest message number: it reveals lost messages. */
export type Envelope = { from: string } & (
	| { type: 'hello'; last: number }
	| { type: 'bye' }
	| { type: 'message'; number: number; message: NodeMessage }
	/** Requests the messages after a number, or without one the presence snapshot. */
	| { type: 'request'; of: string; after?: number }
	/** The answer when the log no longer has all requested messages. */
	| { type: 'snapshot'; to: string; last: number; snapshot: PresenceSnapshot }
	/** Points to an envelope in realtime.parcels that exceeds the size of a notification. */
	| { type: 'oversized'; id: string }
)

type Handlers = {
	receive: (envelope: Envelope) => void
	/** Called when the listening connection was lost and is back: envelopes may be missing. */
	gap: () => void
	/** Called when envelopes could not be sent. */
	unsent: () => void
}

const channel = 'realtime_nodes'
/** Bytes; pg_notify aborts the transaction at 8,000. */
const maxNotifyBytes = 7_500

/** Carries envelopes between nodes with NOTIFY, oversized ones through a table. */
export class NotifyTransport {
	private readonly db: Db
	private readonly warn: (error: unknown, message: string) => void
	private outgoing: Envelope[] = []
	private sending: Promise<void> | undefined
	private incoming: Promise<void> = Promise.resolve()
	private unsent = () => {}

	constructor(db: Db, warn: (error: unknown, message: string) => void) {
		this.db = db
		this.warn = warn
	}

	async listen({ receive, gap, unsent }: Handlers): Promise<void> {
		this.unsent = unsent
		const onNotice = (text: string) => {
			// One at a time: the next notification must not overtake an oversized payload.
			this.incoming = this.incoming
				.then(async () => {
					const envelope = await this.unpack(JSON.parse(text) as Envelope)
					if (envelope) receive(envelope)
				})
				.catch((error) => this.warn(error, 'a message of another node could not be read'))
		}
		await this.db.listen(channel, onNotice, gap)
	}

	/** Sends in order. A failed envelope is dropped: message numbers reveal the gap. */
	send(envelope: Envelope): void {
		this.outgoing.push(envelope)
		this.sending ??= this.flush().finally(() => {
			this.sending = undefined
		})
	}

	/** Resolves when everything sent so far reached the database or failed. */
	async flushed(): Promise<void> {
		await this.sending
	}

	async close(): Promise<void> {
		await this.sending
		await this.incoming
	}

	private async flush(): Promise<void> {
		while (this.outgoing.length > 0) {
			const batch = this.outgoing.splice(0)
			try {
				const texts: string[] = []
				for (const envelope of batch) texts.push(await this.pack(envelope))
				await this.db.as(realtimeService, (tx) => tx.final(notifyAll(channel, texts)))
			} catch (error) {
				this.warn(error, `${batch.length} messages did not reach the other nodes yet`)
				this.unsent()
			}
		}
	}

	private async pack(envelope: Envelope): Promise<string> {
		const text = JSON.stringify(envelope)
		if (Buffer.byteLength(text) <= maxNotifyBytes) return text
		const query = storeOversizedPayload(text)
		const [row] = await this.db.as(realtimeService, (tx) => tx.final<{ id: string }>(query))
		return JSON.stringify({ from: envelope.from, type: 'oversized', id: row?.id ?? '' })
	}

	private async unpack(envelope: Envelope): Promise<Envelope | undefined> {
		if (envelope.type !== 'oversized') return envelope
		const query = readOversizedPayload(envelope.id)
		const [row] = await this.db.as(realtimeService, (tx) => tx.final<{ content: string }>(query))
		return row && (JSON.parse(row.content) as Envelope)
	}
}

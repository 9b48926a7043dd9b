import type { Db } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import type { Envelope } from './envelope.ts'
import { notifyAll, readParcel, storeParcel } from './queries.ts'

type Handlers = {
	receive: (envelope: Envelope) => void
	/** The listening connection was lost and is back: envelopes may be missing. */
	gap: () => void
	/** Envelopes could not be sent. */
	unsent: () => void
}

const channel = 'realtime_nodes'
/** Bytes; a notice must stay under 8,000 or it aborts its transaction. */
const largestNotice = 7_500

/** Carries envelopes between nodes by notices of the database; big ones lie in a table and the notice tells where. */
export class Post {
	private readonly db: Db
	private readonly warn: (error: unknown, what: string) => void
	private outgoing: Envelope[] = []
	private sending: Promise<void> | undefined
	private incoming: Promise<void> = Promise.resolve()
	private unsent = () => {}

	constructor(db: Db, warn: (error: unknown, what: string) => void) {
		this.db = db
		this.warn = warn
	}

	async open({ receive, gap, unsent }: Handlers): Promise<void> {
		this.unsent = unsent
		const onNotice = (text: string) => {
			// One at a time: a parcel must not be overtaken by the notice after it.
			this.incoming = this.incoming
				.then(async () => {
					const envelope = await this.unpack(JSON.parse(text) as Envelope)
					if (envelope) receive(envelope)
				})
				.catch((error) => this.warn(error, 'a message of another node could not be read'))
		}
		await this.db.listen(channel, onNotice, gap)
	}

	/** In order. What cannot be sent is dropped: the relay's numbers show that it is missing. */
	send(envelope: Envelope): void {
		this.outgoing.push(envelope)
		this.sending ??= this.flush().finally(() => {
			this.sending = undefined
		})
	}

	/** When all that was sent so far is on its way, or could not be sent. */
	async settled(): Promise<void> {
		await this.sending
	}

	async close(): Promise<void> {
		await this.sending
		await this.incoming
	}

	private async flush(): Promise<void> {
		while (this.outgoing.length > 0) {
			const batch = this.outgoing
			this.outgoing = []
			try {
				const texts: string[] = []
				for (const envelope of batch) texts.push(await this.pack(envelope))
				await this.db.as(service, (tx) => tx.final(notifyAll(channel, texts)))
			} catch (error) {
				this.warn(error, `${batch.length} messages did not reach the other nodes yet`)
				this.unsent()
			}
		}
	}

	private async pack(envelope: Envelope): Promise<string> {
		const text = JSON.stringify(envelope)
		if (Buffer.byteLength(text) <= largestNotice) return text
		const [parcel] = await this.db.as(service, (tx) => tx.final<{ id: string }>(storeParcel(text)))
		return JSON.stringify({ from: envelope.from, say: 'parcel', id: parcel?.id ?? '' })
	}

	private async unpack(envelope: Envelope): Promise<Envelope | undefined> {
		if (envelope.say !== 'parcel') return envelope
		const [parcel] = await this.db.as(service, (tx) =>
			tx.final<{ content: string }>(readParcel(envelope.id)),
		)
		return parcel && (JSON.parse(parcel.content) as Envelope)
	}
}

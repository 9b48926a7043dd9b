import { randomUUID } from 'node:crypto'
import type { Db } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import { notifyAll, readParcel, storeParcel } from './relay-queries.ts'

/** What nodes tell each other. Times and order hold for messages of one node. */
export type NodeMessage =
	| { kind: 'broadcast'; room: string; event: string; json: string }
	| { kind: 'bytes'; room: string; event: string; base64: string }
	| { kind: 'present'; room: string; member: string; key: string; meta: Record<string, unknown> }
	| { kind: 'absent'; room: string; member: string }

type Envelope = { from: string } & (
	| { say: 'hello' | 'bye' }
	| { say: 'parcel'; id: string }
	| { say: 'message'; message: NodeMessage }
)
type Handlers = {
	receive: (message: NodeMessage, from: string) => void
	/** A node turned up: it needs to know who is present here. */
	met: () => void
	/** A node left or fell silent: so did everybody on it. */
	lost: (node: string) => void
	warn: (error: unknown, what: string) => void
}

const channel = 'realtime_nodes'
/** Bytes; a notice must stay under 8,000 or it aborts its transaction. */
const largestNotice = 7_500
const helloEvery = 20_000
const silentAfter = 65_000

/** Talks to the other nodes on the same database. Alone, it says nothing but hello. */
export class Relay {
	readonly node = randomUUID()
	private readonly db: Db
	private readonly handlers: Handlers
	private readonly peers = new Map<string, number>()
	private outgoing: NodeMessage[] = []
	private sending: Promise<void> | undefined
	private incoming: Promise<void> = Promise.resolve()
	private timer: NodeJS.Timeout | undefined

	constructor(db: Db, handlers: Handlers) {
		this.db = db
		this.handlers = handlers
	}

	async start(): Promise<void> {
		await this.db.listen(channel, (text) => {
			// One at a time: a parcel must not be overtaken by the notice after it.
			this.incoming = this.incoming
				.then(() => this.receive(JSON.parse(text) as Envelope))
				.catch((error) => this.handlers.warn(error, 'a message of another node was lost'))
		})
		await this.say([{ from: this.node, say: 'hello' }])
		this.timer = setInterval(() => this.breathe(), helloEvery).unref()
	}

	async close(): Promise<void> {
		clearInterval(this.timer)
		await this.sending
		await this.say([{ from: this.node, say: 'bye' }]).catch(() => {})
	}

	/** Sends to all other nodes, in order. */
	tell(message: NodeMessage): void {
		if (this.peers.size === 0) return
		this.outgoing.push(message)
		this.sending ??= this.flush().finally(() => {
			this.sending = undefined
		})
	}

	private async flush(): Promise<void> {
		while (this.outgoing.length > 0) {
			const batch = this.outgoing
			this.outgoing = []
			try {
				const notices: Envelope[] = []
				for (const message of batch) notices.push(await this.wrap(message))
				await this.say(notices)
			} catch (error) {
				this.handlers.warn(error, `${batch.length} messages did not reach the other nodes`)
			}
		}
	}

	private async wrap(message: NodeMessage): Promise<Envelope> {
		const envelope: Envelope = { from: this.node, say: 'message', message }
		if (Buffer.byteLength(JSON.stringify(envelope)) <= largestNotice) return envelope
		const query = storeParcel(JSON.stringify(message))
		const [parcel] = await this.db.as(service, (tx) => tx.final<{ id: string }>(query))
		return { from: this.node, say: 'parcel', id: parcel?.id ?? '' }
	}

	private async say(envelopes: Envelope[]): Promise<void> {
		const texts = envelopes.map((envelope) => JSON.stringify(envelope))
		await this.db.as(service, (tx) => tx.final(notifyAll(channel, texts)))
	}

	private async receive(envelope: Envelope): Promise<void> {
		const { from } = envelope
		if (from === this.node) return
		if (envelope.say === 'bye') {
			this.peers.delete(from)
			this.handlers.lost(from)
			return
		}
		const isNew = !this.peers.has(from)
		this.peers.set(from, Date.now())
		if (isNew) {
			await this.say([{ from: this.node, say: 'hello' }])
			this.handlers.met()
		}
		if (envelope.say === 'message') this.handlers.receive(envelope.message, from)
		else if (envelope.say === 'parcel') {
			const query = readParcel(envelope.id)
			const [parcel] = await this.db.as(service, (tx) => tx.final<{ content: string }>(query))
			if (parcel) this.handlers.receive(JSON.parse(parcel.content) as NodeMessage, from)
		}
	}

	private breathe(): void {
		for (const [node, heard] of this.peers)
			if (Date.now() - heard > silentAfter) {
				this.peers.delete(node)
				this.handlers.lost(node)
			}
		this.say([{ from: this.node, say: 'hello' }]).catch((error) =>
			this.handlers.warn(error, 'the other nodes could not be greeted'),
		)
	}
}

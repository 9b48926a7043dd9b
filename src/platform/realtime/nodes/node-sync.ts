import { randomUUID } from 'node:crypto'
import type { PresenceSnapshot } from '#platform/realtime/channels/presence.ts'
import { MessageLog } from './message-log.ts'
import type { Envelope, NodeMessage, NotifyTransport } from './notify-transport.ts'

type Handlers = {
	receive: (from: string, message: NodeMessage) => void
	/** The presence of this node. */
	presenceSnapshot: () => PresenceSnapshot
	/** Replaces the presence of another node after messages of it were lost. */
	replace: (node: string, presenceSnapshot: PresenceSnapshot) => void
	/** Called when a node left or timed out, with everybody on it. */
	lost: (node: string) => void
	warn: (error: unknown, message: string) => void
}
/** Milliseconds. */
export type NodeSyncIntervals = {
	helloInterval: number
	peerTimeout: number
	requestInterval: number
	retryDelay: number
}
const defaultIntervals: NodeSyncIntervals = {
	helloInterval: 5_000,
	peerTimeout: 16_000,
	requestInterval: 1_000,
	retryDelay: 500,
}

/** Another node; `last` is the number of its last accepted message, undefined before its first snapshot. */
type Peer = { heardAt: number; last: number | undefined; requestedAt: number }

const peerTypes = ['hello', 'message', 'request', 'snapshot']
const logBytes = 4 * 1024 * 1024
const logMaxAge = 60_000

/**
 * Exchanges messages with the other nodes on the same database, in order and each once. Messages lost with a
 * connection are requested again; a single node sends nothing but its hello.
 */
export class NodeSync {
	readonly node = randomUUID()
	private readonly transport: NotifyTransport
	private readonly handlers: Handlers
	private readonly intervals: NodeSyncIntervals
	private readonly peers = new Map<string, Peer>()
	private readonly log = new MessageLog<NodeMessage>(logBytes, logMaxAge)
	private timer: NodeJS.Timeout | undefined
	private retry: NodeJS.Timeout | undefined
	private isClosed = false

	constructor(transport: NotifyTransport, handlers: Handlers, intervals = defaultIntervals) {
		this.transport = transport
		this.handlers = handlers
		this.intervals = intervals
	}

	async start(): Promise<void> {
		await this.transport.listen({
			receive: (envelope) => this.receive(envelope),
			gap: () => this.catchUp(),
			unsent: () => this.scheduleHello(),
		})
		this.sendHello()
		// Clients must not join before: other nodes send only to nodes that they know.
		await this.transport.flushed()
		this.timer = setInterval(() => this.tick(), this.intervals.helloInterval).unref()
	}

	/** Leaves the other nodes. The bye is the last envelope: any later one would bring the node and its members back. */
	async close(): Promise<void> {
		clearInterval(this.timer)
		clearTimeout(this.retry)
		if (!this.isClosed) this.transport.send({ from: this.node, type: 'bye' })
		this.isClosed = true
		await this.transport.close()
	}

	/** Sends to all other nodes, in order. */
	send(message: NodeMessage): void {
		if (this.isClosed) return
		const size = 'json' in message ? message.json.length : 'base64' in message ? message.base64.length : 0
		const number = this.log.add(message, size + 300)
		if (this.peers.size > 0) this.transport.send({ from: this.node, type: 'message', number, message })
	}

	private sendHello(): void {
		if (this.isClosed) return
		this.transport.send({ from: this.node, type: 'hello', last: this.log.last })
	}

	/** Repeats the hello until the database takes it: peers then request what they missed. */
	private scheduleHello(): void {
		this.retry ??= setTimeout(() => {
			this.retry = undefined
			this.sendHello()
		}, this.intervals.retryDelay).unref()
	}

	private catchUp(): void {
		if (this.isClosed) return
		this.sendHello()
		for (const [node, peer] of this.peers) {
			peer.requestedAt = 0
			this.requestMissed(node, peer)
		}
	}

	private receive(envelope: Envelope): void {
		if (this.isClosed) return
		const { from, type } = envelope
		if (type === 'bye') this.removePeer(from)
		// Nodes of another version may send other types.
		if (from === this.node || !peerTypes.includes(type)) return
		const peer = this.peerOf(from)
		peer.heardAt = Date.now()
		if (type === 'hello') this.requestIfBehind(from, peer, envelope.last)
		else if (type === 'message') this.accept(from, peer, envelope.number, envelope.message)
		else if (type === 'request') this.sendMissed(envelope)
		else if (type === 'snapshot' && envelope.to === this.node)
			this.applySnapshot(from, peer, envelope.last, envelope.snapshot)
	}

	private peerOf(node: string): Peer {
		const known = this.peers.get(node)
		if (known) return known
		const peer = { heardAt: Date.now(), last: undefined, requestedAt: 0 }
		this.peers.set(node, peer)
		this.sendHello()
		return peer
	}

	/**
	 * Accepts a message only in its turn. Those that come too early are requested again from the sender. Before the
	 * first snapshot every message is accepted, because that snapshot counts it as received.
	 */
	private accept(from: string, peer: Peer, number: number, message: NodeMessage): void {
		if (peer.last !== undefined && number <= peer.last) return
		const isNext = peer.last === undefined || number === peer.last + 1
		if (isNext) this.handlers.receive(from, message)
		if (isNext && peer.last !== undefined) peer.last = number
		else this.requestMissed(from, peer)
	}

	private requestIfBehind(from: string, peer: Peer, last: number): void {
		if (peer.last === undefined || peer.last < last) this.requestMissed(from, peer)
	}

	private requestMissed(node: string, peer: Peer): void {
		const now = Date.now()
		if (now - peer.requestedAt < this.intervals.requestInterval) return
		peer.requestedAt = now
		const after = peer.last === undefined ? {} : { after: peer.last }
		this.transport.send({ from: this.node, type: 'request', of: node, ...after })
	}

	private sendMissed({ from: to, of, after }: Envelope & { type: 'request' }): void {
		if (of !== this.node) return
		const { node, log, transport } = this
		const missed = after === undefined ? undefined : log.after(after)
		if (missed) for (const entry of missed) transport.send({ from: node, type: 'message', ...entry })
		else {
			const snapshot = this.handlers.presenceSnapshot()
			transport.send({ from: node, type: 'snapshot', to, last: log.last, snapshot })
		}
	}

	private applySnapshot(from: string, peer: Peer, last: number, snapshot: PresenceSnapshot): void {
		if (peer.last !== undefined && last < peer.last) return
		if (peer.last !== undefined && last > peer.last)
			this.handlers.warn(undefined, `up to ${last - peer.last} messages of another node were missed`)
		peer.last = last
		this.handlers.replace(from, snapshot)
	}

	private removePeer(node: string): void {
		if (this.peers.delete(node)) this.handlers.lost(node)
	}

	private tick(): void {
		for (const [node, { heardAt }] of this.peers)
			if (Date.now() - heardAt > this.intervals.peerTimeout) this.removePeer(node)
		this.sendHello()
	}
}

import { randomUUID } from 'node:crypto'
import type { Roster } from '#server/realtime/channels/presence.ts'
import type { Envelope, NodeMessage } from './envelope.ts'
import { MessageLog } from './message-log.ts'
import type { Post } from './post.ts'

type Handlers = {
	receive: (from: string, message: NodeMessage) => void
	/** Who is present on this node. */
	roster: () => Roster
	/** Who is present on another node, now that news of it were missed. */
	replace: (node: string, roster: Roster) => void
	/** A node left or fell silent: so did everybody on it. */
	lost: (node: string) => void
	warn: (error: unknown, what: string) => void
}
/** Milliseconds. */
export type Pace = {
	helloEvery: number
	silentAfter: number
	askAgainAfter: number
	retryAfter: number
}
const usualPace: Pace = {
	helloEvery: 5_000,
	silentAfter: 16_000,
	askAgainAfter: 1_000,
	retryAfter: 500,
}

/** Another node: the number of the last message that was taken in; undefined until it told who is present there. */
type Peer = { heard: number; last: number | undefined; askedAt: number }

const logBytes = 4 * 1024 * 1024
const logFor = 60_000

/**
 * Talks to the other nodes on the same database. Alone, it says nothing but hello. What notices lose (a connection
 * that broke, a database that was away) is asked for again: messages of a node are taken in one by one, in order.
 */
export class Relay {
	readonly node = randomUUID()
	private readonly post: Post
	private readonly handlers: Handlers
	private readonly pace: Pace
	private readonly peers = new Map<string, Peer>()
	private readonly log = new MessageLog<NodeMessage>(logBytes, logFor)
	private timer: NodeJS.Timeout | undefined
	private retry: NodeJS.Timeout | undefined

	constructor(post: Post, handlers: Handlers, pace: Pace = usualPace) {
		this.post = post
		this.handlers = handlers
		this.pace = pace
	}

	async start(): Promise<void> {
		await this.post.open({
			receive: (envelope) => this.receive(envelope),
			gap: () => this.catchUp(),
			unsent: () => this.greetSoon(),
		})
		this.greet()
		// Nobody joins here before the others have been told: they send only to whom they know.
		await this.post.settled()
		this.timer = setInterval(() => this.breathe(), this.pace.helloEvery).unref()
	}

	async close(): Promise<void> {
		clearInterval(this.timer)
		clearTimeout(this.retry)
		this.post.send({ from: this.node, say: 'bye' })
		await this.post.close()
	}

	/** Sends to all other nodes, in order. */
	tell(message: NodeMessage): void {
		const size =
			'json' in message ? message.json.length : 'base64' in message ? message.base64.length : 0
		const number = this.log.add(message, size + 300)
		if (this.peers.size > 0) this.post.send({ from: this.node, say: 'message', number, message })
	}

	private greet(): void {
		this.post.send({ from: this.node, say: 'hello', last: this.log.last })
	}

	/** Tells what there is to ask for, until the database takes it. */
	private greetSoon(): void {
		this.retry ??= setTimeout(() => {
			this.retry = undefined
			this.greet()
		}, this.pace.retryAfter).unref()
	}

	private catchUp(): void {
		this.greet()
		for (const [node, peer] of this.peers) {
			peer.askedAt = 0
			this.ask(node, peer)
		}
	}

	private receive(envelope: Envelope): void {
		const { from } = envelope
		if (from === this.node) return
		if (envelope.say === 'bye') {
			this.lose(from)
			return
		}
		const peer = this.meet(from)
		peer.heard = Date.now()
		if (envelope.say === 'hello') this.compare(from, peer, envelope.last)
		else if (envelope.say === 'message') this.take(from, peer, envelope.number, envelope.message)
		else if (envelope.say === 'ask') this.answer(envelope)
		else if (envelope.say === 'roster' && envelope.to === this.node)
			this.adopt(from, peer, envelope.last, envelope.roster)
	}

	private meet(node: string): Peer {
		const known = this.peers.get(node)
		if (known) return known
		const peer = { heard: Date.now(), last: undefined, askedAt: 0 }
		this.peers.set(node, peer)
		this.greet()
		return peer
	}

	/** In order, each once: one that comes too early waits with its sender. */
	private take(from: string, peer: Peer, number: number, message: NodeMessage): void {
		if (peer.last !== undefined && number <= peer.last) return
		if (number === (peer.last ?? Number.NaN) + 1) {
			peer.last = number
			this.handlers.receive(from, message)
		} else this.ask(from, peer)
	}

	private compare(from: string, peer: Peer, last: number): void {
		if (peer.last === undefined || peer.last < last) this.ask(from, peer)
	}

	private ask(node: string, peer: Peer): void {
		const now = Date.now()
		if (now - peer.askedAt < this.pace.askAgainAfter) return
		peer.askedAt = now
		const after = peer.last === undefined ? {} : { after: peer.last }
		this.post.send({ from: this.node, say: 'ask', of: node, ...after })
	}

	private answer({ from, of, after }: Envelope & { say: 'ask' }): void {
		if (of !== this.node) return
		const missed = after === undefined ? undefined : this.log.after(after)
		if (missed)
			for (const entry of missed) this.post.send({ from: this.node, say: 'message', ...entry })
		else {
			const roster = this.handlers.roster()
			this.post.send({ from: this.node, say: 'roster', to: from, last: this.log.last, roster })
		}
	}

	private adopt(from: string, peer: Peer, last: number, roster: Roster): void {
		if (peer.last !== undefined && last < peer.last) return
		if (peer.last !== undefined && last > peer.last)
			this.handlers.warn(
				undefined,
				`up to ${last - peer.last} messages of another node were missed`,
			)
		peer.last = last
		this.handlers.replace(from, roster)
	}

	private lose(node: string): void {
		if (this.peers.delete(node)) this.handlers.lost(node)
	}

	private breathe(): void {
		for (const [node, { heard }] of this.peers)
			if (Date.now() - heard > this.pace.silentAfter) this.lose(node)
		this.greet()
	}
}

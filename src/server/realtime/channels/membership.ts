import { setTimeout } from 'node:timers/promises'
import type { ChangeFeed } from '#server/realtime/changes/change-feed.ts'
import type { Snapshot } from '#server/realtime/changes/snapshot.ts'
import type { Subscriptions, WishEntry } from '#server/realtime/changes/subscriptions.ts'
import type { Wish } from '#server/realtime/changes/wish.ts'
import type { Channel } from './channel.ts'
import type { Presence } from './presence.ts'
import type { Rooms } from './rooms.ts'

type Parts = { subscriptions: Subscriptions; feed: ChangeFeed; rooms: Rooms; presence: Presence }

const rejoinsAtOnce = 100
/** Milliseconds. */
const rejoinPause = 250

/** Everywhere that a joined channel is entered, and has to be taken out of again. */
export class Membership {
	private readonly parts: Parts

	constructor(parts: Parts) {
		this.parts = parts
	}

	/** @param since the feed's moment; the feed is released when the channel ends */
	enter(channel: Channel, since: Snapshot, wishes: ReadonlyMap<string, Wish>): void {
		channel.state = 'joined'
		channel.judgedAt = Date.now()
		channel.since = since
		this.listen(channel, wishes)
		this.parts.rooms.enter(channel)
	}

	/** Replaces what a channel hears of tables; what it heard before keeps the id under which the client knows it. */
	listen(channel: Channel, wishes: ReadonlyMap<string, Wish>): void {
		const { subscriptions } = this.parts
		const before = channel.wishes
		channel.wishes = [...wishes].map(([key, wish]) => subscriptions.enter(key, wish, channel))
		for (const entry of before)
			if (!channel.wishes.includes(entry)) subscriptions.leave(entry, channel)
	}

	/** Ends a wish that would hold up everybody else's; whoever had it is told. */
	giveUp(entry: WishEntry): void {
		for (const listener of [...entry.listeners]) {
			this.parts.subscriptions.leave(entry, listener)
			listener.lose(entry, 'The filter failed or took too long, it was given up')
		}
	}

	/** The channel is over, whatever became of it. */
	forget(channel: Channel): void {
		const { connection, topic, state } = channel
		if (state === 'closed') return
		channel.state = 'closed'
		if (connection.channels.get(topic) === channel) connection.channels.delete(topic)
		if (state === 'joining') return
		this.listen(channel, new Map())
		this.parts.rooms.leave(channel)
		this.parts.presence.untrack(channel)
		this.parts.feed.release()
	}

	/** Ends a channel for a reason that the client is told. */
	shutDown(channel: Channel, reason: string): void {
		// Whoever still waits for the answer to a join would wait in vain.
		if (channel.state === 'joining') channel.refuseJoin(reason)
		channel.system('system', 'error', reason)
		channel.sayOver('phx_close')
		this.forget(channel)
	}

	/**
	 * Everybody on this node missed something that cannot be made up for: they are told and join again, a few at a
	 * time, which makes applications read afresh as they do after any broken connection.
	 */
	async rejoinAll(reason: string): Promise<void> {
		for (const [i, channel] of this.parts.rooms.everybody().entries()) {
			if (i % rejoinsAtOnce === rejoinsAtOnce - 1) await setTimeout(rejoinPause)
			if (channel.state !== 'joined') continue
			channel.system('postgres_changes', 'error', reason)
			channel.sayOver('phx_error')
			this.forget(channel)
		}
	}
}

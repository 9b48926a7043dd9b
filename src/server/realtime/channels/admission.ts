import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Claims } from '#server/pg/db.ts'
import { isOutage } from '#server/pg/outage.ts'
import type { ChangeFeed } from '#server/realtime/changes/change-feed.ts'
import type { Relations } from '#server/realtime/changes/relations.ts'
import type { Snapshot } from '#server/realtime/changes/snapshot.ts'
import type { Wish } from '#server/realtime/changes/wish.ts'
import type { Limits } from '#server/realtime/limits.ts'
import type { Broadcast } from '#server/realtime/wire/broadcast.ts'
import type { Channel } from './channel.ts'
import { createGate } from './gate.ts'
import { checkBindings, JoinRefusal } from './join.ts'
import type { JoinConfig } from './join-config.ts'
import { authorize, type Permissions } from './permissions.ts'
import { readKept } from './replay.ts'

type Parts = { deps: Deps; relations: Relations; feed: ChangeFeed; limits: Limits }
/** What a channel may do and hears of tables; and why it hears less than it asked for. */
export type Judgement = {
	permissions: Permissions
	wishes: ReadonlyMap<string, Wish>
	problem: string | undefined
}
/** The feed is open for it from a moment on. */
export type Admission = Judgement & { since: Snapshot; replayed: Broadcast[] }

/** Joins that use the database at a time, so that requests keep most of the pool. */
const atOnce = 3
/** Milliseconds between tries while the database is away. */
const pause = 500

/** Asks the database what channels may do and hear. */
export class Doorkeeper {
	private readonly parts: Parts
	private readonly gate = createGate(atOnce)

	constructor(parts: Parts) {
		this.parts = parts
	}

	/** @throws JoinRefusal, also when the database stays away for longer than the channel waits */
	async admit(channel: Channel, config: JoinConfig): Promise<Admission> {
		const deadline = performance.now() + (config.waitFor ?? 0)
		for (;;)
			try {
				const attempt = () => this.gate(() => this.tryToAdmit(channel, config))
				return await channel.connection.inTurn(attempt)
			} catch (error) {
				if (!isOutage(error)) throw error
				this.parts.deps.log.warn({ err: error }, 'a join has to wait for the database')
				if (performance.now() > deadline) throw new JoinRefusal(absence(config))
				await setTimeout(pause)
			}
	}

	/** Judges a channel under other claims. While the database is away it tries again as long as that is wanted. */
	async judgeAgain(
		channel: Channel,
		claims: Claims,
		isWanted: () => boolean,
	): Promise<Judgement | undefined> {
		while (isWanted())
			try {
				return await this.gate(() => this.judge(channel, claims))
			} catch (error) {
				if (!isOutage(error)) throw error
				await setTimeout(pause)
			}
		return undefined
	}

	private async tryToAdmit(channel: Channel, config: JoinConfig): Promise<Admission> {
		if (channel.state === 'closed') throw new JoinRefusal('closed')
		const { claims, claimsKey, name } = channel
		const judgement = await this.judge(channel, claims)
		// A newer token came meanwhile: all of this is about the older one.
		if (channel.claimsKey !== claimsKey) return this.tryToAdmit(channel, config)
		const { readBroadcast, readPresence } = judgement.permissions
		const hears = readBroadcast || (readPresence && config.replay === undefined)
		if (!hears)
			throw new JoinRefusal(
				`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
			)
		if (judgement.problem && config.waitFor !== undefined)
			throw new JoinRefusal(`RealtimeDisabledForConfiguration: ${judgement.problem}`)
		return { ...judgement, ...(await this.open(channel, config)) }
	}

	private async judge(channel: Channel, claims: Claims): Promise<Judgement> {
		const { name, isPrivate, connection } = channel
		const access = { name, isPrivate, claims, headers: connection.headers }
		const permissions = await authorize(this.parts.deps.db, access)
		return { permissions, ...(await checkBindings(this.parts, channel.bindings, claims.role)) }
	}

	private async open(
		{ name, isPrivate }: Channel,
		{ replay }: JoinConfig,
	): Promise<Pick<Admission, 'since' | 'replayed'>> {
		const { deps, feed, limits } = this.parts
		if (replay === 'invalid')
			throw new JoinRefusal('UnableToReplayMessages: Replay params are not valid')
		if (replay && !isPrivate)
			throw new JoinRefusal('UnableToReplayMessages: Replay is not allowed for public channels')
		const since = await feed.open()
		if (!replay) return { since, replayed: [] }
		try {
			// Read a moment later, so from then on things are news.
			return await readKept(deps.db, name, replay, limits)
		} catch (error) {
			feed.release()
			throw error
		}
	}
}

function absence({ waitFor }: JoinConfig): string {
	if (waitFor === undefined)
		return 'UnableToConnectToProject: Realtime was unable to connect to the project database'
	return `PostgresChangesSubscribeTimeout: Timed out after ${waitFor}ms waiting for the postgres_changes subscription`
}

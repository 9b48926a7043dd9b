import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import type { Claims } from '#platform/pg/db.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import type { ChangeFeed } from '#platform/realtime/changes/change-feed.ts'
import type { ChangeSubscription } from '#platform/realtime/changes/change-subscription.ts'
import type { PublishedTables } from '#platform/realtime/changes/published-tables.ts'
import type { Snapshot } from '#platform/realtime/changes/snapshot.ts'
import type { RealtimeQuotas } from '#platform/realtime/quotas.ts'
import type { Broadcast } from '#platform/realtime/wire/frames.ts'
import { Semaphore } from '#platform/semaphore.ts'
import type { Channel } from './channel.ts'
import { checkBindings, JoinError } from './join.ts'
import type { JoinConfig } from './join-config.ts'
import { authorize, type Permissions } from './permissions.ts'
import { readReplay } from './stored-messages.ts'

type Parts = { deps: Deps; relations: PublishedTables; feed: ChangeFeed; limits: RealtimeQuotas }
export type ChannelAccess = {
	permissions: Permissions
	changeSubscriptions: ReadonlyMap<string, ChangeSubscription>
	/** Why some bindings were not granted. */
	problem: string | undefined
}
/** An authorized join: the feed is open for it and delivers what `since` does not show. */
export type JoinGrant = ChannelAccess & { since: Snapshot; replayed: Broadcast[] }

/** Few, so that requests have most of the connection pool. */
const maxConcurrentJoins = 3
/** Milliseconds between attempts during an outage of the database. */
const retryDelay = 500

export type JoinAuthorizer = ReturnType<typeof createJoinAuthorizer>

/** Checks in the database what channels may do and receive. */
export function createJoinAuthorizer(parts: Parts) {
	const { deps, feed, limits } = parts
	const semaphore = new Semaphore(maxConcurrentJoins)

	async function tryToAuthorizeJoin(channel: Channel, config: JoinConfig): Promise<JoinGrant> {
		if (channel.state === 'closed') throw new JoinError('closed')
		const { claims, claimsKey, name } = channel
		const access = await checkAccess(channel, claims)
		await channel.arrivingToken
		// A newer token arrived meanwhile: this result is of the older one.
		if (channel.claimsKey !== claimsKey) return tryToAuthorizeJoin(channel, config)
		const { readBroadcast, readPresence } = access.permissions
		if (!readBroadcast && !(readPresence && config.replay === undefined))
			throw new JoinError(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`)
		if (access.problem && config.subscriptionTimeout !== undefined)
			throw new JoinError(`RealtimeDisabledForConfiguration: ${access.problem}`)
		return { ...access, ...(await openFeed(channel, config)) }
	}

	async function checkAccess(channel: Channel, claims: Claims): Promise<ChannelAccess> {
		const { name, isPrivate, connection } = channel
		const request = { name, isPrivate, claims, headers: connection.headers }
		const permissions = await authorize(deps.db, request)
		return { permissions, ...(await checkBindings(parts, channel.bindings, claims.role)) }
	}

	async function openFeed(
		{ name, isPrivate }: Channel,
		{ replay }: JoinConfig,
	): Promise<Pick<JoinGrant, 'since' | 'replayed'>> {
		if (replay === 'invalid') throw new JoinError('UnableToReplayMessages: Replay params are not valid')
		if (replay && !isPrivate) throw new JoinError('UnableToReplayMessages: Replay is not allowed for public channels')
		const since = await feed.openFeed()
		if (!replay) return { since, replayed: [] }
		try {
			// The replay has a later snapshot, which replaces that of the feed.
			return await readReplay(deps.db, name, replay, limits)
		} catch (error) {
			feed.release()
			throw error
		}
	}

	return {
		/** @throws JoinError, also when an outage outlasts the join's timeout */
		async authorizeJoin(channel: Channel, config: JoinConfig): Promise<JoinGrant> {
			const deadline = performance.now() + (config.subscriptionTimeout ?? 0)
			for (;;)
				try {
					const attempt = () => semaphore.run(() => tryToAuthorizeJoin(channel, config))
					return await channel.connection.runInOrder(attempt)
				} catch (error) {
					if (!isOutage(error)) throw error
					deps.log.warn({ err: error }, 'a join has to wait for the database')
					if (performance.now() > deadline) throw new JoinError(unavailableReason(config))
					await setTimeout(retryDelay)
				}
		},
		/** Checks a channel under other claims. Retries during an outage as long as `isWanted`. */
		async reauthorize(channel: Channel, claims: Claims, isWanted: () => boolean): Promise<ChannelAccess | undefined> {
			while (isWanted())
				try {
					return await semaphore.run(() => checkAccess(channel, claims))
				} catch (error) {
					if (!isOutage(error)) throw error
					await setTimeout(retryDelay)
				}
			return undefined
		},
	}
}

function unavailableReason({ subscriptionTimeout }: JoinConfig): string {
	return subscriptionTimeout === undefined
		? 'UnableToConnectToProject: Realtime was unable to connect to the project database'
		: `PostgresChangesSubscribeTimeout: Timed out after ${subscriptionTimeout}ms waiting for the postgres_changes subscription`
}

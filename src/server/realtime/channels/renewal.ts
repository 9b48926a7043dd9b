import type { Deps } from '#server/deps.ts'
import type { Doorkeeper } from './admission.ts'
import type { Channel, Identity } from './channel.ts'
import { identifyChannel, JoinRefusal } from './join.ts'
import type { Membership } from './membership.ts'
import { losesSight } from './permissions.ts'
import { tellOfTables } from './welcome.ts'

/** A newer token on an open channel: it goes on as its bearer, or ends (data.md §3.2). */
export class Renewal {
	private readonly deps: Deps
	private readonly doorkeeper: Doorkeeper
	private readonly membership: Membership

	constructor(deps: Deps, doorkeeper: Doorkeeper, membership: Membership) {
		this.deps = deps
		this.doorkeeper = doorkeeper
		this.membership = membership
	}

	renew(channel: Channel, payload: unknown): void {
		const token = (payload as { access_token?: unknown } | null | undefined)?.access_token
		if (typeof token !== 'string' || token === channel.newestToken) return
		try {
			const identity = identifyChannel(this.deps, channel.connection, token)
			channel.newestToken = token
			// Still at the door, where it is judged by its newest token; or there is nothing to judge.
			const isSame = !channel.isPrivate && identity.claims.role === channel.claims.role
			if (channel.state === 'joining' || (isSame && !channel.renewal)) channel.become(identity)
			else this.queue(channel, () => identity)
		} catch (error) {
			if (!(error instanceof JoinRefusal)) throw error
			this.membership.shutDown(channel, error.message.replace(/^\w+: /, ''))
		}
	}

	/** Asks the policies of a private channel again: who lost the right to read it is out within minutes. */
	recheck(channel: Channel): void {
		channel.judgedAt = Date.now()
		this.queue(channel, () => channel)
	}

	private queue(channel: Channel, identity: () => Pick<Identity, 'claims'>): void {
		const renewal = (channel.renewal ?? Promise.resolve())
			.then(() => this.apply(channel, identity()))
			.catch((error) => this.giveUp(channel, error))
			.then(() => {
				if (channel.renewal === renewal) channel.renewal = undefined
			})
		channel.renewal = renewal
	}

	private async apply(channel: Channel, identity: Pick<Identity, 'claims'>): Promise<void> {
		const { claims } = identity
		const isWanted = () => channel.state === 'joined'
		const judgement = await this.doorkeeper.judgeAgain(channel, claims, isWanted)
		if (!judgement || !isWanted()) return
		const { permissions, wishes, problem } = judgement
		if (losesSight(channel.permissions, permissions))
			return this.membership.shutDown(
				channel,
				`You no longer have permission to read from this Channel topic: ${channel.name}`,
			)
		channel.become(identity)
		channel.permissions = permissions
		channel.judgedAt = Date.now()
		this.membership.listen(channel, wishes)
		if (problem === channel.problem) return
		channel.problem = problem
		tellOfTables(channel)
	}

	private giveUp(channel: Channel, error: unknown): void {
		this.deps.log.error({ err: error }, 'a new token could not be judged')
		if (channel.state === 'joined')
			this.membership.shutDown(channel, 'Your new token could not be checked, please try again')
	}
}

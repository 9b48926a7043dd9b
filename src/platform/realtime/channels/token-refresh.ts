import type { Deps } from '#platform/deps.ts'
import type { Channel, Identity } from './channel.ts'
import { identifyChannel, JoinError } from './join.ts'
import type { JoinAuthorizer } from './join-authorizer.ts'
import type { Membership } from './membership.ts'
import { losesReadAccess } from './permissions.ts'

/** Applies newer tokens to open channels, and closes channels that lost the right to read. */
export class TokenRefresh {
	private readonly deps: Deps
	private readonly joinAuthorizer: JoinAuthorizer
	private readonly membership: Membership

	constructor(deps: Deps, joinAuthorizer: JoinAuthorizer, membership: Membership) {
		this.deps = deps
		this.joinAuthorizer = joinAuthorizer
		this.membership = membership
	}

	refresh(channel: Channel, payload: unknown): void {
		const token = (payload as { access_token?: unknown } | null | undefined)?.access_token
		if (typeof token !== 'string' || token === channel.newestToken) return
		try {
			const identity = identifyChannel(this.deps, channel.connection, token)
			channel.newestToken = token
			// A joining channel is authorized with its newest token anyway; equal roles have equal rights.
			const isSame = !channel.isPrivate && identity.claims.role === channel.claims.role
			if (channel.state === 'joining' || (isSame && !channel.pendingRefresh)) channel.setIdentity(identity)
			else this.queue(channel, () => identity)
		} catch (error) {
			if (!(error instanceof JoinError)) throw error
			this.membership.shutDown(channel, error.message.replace(/^\w+: /, ''))
		}
	}

	/** Checks the policies of a private channel again. */
	recheck(channel: Channel): void {
		channel.authorizedAt = Date.now()
		this.queue(channel, () => channel)
	}

	private queue(channel: Channel, identity: () => Pick<Identity, 'claims'>): void {
		const refresh = (channel.pendingRefresh ?? Promise.resolve())
			.then(() => this.apply(channel, identity()))
			.catch((error) => this.closeAfterFailure(channel, error))
			.then(() => {
				if (channel.pendingRefresh === refresh) channel.pendingRefresh = undefined
			})
		channel.pendingRefresh = refresh
	}

	private async apply(channel: Channel, identity: Pick<Identity, 'claims'>): Promise<void> {
		const { claims } = identity
		const isWanted = () => channel.state === 'joined'
		const access = await this.joinAuthorizer.reauthorize(channel, claims, isWanted)
		if (!access || !isWanted()) return
		const { permissions, changeSubscriptions, problem } = access
		if (losesReadAccess(channel.permissions, permissions))
			return this.membership.shutDown(
				channel,
				`You no longer have permission to read from this Channel topic: ${channel.name}`,
			)
		channel.setIdentity(identity)
		channel.permissions = permissions
		channel.authorizedAt = Date.now()
		this.membership.setSubscriptions(channel, changeSubscriptions)
		if (problem === channel.subscriptionProblem) return
		channel.subscriptionProblem = problem
		channel.pushSubscriptionStatus()
	}

	private closeAfterFailure(channel: Channel, error: unknown): void {
		this.deps.log.error({ err: error }, 'a new token could not be checked')
		if (channel.state === 'joined')
			this.membership.shutDown(channel, 'Your new token could not be checked, please try again')
	}
}

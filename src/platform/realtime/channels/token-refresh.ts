import type { Deps } from '#platform/deps.ts'
import type { Channel, Identity } from './channel.ts'
import { identifyChannel, JoinError } from './join.ts'
import type { JoinAuthorizer } from './join-authorizer.ts'
import type { Membership } from './membership.ts'
import { losesReadAccess } from './permissions.ts'

/** Applies newer tokens to open channels, and closes channels that lost the right to read. */
export function createTokenRefresh(deps: Deps, joinAuthorizer: JoinAuthorizer, membership: Membership) {
	function queue(channel: Channel, identity: () => Pick<Identity, 'claims'>): void {
		const refresh = (channel.pendingRefresh ?? Promise.resolve())
			.then(() => apply(channel, identity()))
			.catch((error) => closeAfterFailure(channel, error))
			.then(() => {
				if (channel.pendingRefresh === refresh) channel.pendingRefresh = undefined
			})
		channel.pendingRefresh = refresh
	}

	async function apply(channel: Channel, identity: Pick<Identity, 'claims'>): Promise<void> {
		const isWanted = () => channel.state === 'joined'
		const access = await joinAuthorizer.reauthorize(channel, identity.claims, isWanted)
		if (!access || !isWanted()) return
		const { permissions, changeSubscriptions, problem } = access
		if (losesReadAccess(channel.permissions, permissions)) {
			const reason = `You no longer have permission to read from this Channel topic: ${channel.name}`
			return membership.shutDown(channel, reason)
		}
		channel.setIdentity(identity)
		channel.permissions = permissions
		channel.authorizedAt = Date.now()
		membership.setSubscriptions(channel, changeSubscriptions)
		if (problem === channel.subscriptionProblem) return
		channel.subscriptionProblem = problem
		channel.pushSubscriptionStatus()
	}

	function closeAfterFailure(channel: Channel, error: unknown): void {
		deps.log.error({ err: error }, 'a new token could not be checked')
		if (channel.state === 'joined')
			membership.shutDown(channel, 'Your new token could not be checked, please try again')
	}

	/** A channel that was closed meanwhile stays as it is. */
	function closeAfterRefusal(channel: Channel, error: unknown): void {
		if (!(error instanceof JoinError)) closeAfterFailure(channel, error)
		else if (!isClosed(channel)) membership.shutDown(channel, error.message.replace(/^\w+: /, ''))
	}

	async function applyToken(channel: Channel, token: string): Promise<void> {
		try {
			const identity = await identifyChannel(deps, channel.connection, token)
			if (isClosed(channel)) return
			channel.newestToken = token
			// A joining channel is authorized with its newest token anyway; equal roles have equal rights.
			const isSame = !channel.isPrivate && identity.claims.role === channel.claims.role
			if (channel.state === 'joining' || (isSame && !channel.pendingRefresh)) channel.setIdentity(identity)
			else queue(channel, () => identity)
		} catch (error) {
			closeAfterRefusal(channel, error)
		}
	}

	return {
		refresh(channel: Channel, payload: unknown): Promise<void> | undefined {
			const token = (payload as { access_token?: unknown } | null | undefined)?.access_token
			if (typeof token !== 'string' || token === channel.newestToken) return
			// A join waits for it before it is refused.
			channel.arrivingToken = applyToken(channel, token)
			return channel.arrivingToken
		},
		/** Closes a channel whose token is no longer accepted, after keys changed. An `sb_…` token means the socket's key. */
		async checkToken(channel: Channel): Promise<void> {
			const { newestToken } = channel
			try {
				await identifyChannel(deps, channel.connection, newestToken)
			} catch (error) {
				// A newer token was verified meanwhile.
				if (channel.newestToken === newestToken) closeAfterRefusal(channel, error)
			}
		},
		/** Checks the policies of a private channel again. */
		recheck(channel: Channel): void {
			channel.authorizedAt = Date.now()
			queue(channel, () => channel)
		},
	}
}

function isClosed({ state }: Channel): boolean {
	return state === 'closed'
}

import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { acceptInvite } from '#server/auth/identities/accept-invite.ts'
import { askForProof } from '#server/auth/identities/ask-for-proof.ts'
import { attachIdentity } from '#server/auth/identities/attach-identity.ts'
import { linkAccount } from '#server/auth/identities/link-account.ts'
import {
	codeRedirect,
	providerErrorRedirect,
	sessionRedirect,
} from '#server/auth/redirects/redirects.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import type { Visitor } from './exchange.ts'
import { type ClaimedFlow, dropFlow, finishFlow, lockFlow } from './oauth-flow-queries.ts'
import { sealProviderToken } from './provider-tokens.ts'

/** Lets somebody in whom a provider sent back. @returns where they go on, with tokens or with a code */
export function finishVisit(
	context: AuthContext,
	c: Context<Env>,
	flow: ClaimedFlow,
	{ profile, accessToken, refreshToken, emailOptional }: Visitor & { emailOptional: boolean },
): Promise<string> {
	const { provider, redirect_to: target } = flow
	const sealed = (token: string) => sealProviderToken(token, context.keys.secret)
	return context.db.as(authService, async (tx) => {
		const userId = await findUser(context, c, tx, flow, profile, emailOptional)
		const refusal = await askForProof(context, c, tx, userId, provider, profile, target)
		if (refusal) {
			await tx.query(dropFlow(flow.id))
			return providerErrorRedirect(target, refusal)
		}
		if (flow.code_challenge) {
			const [done] = await tx.final<{ auth_code: string }>(
				finishFlow(flow.id, userId, sealed(accessToken), refreshToken && sealed(refreshToken)),
			)
			return codeRedirect(target, done?.auth_code ?? '')
		}
		await tx.query(dropFlow(flow.id))
		const opened = await startSession(context, tx, c, userId, 'oauth', { provider })
		if (!opened) throw new Error('the signed-in user cannot be read back')
		return sessionRedirect(target, {
			...sessionJson(context, opened.account, opened.session, 0n),
			provider_token: accessToken,
			...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
		})
	})
}

async function findUser(
	context: AuthContext,
	c: Context<Env>,
	tx: Tx,
	flow: ClaimedFlow,
	profile: Visitor['profile'],
	emailOptional: boolean,
): Promise<string> {
	const { provider, linking_target_id: target, invite_hash: invite } = flow
	if (target) {
		await attachIdentity(context, c, tx, target, provider, profile)
		// The account may have been given back to the owner of its address meanwhile, or the session have ended: then nothing is added.
		if ((await tx.query(lockFlow(flow.id))).length === 0)
			throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
		return target
	}
	if (invite) return acceptInvite(tx, provider, profile, invite, c.var.ip)
	return linkAccount(context, c, tx, { name: provider, emailOptional }, profile)
}

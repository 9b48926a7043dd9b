import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { acceptInvite, attachIdentity } from '#platform/auth/providers/linking/attach-identity.ts'
import { linkAccount } from '#platform/auth/providers/linking/link-account.ts'
import { requireProvenEmail } from '#platform/auth/providers/linking/require-proven-email.ts'
import { codeRedirect, providerErrorRedirect, sessionRedirect } from '#platform/auth/redirects/auth-redirects.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { ProviderSignIn } from './exchange-code.ts'
import { type ClaimedFlow, deleteFlowState, finishFlowState, lockFlowState } from './oauth-flow-state-queries.ts'

const tokenPurpose = 'provider-token'

/** Completes a sign-in by a provider. @returns the redirect, with tokens or a code */
export function completeSignIn(
	context: AuthContext,
	x: Exchange,
	flow: ClaimedFlow,
	{ profile, accessToken, refreshToken, emailOptional }: ProviderSignIn,
): Promise<string> {
	const { provider, redirect_to: target } = flow
	const sealed = (token: string) => sealProviderToken(token, context.keys.secret)
	return context.db.as(authServiceRole, async (tx) => {
		const userId = await findUser(context, x, tx, flow, profile, emailOptional)
		const refusal = await requireProvenEmail(context, x, tx, userId, provider, profile, target)
		if (refusal) {
			await tx.query(deleteFlowState(flow.id))
			return providerErrorRedirect(target, refusal)
		}
		if (flow.code_challenge) {
			const [done] = await tx.final<{ auth_code: string }>(
				finishFlowState(flow.id, userId, sealed(accessToken), refreshToken && sealed(refreshToken)),
			)
			return codeRedirect(target, done?.auth_code ?? '')
		}
		await tx.query(deleteFlowState(flow.id))
		const opened = await startSession(context, tx, x, userId, 'oauth', { provider })
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
	x: Exchange,
	tx: Tx,
	flow: ClaimedFlow,
	profile: ProviderSignIn['profile'],
	emailOptional: boolean,
): Promise<string> {
	const { provider, linking_target_id: target, invite_hash: invite } = flow
	if (target) {
		await attachIdentity(context, x, tx, target, provider, profile)
		// The account may have been reclaimed or the session ended meanwhile; then nothing is linked.
		if ((await tx.query(lockFlowState(flow.id))).length === 0)
			throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
		return target
	}
	if (invite) return acceptInvite(tx, provider, profile, invite, x.ip)
	return linkAccount(context, x, tx, { name: provider, emailOptional }, profile)
}

/** Encrypts a provider's token until the code is exchanged: it gives access to an account elsewhere. */
function sealProviderToken(token: string, secret: Buffer): string {
	return seal(Buffer.from(token), secret, tokenPurpose).toString('base64')
}

/** Decrypts a provider's token; undefined for tokens stored before they were sealed. */
export function openProviderToken(sealed: string, secret: Buffer): string | undefined {
	try {
		return unseal(Buffer.from(sealed, 'base64'), secret, tokenPurpose).toString()
	} catch {
		return undefined
	}
}

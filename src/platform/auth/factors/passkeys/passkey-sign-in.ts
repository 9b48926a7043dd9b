import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { type Account, isBanned } from '#platform/auth/accounts/users/account.ts'
import { accountById, lockUser } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import {
	type Assertion,
	authenticationOptions,
	parseAssertion,
	type StoredCredential,
	verifyAssertion,
} from '#platform/auth/factors/webauthn/ceremony.ts'
import { updateSignCount } from '#platform/auth/factors/webauthn/webauthn-credential-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { passkeyByCredential } from './passkey-queries.ts'
import { consumePasskeyChallenge, readCredentialBody, startCeremony, verificationFailed } from './passkey-rules.ts'

/** POST /passkeys/authentication/options: names no credential, so that it does not reveal who has one. */
export function startAuthentication(context: AuthContext) {
	return async () => {
		const options = await authenticationOptions(context.config, [], 'required')
		return startCeremony(context, null, 'authentication', options)
	}
}

/** POST /passkeys/authentication/verify: the credential identifies the user, and a session starts at aal1. */
export function finishAuthentication(context: AuthContext) {
	const { config, db } = context
	return async (x: Exchange) => {
		const { challengeId, credential } = await readCredentialBody(x)
		const challenge = await consumePasskeyChallenge(context, challengeId, null, 'authentication')
		const assertion = parseAssertion(credential)
		if (!assertion) throw verificationFailed()
		const { key, account } = await findOwner(context, assertion)
		const use = await verifyAssertion(config, assertion, challenge, key, 'required')
		if (!use || !account || !isUserHandleOf(account, assertion)) throw verificationFailed()
		requireSignInAllowed(account)
		const opened = await db.as(authServiceRole, async (tx) => {
			// The user is locked before the credentials, as when an account is reclaimed: the same order avoids
			// deadlocks.
			await tx.query(lockUser(account.id))
			const [noted] = await tx.query(updateSignCount(key.id, key.sign_count, use.signCount, use.backedUp))
			if (!noted) throw verificationFailed()
			return startSession(context, tx, x, account.id, 'passkey', { via: 'passkey' })
		})
		if (!opened) throw verificationFailed()
		return json(sessionJson(context, opened.account, opened.session, 0n))
	}
}

async function findOwner({ db }: AuthContext, { id }: Assertion) {
	return db.as(authServiceRole, async (tx) => {
		const [key] = await tx.query<StoredCredential>(passkeyByCredential(Buffer.from(id, 'base64url')))
		if (!key) throw verificationFailed()
		const [account] = await tx.final<Account>(accountById(key.user_id))
		return { key, account }
	})
}

/** A discoverable credential names its user by the handle that it was created with. */
function isUserHandleOf({ id }: Account, { response }: Assertion): boolean {
	return Buffer.from(response.userHandle ?? '', 'base64url').toString() === id
}

function requireSignInAllowed(account: Account): void {
	if (account.deleted_at) throw new AuthError(403, 'user_not_found', 'User not found')
	if (account.email && !account.email_confirmed_at)
		throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed')
	if (!account.email && account.phone && !account.phone_confirmed_at)
		throw new AuthError(403, 'phone_not_confirmed', 'Phone not confirmed')
	if (isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
}

import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import { type Account, isBanned } from '#server/auth/users/account.ts'
import { accountById, lockUser } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import {
	type Assertion,
	authenticationOptions,
	readAssertion,
	type StoredKey,
	verifyAssertion,
} from './ceremony.ts'
import { noteKeyUse } from './key-queries.ts'
import { insertKeyChallenge, passkeyByCredential } from './passkey-queries.ts'
import { readCeremony, takeChallenge, verificationFailed } from './passkey-rules.ts'

const challengeSeconds = 300

/** POST /passkeys/authentication/options: no key is named, so nobody learns who has one. */
export function startAuthentication({ config, db, limits }: AuthContext) {
	return async (c: Context<Env>) => {
		await limits.request('passkey', c.var.ip)
		const options = await authenticationOptions(config, [], 'required')
		const id = randomUUID()
		await db.as(authService, (tx) =>
			tx.final(insertKeyChallenge(id, null, 'authentication', options.challenge)),
		)
		const expires_at = Math.floor(Date.now() / 1000) + challengeSeconds
		return c.json({ challenge_id: id, options, expires_at })
	}
}

/** POST /passkeys/authentication/verify: the key says who it is, and a session begins at aal1 (auth.md §5.1). */
export function finishAuthentication(context: AuthContext) {
	const { config, db, limits } = context
	return async (c: Context<Env>) => {
		await limits.request('passkey', c.var.ip)
		const { challengeId, credential } = await readCeremony(c)
		const challenge = await takeChallenge(context, challengeId, null, 'authentication')
		const assertion = readAssertion(credential)
		if (!assertion) throw verificationFailed()
		const { key, account } = await findOwner(context, assertion)
		const use = await verifyAssertion(config, assertion, challenge, key, 'required')
		if (!use || !account || !isHandleOf(account, assertion)) throw verificationFailed()
		requireAdmitted(account)
		const opened = await db.as(authService, async (tx) => {
			// The person first, then their keys, as whoever takes an account back does.
			await tx.query(lockUser(account.id))
			const [noted] = await tx.query(
				noteKeyUse(key.id, key.sign_count, use.signCount, use.backedUp),
			)
			if (!noted) throw verificationFailed()
			return startSession(context, tx, c, account.id, 'passkey', { via: 'passkey' })
		})
		if (!opened) throw verificationFailed()
		return c.json(sessionJson(context, opened.account, opened.session, 0n))
	}
}

async function findOwner({ db }: AuthContext, { id }: Assertion) {
	return db.as(authService, async (tx) => {
		const [key] = await tx.query<StoredKey>(passkeyByCredential(Buffer.from(id, 'base64url')))
		if (!key) throw verificationFailed()
		const [account] = await tx.final<Account>(accountById(key.user_id))
		return { key, account }
	})
}

/** A discoverable key names its owner by the handle that it was made with. */
function isHandleOf({ id }: Account, { response }: Assertion): boolean {
	return Buffer.from(response.userHandle ?? '', 'base64url').toString() === id
}

function requireAdmitted(account: Account): void {
	if (account.deleted_at) throw new AuthError(403, 'user_not_found', 'User not found')
	if (account.email && !account.email_confirmed_at)
		throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed')
	if (!account.email && account.phone && !account.phone_confirmed_at)
		throw new AuthError(403, 'phone_not_confirmed', 'Phone not confirmed')
	if (isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
}

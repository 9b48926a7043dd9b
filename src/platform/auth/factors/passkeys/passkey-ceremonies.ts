import { randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireLockedUser, requireUser } from '#platform/auth/accounts/bearer/require-user.ts'
import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { type Account, isBanned } from '#platform/auth/accounts/users/account.ts'
import { accountById, lockUser } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError } from '#platform/auth/errors.ts'
import {
	type Assertion,
	authenticationOptions,
	parseAssertion,
	parseRegistration,
	registrationOptions,
	type StoredCredential,
	throwCredentialExists,
	verifyAssertion,
	verifyRegistration,
} from '#platform/auth/factors/webauthn/ceremony.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import {
	insertCredential,
	type PasskeyRow,
	passkeyByCredential,
	passkeysOf,
	updateSignCount,
} from './passkey-queries.ts'
import {
	consumePasskeyChallenge,
	passkeyJson,
	readCredentialBody,
	requirePasskeyManager,
	startCeremony,
	verificationFailed,
} from './passkey-rules.ts'

const maxPasskeys = 10
/** A passkey replaces email and password, so it must verify its user. */
const verification = 'required'

/** POST /passkeys/registration/options */
export async function startRegistration(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const signedIn = await requireUser(context, x)
	requirePasskeyManager(context, signedIn)
	const { account } = signedIn
	const known = await db.as(authServiceRole, (tx) => tx.final<StoredCredential>(passkeysOf(account.id)))
	requirePasskeySlot(known)
	const rules = { discoverable: true, verification } as const
	const options = await registrationOptions(config, ownerOf(account), known, rules)
	return startCeremony(context, account.id, 'registration', options)
}

/** POST /passkeys/registration/verify */
export async function finishRegistration(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const signedIn = await requireUser(context, x)
	requirePasskeyManager(context, signedIn)
	const { account } = signedIn
	const { challengeId, credential } = await readCredentialBody(x)
	const challenge = await consumePasskeyChallenge(context, challengeId, account.id, 'registration')
	const registration = parseRegistration(credential)
	const key = registration && (await verifyRegistration(config, registration, challenge, verification))
	if (!key) throw verificationFailed()
	const id = randomUUID()
	const [made] = await db
		.as(authServiceRole, async (tx) => {
			await requireLockedUser(context, x, tx)
			requirePasskeySlot(await tx.query<StoredCredential>(passkeysOf(account.id)))
			await tx.query(insertCredential(id, account.id, null, key))
			await tx.query(insertAuditEntry('passkey_created', account.id, x.ip, { passkey_id: id }))
			for (const query of accountNotice(context, x, account, 'passkey_created')) await tx.query(query)
			const all = await tx.final<PasskeyRow>(passkeysOf(account.id))
			return all.filter((row) => row.id === id)
		})
		.catch(throwCredentialExists)
	if (!made) throw new Error('the new passkey cannot be read back')
	return json(passkeyJson(made))
}

function ownerOf({ id, email, phone, raw_user_meta_data: data }: Account) {
	const name = email ?? phone ?? id
	const { full_name: fullName, name: nickname } = data
	const displayName = [fullName, nickname].find((text) => typeof text === 'string' && text !== '')
	return { id, name, displayName: typeof displayName === 'string' ? displayName : name }
}

function requirePasskeySlot(known: unknown[]): void {
	if (known.length >= maxPasskeys) throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
}

/** POST /passkeys/authentication/options: names no credential, so that it does not reveal who has one. */
export async function startAuthentication(context: AuthContext) {
	const options = await authenticationOptions(context.config, [], 'required')
	return startCeremony(context, null, 'authentication', options)
}

/** POST /passkeys/authentication/verify: the credential identifies the user, and a session starts at aal1. */
export async function finishAuthentication(context: AuthContext, x: Exchange) {
	const { config, db } = context
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

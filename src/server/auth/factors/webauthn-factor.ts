import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { invalid } from '#server/auth/errors.ts'
import {
	authenticationOptions,
	readAssertion,
	readRegistration,
	registrationOptions,
	type StoredKey,
	verifyAssertion,
	verifyRegistration,
} from '#server/auth/passkeys/ceremony.ts'
import {
	factorKeysOf,
	insertKey,
	keyOfFactor,
	noteKeyUse,
} from '#server/auth/passkeys/key-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { type StoredChallenge, type StoredFactor, verifyByKey } from './factor-queries.ts'

/** What a browser sends of a key: a new one, or a signature of one that is known. */
export type KeyAnswer = { type: 'create' | 'request'; response: unknown }

/** Beside the password the key itself is enough; whether it asks for a finger is its own affair. */
const verification = 'preferred'

/** Reads the key's part of a verification. @throws AuthError 400 validation_failed */
export function requireKeyAnswer(
	given: { type?: string | undefined; credential_response?: unknown } | undefined,
): KeyAnswer {
	if (!given) throw invalid('WebAuthn config required')
	const { type, credential_response: response } = given
	if (type !== 'create' && type !== 'request')
		throw invalid('WebAuthn type must be create or request')
	if (response === undefined || response === null) throw invalid('credential_response required')
	const isReadable = type === 'create' ? readRegistration(response) : readAssertion(response)
	if (!isReadable) throw invalid('Invalid credential_response')
	return { type, response }
}

/** A challenge for the browser: to make a key while the factor has none, then to use it. */
export async function askKey(
	{ config, db }: AuthContext,
	_: Context<Env>,
	{ factor, signedIn }: { factor: StoredFactor; signedIn: SignedIn },
) {
	const isNew = factor.status === 'unverified'
	const { account } = signedIn
	const query = isNew ? factorKeysOf(account.id) : keyOfFactor(factor.id)
	const keys = await db.as(authService, (tx) => tx.final<StoredKey>(query), { readOnly: true })
	const name = account.email ?? account.phone ?? account.id
	const owner = { id: account.id, name, displayName: factor.friendly_name ?? name }
	const publicKey = isNew
		? await registrationOptions(config, owner, keys, { discoverable: false, verification })
		: await authenticationOptions(config, keys, verification)
	return {
		row: { codeHash: null, webauthn: publicKey.challenge },
		shown: { webauthn: { type: isNew ? 'create' : 'request', credential_options: { publicKey } } },
	}
}

/** Keeps a new key, or checks what a known one signed. @returns false when it does not answer this challenge */
export async function answerByKey(
	context: AuthContext,
	tx: Tx,
	factor: StoredFactor,
	{ webauthn_challenge: challenge }: StoredChallenge,
	{ type, response }: KeyAnswer,
): Promise<boolean> {
	if (!challenge) return false
	return type === 'create'
		? register(context, tx, factor, challenge, response)
		: assert(context, tx, factor, challenge, response)
}

async function register(
	{ config }: AuthContext,
	tx: Tx,
	factor: StoredFactor,
	challenge: string,
	response: unknown,
): Promise<boolean> {
	const registration = readRegistration(response)
	if (factor.status === 'verified' || !registration) return false
	const key = await verifyRegistration(config, registration, challenge, verification)
	if (!key) return false
	await tx.query(insertKey(randomUUID(), factor.user_id, factor.id, key))
	await tx.query(verifyByKey(factor.id, key.aaguid))
	return true
}

async function assert(
	{ config }: AuthContext,
	tx: Tx,
	factor: StoredFactor,
	challenge: string,
	response: unknown,
): Promise<boolean> {
	const assertion = readAssertion(response)
	const [key] = await tx.query<StoredKey>(keyOfFactor(factor.id))
	if (!assertion || !key || key.credential_id.toString('base64url') !== assertion.id) return false
	const use = await verifyAssertion(config, assertion, challenge, key, verification)
	if (!use) return false
	const noted = noteKeyUse(key.id, key.sign_count, use.signCount, use.backedUp)
	return (await tx.query(noted)).length > 0
}

import { randomUUID } from 'node:crypto'
import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { markVerifiedByWebauthn, type StoredChallenge, type StoredFactor } from './factor-queries.ts'
import {
	credentialOfFactor,
	factorCredentialsOf,
	insertCredential,
	updateSignCount,
} from './passkeys/passkey-queries.ts'
import {
	type Assertion,
	authenticationOptions,
	parseAssertion,
	parseRegistration,
	type Registration,
	registrationOptions,
	type StoredCredential,
	verifyAssertion,
	verifyRegistration,
} from './webauthn/ceremony.ts'

/** A browser's WebAuthn response: a new credential, or an assertion by a known one. */
export type WebauthnResponse = { type: 'create'; response: Registration } | { type: 'request'; response: Assertion }

/** Besides the password, possession of the key suffices; user verification is optional. */
const verification = 'preferred'

/** Reads the WebAuthn part of a verification. @throws AuthError 400 validation_failed */
export function parseWebauthnResponse(
	config: { type?: string | undefined; credential_response?: unknown } | undefined,
): WebauthnResponse {
	if (!config) throw invalid('WebAuthn config required')
	const { type, credential_response: raw } = config
	if (type !== 'create' && type !== 'request') throw invalid('WebAuthn type must be create or request')
	if (raw === undefined || raw === null) throw invalid('credential_response required')
	const response = type === 'create' ? parseRegistration(raw) : parseAssertion(raw)
	if (!response) throw invalid('Invalid credential_response')
	return { type, response } as WebauthnResponse
}

/** A challenge for the browser: to create a credential while the factor is unverified, else to use it. */
export async function createWebauthnChallenge(
	{ config, db }: AuthContext,
	_: Exchange,
	{ factor, signedIn }: { factor: StoredFactor; signedIn: SignedIn },
) {
	const isNew = factor.status === 'unverified'
	const { account } = signedIn
	const query = isNew ? factorCredentialsOf(account.id) : credentialOfFactor(factor.id)
	const keys = await db.as(authServiceRole, (tx) => tx.final<StoredCredential>(query), {
		readOnly: true,
	})
	const name = account.email ?? account.phone ?? account.id
	const owner = { id: account.id, name, displayName: factor.friendly_name ?? name }
	const publicKey = isNew
		? await registrationOptions(config, owner, keys, { discoverable: false, verification })
		: await authenticationOptions(config, keys, verification)
	return {
		row: { codeHash: null, webauthn: publicKey.challenge },
		shownOnce: {
			webauthn: { type: isNew ? 'create' : 'request', credential_options: { publicKey } },
		},
	}
}

/** Stores a new credential or verifies an assertion. @returns false when it does not match the challenge */
export async function verifyWebauthnResponse(
	{ config }: AuthContext,
	tx: Tx,
	factor: StoredFactor,
	{ webauthn_challenge: challenge }: StoredChallenge,
	{ type, response }: WebauthnResponse,
): Promise<boolean> {
	if (!challenge) return false
	if (type === 'create') {
		if (factor.status === 'verified') return false
		const key = await verifyRegistration(config, response, challenge, verification)
		if (!key) return false
		await tx.query(insertCredential(randomUUID(), factor.user_id, factor.id, key))
		await tx.query(markVerifiedByWebauthn(factor.id, key.aaguid))
		return true
	}
	const [key] = await tx.query<StoredCredential>(credentialOfFactor(factor.id))
	if (!key || key.credential_id.toString('base64url') !== response.id) return false
	const use = await verifyAssertion(config, response, challenge, key, verification)
	if (!use) return false
	const noted = updateSignCount(key.id, key.sign_count, use.signCount, use.backedUp)
	return (await tx.query(noted)).length > 0
}

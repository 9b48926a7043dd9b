import { z } from 'zod'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Config } from '#platform/config/config.ts'

/** A stored credential. Sign counts only grow; `credential_id` and `public_key` are the authenticator's bytes. */
export type StoredCredential = {
	id: string
	user_id: string
	credential_id: Buffer
	public_key: Buffer
	/** A PostgreSQL bigint. */
	sign_count: string
	transports: string[]
}
/** A credential that was just created. */
export type NewCredential = {
	credentialId: Buffer
	publicKey: Buffer
	signCount: number
	transports: string[]
	aaguid: string
	backupEligible: boolean
	backedUp: boolean
}
/** True when the authenticator must verify its user (finger, face, PIN), or presence suffices. */
export type UserVerification = 'required' | 'preferred'

const text = z.string().min(1).max(65_536)
function credential<T extends z.ZodRawShape>(response: T) {
	return z.looseObject({
		id: text,
		rawId: text,
		type: z.literal('public-key'),
		response: z.looseObject(response),
		clientExtensionResults: z.looseObject({}).default({}),
	})
}
const registration = credential({
	clientDataJSON: text,
	attestationObject: text,
	transports: z.array(z.string().max(32)).max(16).optional(),
})
const assertion = credential({
	clientDataJSON: text,
	authenticatorData: text,
	signature: text,
	userHandle: z.string().nullish(),
})

/** Parses a registration response; undefined when it is malformed. */
export function parseRegistration(response: unknown) {
	return registration.safeParse(response).data
}
/** Parses an assertion response; undefined when it is malformed. */
export function parseAssertion(response: unknown) {
	return assertion.safeParse(response).data
}
export type Registration = NonNullable<ReturnType<typeof parseRegistration>>
export type Assertion = NonNullable<ReturnType<typeof parseAssertion>>

// Loaded on demand: most sign-ins do not need it.
const library = () => import('@simplewebauthn/server')
const timeout = 300_000
/** EdDSA, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Creation options for the browser. */
export async function registrationOptions(
	config: Config,
	owner: { id: string; name: string; displayName: string },
	known: StoredCredential[],
	{ discoverable, verification }: { discoverable: boolean; verification: UserVerification },
) {
	const { generateRegistrationOptions } = await library()
	const { id: rpID, name: rpName } = relyingParty(config)
	return generateRegistrationOptions({
		rpID,
		rpName,
		// The user handle of Supabase Auth: the user's id as text.
		userID: new TextEncoder().encode(owner.id),
		userName: owner.name,
		userDisplayName: owner.displayName,
		timeout,
		attestationType: 'none',
		supportedAlgorithmIDs,
		excludeCredentials: known.map(descriptor),
		authenticatorSelection: {
			residentKey: discoverable ? 'required' : 'discouraged',
			userVerification: verification,
		},
	})
}

/** Request options for the browser: for the given credentials or, when none is given, any discoverable one. */
export async function authenticationOptions(
	config: Config,
	allowed: StoredCredential[],
	verification: UserVerification,
) {
	const { generateAuthenticationOptions } = await library()
	return generateAuthenticationOptions({
		rpID: relyingParty(config).id,
		timeout,
		userVerification: verification,
		...(allowed.length > 0 ? { allowCredentials: allowed.map(descriptor) } : {}),
	})
}

/** Verifies a registration against challenge, origin and signature; undefined when it fails. */
export async function verifyRegistration(
	config: Config,
	response: Registration,
	challenge: string,
	verification: UserVerification,
): Promise<NewCredential | undefined> {
	const { verifyRegistrationResponse } = await library()
	const outcome = await verifyRegistrationResponse({
		response: response as never,
		...expectations(config, challenge, verification),
		supportedAlgorithmIDs,
	}).catch(() => undefined)
	if (!outcome?.verified) return undefined
	const { credential, aaguid, credentialDeviceType, credentialBackedUp } = outcome.registrationInfo
	return {
		credentialId: Buffer.from(credential.id, 'base64url'),
		publicKey: Buffer.from(credential.publicKey),
		signCount: credential.counter,
		transports: response.response.transports ?? [],
		aaguid,
		backupEligible: credentialDeviceType === 'multiDevice',
		backedUp: credentialBackedUp,
	}
}

/** Verifies an assertion by this credential; undefined when it fails. */
export async function verifyAssertion(
	config: Config,
	response: Assertion,
	challenge: string,
	key: StoredCredential,
	verification: UserVerification,
): Promise<{ signCount: number; backedUp: boolean } | undefined> {
	const { verifyAuthenticationResponse } = await library()
	const outcome = await verifyAuthenticationResponse({
		response: response as never,
		...expectations(config, challenge, verification),
		credential: {
			id: key.credential_id.toString('base64url'),
			publicKey: new Uint8Array(key.public_key),
			counter: Number(key.sign_count),
		},
	}).catch(() => undefined)
	if (!outcome?.verified) return undefined
	const { newCounter, credentialBackedUp } = outcome.authenticationInfo
	return { signCount: newCounter, backedUp: credentialBackedUp }
}

/** The values that a response must match, for registrations and assertions. */
function expectations(config: Config, expectedChallenge: string, verification: UserVerification) {
	const { id: expectedRPID, origins: expectedOrigin } = relyingParty(config)
	return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: verification === 'required' }
}

function descriptor({ credential_id, transports }: StoredCredential) {
	return { id: credential_id.toString('base64url'), transports }
}

/** Turns the unique violation of a credential that is registered already into a refusal; rethrows other errors. @throws AuthError 422 */
export function throwCredentialExists(error: unknown): never {
	if (!isUniqueViolation(error, 'webauthn_credentials_credential_id_key')) throw error
	throw new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered')
}

/**
 * The relying party of this installation: the domain that credentials are bound to, which is the host of SITE_URL unless
 * the settings name another, and the origins that may use them.
 */
function relyingParty(config: Config) {
	const site = new URL(config.SITE_URL)
	return {
		id: config.WEBAUTHN_RP_ID ?? site.hostname,
		name: config.WEBAUTHN_RP_NAME,
		origins: [site.origin, ...config.WEBAUTHN_ORIGINS],
	}
}

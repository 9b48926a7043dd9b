import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { relyingParty } from './relying-party.ts'

/** A key as it is kept. Counts only grow; `credential_id` and `public_key` are the authenticator's own bytes. */
export type StoredKey = {
	id: string
	user_id: string
	credential_id: Buffer
	public_key: Buffer
	/** A bigint of the database. */
	sign_count: string
	transports: string[]
}
/** A key that was just made. */
export type NewKey = {
	credentialId: Buffer
	publicKey: Buffer
	signCount: number
	transports: string[]
	aaguid: string
	backupEligible: boolean
	backedUp: boolean
}
/** Whether a person must show that it is they (finger, face, PIN), or only that the key is at hand. */
export type Verification = 'required' | 'preferred'

const text = z.string().min(1).max(65_536)
const registration = z.looseObject({
	id: text,
	rawId: text,
	type: z.literal('public-key'),
	response: z.looseObject({
		clientDataJSON: text,
		attestationObject: text,
		transports: z.array(z.string().max(32)).max(16).optional(),
	}),
	clientExtensionResults: z.looseObject({}).default({}),
})
const assertion = z.looseObject({
	id: text,
	rawId: text,
	type: z.literal('public-key'),
	response: z.looseObject({
		clientDataJSON: text,
		authenticatorData: text,
		signature: text,
		userHandle: z.string().nullish(),
	}),
	clientExtensionResults: z.looseObject({}).default({}),
})

/** What a browser sent of a new key, if it has the form. */
export function readRegistration(given: unknown) {
	return registration.safeParse(given).data
}
/** What a browser sent of a signature, if it has the form. */
export function readAssertion(given: unknown) {
	return assertion.safeParse(given).data
}
export type Registration = NonNullable<ReturnType<typeof readRegistration>>
export type Assertion = NonNullable<ReturnType<typeof readAssertion>>

// Loaded at the first ceremony: most visits need none of it.
const library = () => import('@simplewebauthn/server')
const timeout = 300_000
/** EdDSA, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** What a browser needs to make a key; `challenge` in it is what the key will sign. */
export async function registrationOptions(
	config: Config,
	owner: { id: string; name: string; displayName: string },
	known: StoredKey[],
	{ discoverable, verification }: { discoverable: boolean; verification: Verification },
) {
	const { generateRegistrationOptions } = await library()
	const { id: rpID, name: rpName } = relyingParty(config)
	return generateRegistrationOptions({
		rpID,
		rpName,
		// The reference server's handle: the user's id as text.
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

/** What a browser needs to have a challenge signed, by one of the named keys or, when none is named, by any it has for us. */
export async function authenticationOptions(
	config: Config,
	allowed: StoredKey[],
	verification: Verification,
) {
	const { generateAuthenticationOptions } = await library()
	return generateAuthenticationOptions({
		rpID: relyingParty(config).id,
		timeout,
		userVerification: verification,
		...(allowed.length > 0 ? { allowCredentials: allowed.map(descriptor) } : {}),
	})
}

/** The key that a registration brings, if it answers the challenge, for this site, by its own signature. */
export async function verifyRegistration(
	config: Config,
	response: Registration,
	challenge: string,
	verification: Verification,
): Promise<NewKey | undefined> {
	const { verifyRegistrationResponse } = await library()
	const outcome = await verifyRegistrationResponse({
		response: response as never,
		expectedChallenge: challenge,
		expectedOrigin: relyingParty(config).origins,
		expectedRPID: relyingParty(config).id,
		requireUserVerification: verification === 'required',
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

/** What a signature tells of its key, if the key is this one and the challenge ours. */
export async function verifyAssertion(
	config: Config,
	response: Assertion,
	challenge: string,
	key: StoredKey,
	verification: Verification,
): Promise<{ signCount: number; backedUp: boolean } | undefined> {
	const { verifyAuthenticationResponse } = await library()
	const outcome = await verifyAuthenticationResponse({
		response: response as never,
		expectedChallenge: challenge,
		expectedOrigin: relyingParty(config).origins,
		expectedRPID: relyingParty(config).id,
		credential: {
			id: key.credential_id.toString('base64url'),
			publicKey: new Uint8Array(key.public_key),
			counter: Number(key.sign_count),
		},
		requireUserVerification: verification === 'required',
	}).catch(() => undefined)
	if (!outcome?.verified) return undefined
	const { newCounter, credentialBackedUp } = outcome.authenticationInfo
	return { signCount: newCounter, backedUp: credentialBackedUp }
}

function descriptor({ credential_id, transports }: StoredKey) {
	return { id: credential_id.toString('base64url'), transports }
}

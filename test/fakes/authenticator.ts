import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { cbor } from './cbor.ts'

type Bytes = string | BufferSource
/** The options of a WebAuthn ceremony, as JSON or as the official client decodes them. */
export type CreationOptions = {
	challenge: Bytes
	rp: { id?: string | undefined }
	user: { id: Bytes }
	excludeCredentials?: { id: Bytes }[] | undefined
}
export type RequestOptions = {
	challenge: Bytes
	rpId?: string | undefined
	allowCredentials?: { id: Bytes }[] | undefined
}
/** Ways in which an authenticator, or the page that uses it, can misbehave. */
export type Deviation = {
	origin?: string
	rpId?: string
	challenge?: Bytes
	type?: string
	userVerified?: boolean
	userPresent?: boolean
	signCount?: number
	/** User handle that replaces the real one. */
	userHandle?: string
	spoilSignature?: boolean
	/** Key of another credential that replaces the real one. */
	signWith?: KeyObject
}
type Credential = {
	id: Buffer
	key: KeyObject
	rpId: string
	userHandle: Buffer
	signCount: number
}

/** A WebAuthn authenticator in software with its browser: creates ES256 keys, signs and counts; no attestation. */
export type Authenticator = {
	credentials: Credential[]
	/**
	 * Creates a credential.
	 * @throws Error when it has an excluded credential, as a browser does
	 */
	create(options: CreationOptions, bend?: Deviation): ReturnType<typeof asCredential>
	/** Signs with an allowed credential, or with any of this site's. */
	get(options: RequestOptions, bend?: Deviation): ReturnType<typeof asCredential>
}

export const aaguid = '08987058-cadc-4b81-b6e1-30de50dcbe96'

export function createAuthenticator(origin: string): Authenticator {
	const credentials: Credential[] = []
	return {
		credentials,
		create({ challenge, rp, user, excludeCredentials = [] }, bend = {}) {
			const isKnown = excludeCredentials.some(({ id }) => find(credentials, id))
			if (isKnown) throw new Error('InvalidStateError: this authenticator is registered already')
			const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
			const rpId = bend.rpId ?? rp.id ?? new URL(origin).hostname
			const id = randomBytes(32)
			const made: Credential = {
				id,
				key: privateKey,
				rpId,
				userHandle: bytes(user.id),
				signCount: bend.signCount ?? 0,
			}
			credentials.push(made)
			const length = Buffer.alloc(2)
			length.writeUInt16BE(id.length)
			const make = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
			const attested = Buffer.concat([make, length, id, coseKey(publicKey)])
			const authData = Buffer.concat([head(made, bend, 0x40), attested])
			const attestation = new Map<string, unknown>([
				['fmt', 'none'],
				['attStmt', new Map()],
				['authData', authData],
			])
			const client = clientData('webauthn.create', bend.challenge ?? challenge, origin, bend)
			return asCredential(id, {
				clientDataJSON: client.toString('base64url'),
				attestationObject: cbor(attestation).toString('base64url'),
				transports: ['internal', 'hybrid'],
			})
		},
		get({ challenge, rpId, allowCredentials = [] }, bend = {}) {
			const site = rpId ?? new URL(origin).hostname
			const used = allowCredentials.length
				? allowCredentials.map(({ id }) => find(credentials, id)).find(Boolean)
				: credentials.findLast((credential) => credential.rpId === site)
			if (!used) throw new Error('NotAllowedError: no key for this site')
			used.signCount = bend.signCount ?? used.signCount + 1
			const authenticatorData = head(bend.rpId ? { ...used, rpId: bend.rpId } : used, bend, 0)
			const client = clientData('webauthn.get', bend.challenge ?? challenge, origin, bend)
			const digest = createHash('sha256').update(client).digest()
			const signer = createSign('sha256').update(authenticatorData).update(digest)
			const signature = signer.sign(bend.signWith ?? used.key)
			if (bend.spoilSignature) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
			const handle = bend.userHandle ? Buffer.from(bend.userHandle) : used.userHandle
			return asCredential(used.id, {
				clientDataJSON: client.toString('base64url'),
				authenticatorData: authenticatorData.toString('base64url'),
				signature: signature.toString('base64url'),
				userHandle: handle.toString('base64url'),
			})
		},
	}
}

function find(credentials: Credential[], id: Bytes): Credential | undefined {
	return credentials.find((credential) => credential.id.equals(bytes(id)))
}

function clientData(type: string, challenge: Bytes, origin: string, bend: Deviation): Buffer {
	const clientData = {
		type: bend.type ?? type,
		challenge: bytes(challenge).toString('base64url'),
		origin: bend.origin ?? origin,
		crossOrigin: false,
	}
	return Buffer.from(JSON.stringify(clientData))
}

/** Relying party, flags and counter: the start of the authenticator data in every response. */
function head({ rpId, signCount }: Credential, bend: Deviation, more: number): Buffer {
	const present = bend.userPresent === false ? 0 : 0x01
	const verified = bend.userVerified === false ? 0 : 0x04
	const count = Buffer.alloc(4)
	count.writeUInt32BE(signCount)
	const site = createHash('sha256').update(rpId).digest()
	return Buffer.concat([site, Buffer.from([present | verified | more]), count])
}

function coseKey(key: KeyObject): Buffer {
	const { x = '', y = '' } = key.export({ format: 'jwk' })
	return cbor(
		new Map<number, unknown>([
			[1, 2],
			[3, -7],
			[-1, 1],
			[-2, Buffer.from(x, 'base64url')],
			[-3, Buffer.from(y, 'base64url')],
		]),
	)
}

/** A credential as a browser returns it: in its JSON form, with the method that produces it. */
function asCredential(id: Buffer, response: Record<string, unknown>) {
	const json = {
		id: id.toString('base64url'),
		rawId: id.toString('base64url'),
		type: 'public-key' as const,
		authenticatorAttachment: 'platform' as const,
		clientExtensionResults: {},
		response,
	}
	// The official client's parameter is a DOM type, which this program does not have.
	// biome-ignore lint/suspicious/noExplicitAny: see above
	return { ...json, toJSON: () => json } as any
}

function bytes(given: Bytes): Buffer {
	return typeof given === 'string' ? Buffer.from(given, 'base64url') : Buffer.from(given as Uint8Array)
}

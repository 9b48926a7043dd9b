import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'
import { OAuthError } from '#platform/auth/errors.ts'

/** A parsed message of Sign-In with Solana, whose format follows EIP-4361. */
export type SignInMessage = {
	domain: string
	/** Not verified yet. */
	address: string
	statement: string
	uri: string
	/** `solana:mainnet`; empty when absent. */
	chainId: string
	issuedAt: Date
	expiresAt: Date | undefined
	notBefore: Date | undefined
}

/** The message is malformed; the text is for the client. */
export class MessageError extends Error {}

/** Milliseconds that a message is valid before and after its issue time. */
export const validityMilliseconds = 600_000
const domainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::\d{1,5})?$/i
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** @throws MessageError with the message of Supabase Auth */
export function parseMessage(text: string): SignInMessage {
	try {
		return parse(text)
	} catch (error) {
		if (error instanceof MessageError) throw new MessageError(`siws: ${error.message}`)
		throw error
	}
}

const headerEnd = ' wants you to sign in with your Solana account:'

function parse(text: string): SignInMessage {
	const lines = text.split('\n')
	if (lines.length < 6) throw new MessageError('message needs at least 6 lines')
	const [header = '', addressLine = '', third] = lines
	if (!header.endsWith(headerEnd))
		throw new MessageError(`message first line does not end in ${JSON.stringify(headerEnd)}`)
	const domain = header.slice(0, -headerEnd.length).trim()
	if (!domainPattern.test(domain)) throw new MessageError('domain in first line of message is not valid')
	const address = addressLine.trim()
	if (!isAddressText(address)) throw new MessageError('wallet address is not in base58 format')
	if (third !== '') throw new MessageError('third line must be empty')

	const hasStatement = lines[3] !== '' && lines[4] === ''
	const fields = readFields(lines, hasStatement ? 5 : 3)
	const version = fields.get('Version') ?? ''
	if (version !== '1')
		throw new MessageError(`Version value is not supported, expected 1 got ${JSON.stringify(version)}`)
	const issuedAt = readTime(fields, 'Issued At')
	if (!issuedAt) throw new MessageError('Issued At is not specified')
	const uri = fields.get('URI')
	if (uri === undefined) throw new MessageError('URI is not specified')
	if (!isUri(uri)) throw new MessageError('URI is not valid')
	const chainId = fields.get('Chain ID')
	if (chainId !== undefined && !networks.includes(chainId)) throw new MessageError('Chain ID is not valid')
	const expiresAt = readTime(fields, 'Expiration Time')
	const notBefore = readTime(fields, 'Not Before')
	if (expiresAt && issuedAt > expiresAt) throw new MessageError('Issued At is after Expiration Time')
	if (expiresAt && notBefore && notBefore > expiresAt) throw new MessageError('Not Before is after Expiration Time')
	const statement = hasStatement ? (lines[3] ?? '') : ''
	return { domain, address, statement, uri, chainId: chainId ?? '', issuedAt, expiresAt, notBefore }
}

function readFields(lines: readonly string[], start: number): Map<string, string> {
	const fields = new Map<string, string>()
	let resources: number | undefined
	for (let index = start; index < lines.length; index++) {
		const line = lines[index]?.trim() ?? ''
		if (resources !== undefined && line.startsWith('- ')) {
			if (!isUri(line.slice(2).trim())) throw new MessageError(`Resource at position ${resources} has invalid URI`)
			resources++
			continue
		}
		// The official client writes the word without its colon in messages that it builds itself.
		resources = line === 'Resources:' || line === 'Resources' ? 0 : undefined
		if (line === '' || resources !== undefined) continue
		const colon = line.indexOf(':')
		if (colon < 0) throw new MessageError(`encountered unparsable line at index ${index}`)
		const key = line.slice(0, colon)
		// A repeated field could hide the value that the wallet displayed.
		if (fields.has(key)) throw new MessageError(`${key} is specified twice`)
		fields.set(key, line.slice(colon + 1).trim())
	}
	return fields
}

function readTime(fields: ReadonlyMap<string, string>, key: string): Date | undefined {
	const text = fields.get(key)
	if (text === undefined) return undefined
	const time = new Date(timePattern.test(text) ? text : Number.NaN)
	if (Number.isNaN(time.getTime())) throw new MessageError(`${key} is not a valid ISO8601 timestamp`)
	return time
}

function isUri(text: string): boolean {
	return /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text)
}

/**
 * Checks that a signed message is meant for this site and currently valid. An expiration time applies with or without
 * a start time.
 * @param isAllowed the redirect rules
 * @throws OAuthError `invalid_grant`
 */
export function checkMessage(message: SignInMessage, isAllowed: (target: string) => boolean, now = Date.now()): void {
	const uri = new URL(message.uri)
	const isLocal = uri.hostname === 'localhost'
	if (uri.protocol !== 'https:' && !(isLocal && uri.protocol === 'http:'))
		throw invalidGrant('Signed Solana message is using URI which does not use HTTPS')
	if (!isAllowed(message.uri))
		throw invalidGrant(
			'Signed Solana message is using URI which is not allowed on this server, message was signed for another app',
		)
	// The wallet displays the domain and not the URI, so both must agree.
	if (uri.host !== message.domain.toLowerCase() || !(isLocal || isAllowed(`https://${uri.host}/`)))
		throw invalidGrant(
			'Signed Solana message is using a Domain that does not match the one in URI which is not allowed on this server',
		)
	const issuedAt = message.issuedAt.getTime()
	if (message.notBefore && now < message.notBefore.getTime())
		throw invalidGrant('Signed Solana message becomes valid in the future')
	if (message.expiresAt && now > message.expiresAt.getTime()) throw invalidGrant('Signed Solana message is expired')
	if (now > issuedAt + validityMilliseconds) throw invalidGrant('Solana message was issued too long ago')
	if (now < issuedAt - validityMilliseconds) throw invalidGrant('Solana message was issued too far in the future')
}

export function invalidGrant(description: string): OAuthError {
	return new OAuthError('invalid_grant', description)
}

const keyLength = 32
const signatureLength = 64
const signingDomain = Buffer.concat([Buffer.from([0xff]), Buffer.from('solana offchain')])

/** The values of `Chain ID` in a message; it may be empty. */
const networks: readonly string[] = ['', 'solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']

/** True when a text looks like an address; its bytes are checked with the signature. */
const isAddressText = (text: string): boolean => /^[a-z0-9]{32,44}$/i.test(text)

/**
 * Parses 64 bytes in base64 of either alphabet, with or without padding.
 * @returns undefined for other texts
 */
export function parseEd25519Signature(text: string): Buffer | undefined {
	if (!/^[\w+/-]{86}(?:==)?$/.test(text)) return undefined
	const bytes = Buffer.from(text, 'base64url')
	return bytes.length === signatureLength ? bytes : undefined
}

/** True when the key of an address signed a message, plain or in the envelope of a Ledger device. */
export function isSignedByKey(address: string, message: string, signature: Buffer): boolean {
	const bytes = bs58.decodeUnsafe(address)
	if (bytes?.length !== keyLength) return false
	const key = createPublicKey({
		key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') },
		format: 'jwk',
	})
	const text = Buffer.from(message)
	return [text, ...offChainMessages(text, bytes)].some((signed) => verify(null, signed, key, signature))
}

/**
 * Off-chain messages of Solana, version 0. Ledger's app signs a short header: version, format, length. The header of
 * the standard also names an application, none here, and the signer.
 */
function offChainMessages(text: Buffer, signer: Uint8Array): Buffer[] {
	if (text.length > 0xffff) return []
	const length = Buffer.alloc(2)
	length.writeUInt16LE(text.length)
	const version = Buffer.from([0])
	const noApplication = Buffer.alloc(keyLength)
	return [0, 1, 2].flatMap((format) => [
		Buffer.concat([signingDomain, version, Buffer.from([format]), length, text]),
		Buffer.concat([signingDomain, version, noApplication, Buffer.from([format, 1]), signer, length, text]),
	])
}

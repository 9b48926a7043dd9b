import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto'

/** The content of a refresh token: its session and counter. */
export type RefreshClaim = { session: string; counter: bigint }

/** Writes and reads refresh tokens, sealed with a key derived from the installation's secret. */
export type RefreshTokens = {
	write(claim: RefreshClaim): string
	/** The claim of a token that this installation sealed; undefined for other texts. */
	read(token: string): RefreshClaim | undefined
	/** True for a text in the format of a refresh token, from any issuer. */
	isWellFormed(token: string): boolean
}

const version = 0
const sealLength = 16
const checkLength = 4

/** Version 2 of Supabase Auth's format: version, session, counter, seal, checksum, in base64url. */
export function createRefreshTokens(secret: Buffer): RefreshTokens {
	// A key object is prepared once; a buffer would be for every token.
	const root = createSecretKey(createHmac('sha256', secret).update('auth/refresh-token').digest())

	const seal = (body: Buffer) => createHmac('sha256', root).update(body).digest().subarray(0, sealLength)

	return {
		write({ session, counter }) {
			const id = Buffer.from(session.replaceAll('-', ''), 'hex')
			const body = Buffer.concat([Buffer.from([version]), id, writeVarint(counter)])
			const sealed = Buffer.concat([body, seal(body)])
			return Buffer.concat([sealed, checksum(sealed)]).toString('base64url')
		},
		read(token) {
			const parts = split(token)
			if (!parts) return undefined
			const { body, id, counter } = parts
			if (!timingSafeEqual(parts.seal, seal(body))) return undefined
			return { session: formatUuid(id), counter }
		},
		isWellFormed: (token) => split(token) !== undefined || /^[a-z0-9]{12}$/.test(token),
	}
}

function split(token: string) {
	if (token.length < 12 || token.length > 80 || !/^[\w-]+$/.test(token)) return undefined
	const bytes = Buffer.from(token, 'base64url')
	const sealed = bytes.subarray(0, -checkLength)
	const body = sealed.subarray(0, -sealLength)
	const number = readVarint(body.subarray(17))
	if (bytes.length < 1 + 16 + 1 + sealLength + checkLength || body[0] !== version) return undefined
	if (number === undefined || !checksum(sealed).equals(bytes.subarray(-checkLength))) return undefined
	// base64url has spare bits at its end; only the canonical spelling is accepted.
	if (bytes.toString('base64url') !== token) return undefined
	return { body, id: body.subarray(1, 17), counter: number, seal: sealed.subarray(-sealLength) }
}

function checksum(bytes: Buffer): Buffer {
	return hash('sha256', bytes, 'buffer').subarray(0, checkLength)
}

function writeVarint(value: bigint): Buffer {
	const bytes: number[] = []
	let rest = value
	do {
		const low = Number(rest & 0x7fn)
		rest >>= 7n
		bytes.push(rest > 0n ? low | 0x80 : low)
	} while (rest > 0n)
	return Buffer.from(bytes)
}

/** The number, if the bytes are exactly one varint of at most 63 bits. */
function readVarint(bytes: Buffer): bigint | undefined {
	if (bytes.length === 0 || bytes.length > 9) return undefined
	let value = 0n
	for (const [index, byte] of bytes.entries()) {
		if (byte < 0x80 !== (index === bytes.length - 1)) return undefined
		value |= BigInt(byte & 0x7f) << BigInt(7 * index)
	}
	return value
}

function formatUuid(bytes: Buffer): string {
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

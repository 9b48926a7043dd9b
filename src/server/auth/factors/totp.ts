import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { renderSVG } from 'uqr'

const stepSeconds = 30
const digits = 6
/** Clocks may differ by one step each way. */
const skew = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, as RFC 4226 wants for SHA-1. */
export function makeTotpSecret(): Buffer {
	return randomBytes(20)
}

/** Base32 without padding (RFC 4648): what people type into an authenticator by hand. */
export function encodeBase32(bytes: Buffer): string {
	let text = ''
	let value = 0
	let bits = 0
	for (const byte of bytes) {
		value = (value << 8) | byte
		bits += 8
		while (bits >= 5) {
			bits -= 5
			text += alphabet[(value >> bits) & 31]
		}
		value &= (1 << bits) - 1
	}
	return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

/** The address that an authenticator reads from the QR picture. */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
	const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
	const query = new URLSearchParams({
		algorithm: 'SHA1',
		digits: String(digits),
		issuer,
		period: String(stepSeconds),
		secret: encodeBase32(secret),
	})
	return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

/** What sets an authenticator up, as the wire shows it: a picture, the same as text, and the address in both. */
export function totpJson(secret: Buffer, issuer: string, account: string) {
	const uri = totpUri(secret, issuer, account)
	return { qr_code: renderSVG(uri), secret: encodeBase32(secret), uri }
}

/** The code of a time step (RFC 6238). */
export function totpCode(secret: Buffer, step: number): string {
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(step))
	const mac = createHmac('sha1', secret).update(counter).digest()
	const offset = (mac.at(-1) ?? 0) & 15
	const number = mac.readUInt32BE(offset) & 0x7fff_ffff
	return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step that a code belongs to, if it is one of now; the caller makes sure that each is used once. */
export function matchTotp(secret: Buffer, code: string, now = Date.now()): number | undefined {
	const present = Math.floor(now / 1000 / stepSeconds)
	const given = Buffer.from(code)
	let match: number | undefined
	for (let step = present - skew; step <= present + skew; step++) {
		const expected = Buffer.from(totpCode(secret, step))
		if (given.length === expected.length && timingSafeEqual(given, expected)) match = step
	}
	return match
}

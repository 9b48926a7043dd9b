import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { unseal } from '#platform/keys/sealed-secret.ts'
import type { Tx } from '#platform/pg/db.ts'
import { consumeTotpStep, type StoredFactor } from './factor-queries.ts'

/** The purpose under which secrets of authenticators are sealed. */
export const totpPurpose = 'totp'

/** SHA-1, six digits, 30 seconds: the only parameters that all authenticator apps support. */
const period = 30
const digits = 6
const algorithm = 'SHA1'

/** 160 random bits, as RFC 4226 recommends for SHA-1. */
export function makeTotpSecret(): Buffer {
	return randomBytes(20)
}

/** The URI in the QR code of an authenticator app. */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
	const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
	const query = new URLSearchParams({
		algorithm,
		digits: String(digits),
		issuer,
		period: String(period),
		secret: toSecret(secret).base32,
	})
	return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

/** The setup data of an authenticator app: QR code, secret and URI. */
export function totpJson(secret: Buffer, issuer: string, account: string) {
	const uri = totpUri(secret, issuer, account)
	return { qr_code: renderSVG(uri), secret: toSecret(secret).base32, uri }
}

/** The time step of a code, if it is a current one; the caller ensures that each step is used once. */
export function matchTotp(secret: Buffer, code: string, now = Date.now()): number | undefined {
	if (!/^\d{6}$/.test(code)) return undefined
	const totp = new TOTP({ secret: toSecret(secret), algorithm, digits, period })
	// Clocks may differ by one step.
	const delta = totp.validate({ token: code, timestamp: now, window: 1 })
	return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

/** Consumes the time step of a code. @returns false for a wrong code or a used step */
export async function verifyTotp(tx: Tx, factor: StoredFactor, code: string, secret: Buffer): Promise<boolean> {
	const step = factor.secret && matchTotp(unseal(factor.secret, secret, totpPurpose), code)
	const [used] = step ? await tx.query(consumeTotpStep(factor.id, step)) : []
	return used !== undefined
}

/** Copied, because a Buffer may share its memory with others. */
function toSecret(bytes: Buffer): Secret {
	return new Secret({ buffer: new Uint8Array(bytes).buffer })
}

import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'

/** Whose mails a token stops: those of a member about a space, or those of a submitter about a testimonial. */
export type UnsubscribeSubject =
	| { kind: 'member'; space: string; user: string }
	| { kind: 'submitter'; testimonial: string }

const macLength = 32

/** The last part of `/unsubscribe/{token}`: the subject's ids, and their HMAC by the installation's secret. Nothing is stored. */
export function unsubscribeTokenOf(secret: Buffer, subject: UnsubscribeSubject): string {
	const ids = packIds(subject)
	return Buffer.concat([ids, macOf(secret, ids)]).toString('base64url')
}

/** The subject of a token that this installation made under one of the secrets; null for any other text. */
export function readUnsubscribeToken(secrets: readonly Buffer[], token: string): UnsubscribeSubject | null {
	if (!/^[\w-]{64,87}$/.test(token)) return null
	const bytes = Buffer.from(token, 'base64url')
	const ids = bytes.subarray(0, -macLength)
	// A text that decodes to the same bytes is another spelling and is refused.
	if (bytes.toString('base64url') !== token) return null
	if (!secrets.some((secret) => timingSafeEqual(bytes.subarray(-macLength), macOf(secret, ids)))) return null
	const [first, second] = [ids.subarray(0, 16), ids.subarray(16)].map((id) => formatUuid(id.toString('hex')))
	if (!first) return null
	return second ? { kind: 'member', space: first, user: second } : { kind: 'submitter', testimonial: first }
}

function packIds(subject: UnsubscribeSubject): Buffer {
	const ids = subject.kind === 'member' ? [subject.space, subject.user] : [subject.testimonial]
	return Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
}

function macOf(secret: Buffer, ids: Buffer): Buffer {
	return keyedHash(secret).update('unsubscribe\n').update(ids).digest()
}

function formatUuid(hex: string): string {
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

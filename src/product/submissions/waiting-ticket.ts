import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { ticketStart } from './sent-proof.ts'

/*
 * A page without a script cannot solve a challenge: it waits instead. Its ticket is
 * `wait.<seconds since 1970 from which it counts, base 36>.<level>.<nonce>.<signature>`.
 */

/** A ticket that was made here for this form. `until` and `from` in milliseconds since 1970. */
export type WaitingTicket = { level: number; from: number; until: number; id: Buffer }

const lifetimeMs = 3_600_000

/** @param level of the work that it stands for */
export function issueTicket(secret: Buffer, form: string, level: number, seconds: number, now = Date.now()): string {
	const from = (Math.floor(now / 1000) + seconds).toString(36)
	const text = `${from}.${level}.${randomBytes(9).toString('base64url')}`
	return `${ticketStart}${text}.${sign(secret, form, text)}`
}

/** The ticket in a text; null for a forged one, one of another form, and one that has expired. */
export function readTicket(secret: Buffer, form: string, ticket: string, now = Date.now()): WaitingTicket | null {
	const [, from = '', level = '', nonce = '', signature = ''] = ticket.split('.')
	const expected = Buffer.from(sign(secret, form, `${from}.${level}.${nonce}`))
	const actual = Buffer.from(signature)
	if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
	const fromMs = Number.parseInt(from, 36) * 1000
	const until = fromMs + lifetimeMs
	if (until < now) return null
	return { level: Number(level), from: fromMs, until, id: createHash('sha256').update(expected).digest() }
}

function sign(secret: Buffer, form: string, text: string): string {
	return keyedHash(secret).update(`waiting-ticket\n${form}\n${text}`).digest('base64url').slice(0, 32)
}

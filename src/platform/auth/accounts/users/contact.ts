import { domainToASCII } from 'node:url'
import { isUniqueViolation, isUserDeleted } from '#platform/auth/database-errors.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Db } from '#platform/pg/db.ts'
import type { Account } from './account.ts'
import { accountByEmail, accountByPhone, credentialsByEmail, credentialsByPhone } from './contact-queries.ts'

/** An address at which a user is reached, in its stored form. */
export type Contact = { kind: 'email' | 'phone'; address: string }

/** The column, constraint, setting and lookups of each kind of contact. */
export const contactKinds = {
	email: {
		confirmedAt: 'email_confirmed_at',
		uniqueKey: 'users_email_key',
		autoconfirm: 'MAIL_AUTOCONFIRM',
		account: accountByEmail,
		credentials: credentialsByEmail,
	},
	phone: {
		confirmedAt: 'phone_confirmed_at',
		uniqueKey: 'users_phone_key',
		autoconfirm: 'SMS_AUTOCONFIRM',
		account: accountByPhone,
		credentials: credentialsByPhone,
	},
} as const

/** Finds the user of a contact, in any audience. */
export async function findByContact({ db }: { db: Db }, { kind, address }: Contact): Promise<Account | undefined> {
	const lookup = contactKinds[kind].account(address)
	const [account] = await db.as(authServiceRole, (tx) => tx.final<Account>(lookup), {
		readOnly: true,
	})
	return account
}

/** True when a contact was taken or released between its lookup and a write. */
export function isContactRace(error: unknown, { kind }: Contact): boolean {
	return isUniqueViolation(error, contactKinds[kind].uniqueKey) || isUserDeleted(error)
}

/** The HTML standard's pattern of email fields, with a dotted domain of letters, digits and hyphens. */
const emailRegex =
	/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/** Longer than any address, and than what a domain takes to convert. */
const maxEmailLength = 255

/**
 * The stored form of an address: NFKC, lower case, its domain in the ASCII form of UTS 46. Used before any comparison,
 * because some characters become "@" or "." only then.
 */
export function normalizeEmail(address: string): string {
	const email = address.normalize('NFKC').trim().toLowerCase()
	const [local, domain, ...more] = email.split('@', 3)
	if (!domain || more.length > 0 || email.length > maxEmailLength || !/[^ -~]/.test(domain)) return email
	return `${local}@${domainToASCII(domain) || domain}`
}

/**
 * Validates an email address and returns its stored form.
 * @throws AuthError 400 validation_failed
 */
export function parseEmail(address: string | undefined, status = 400): string {
	if (!address) throw invalid('An email address is required', status)
	const email = normalizeEmail(address)
	if (email.length > maxEmailLength) throw invalid('An email address is too long', status)
	if (!emailRegex.test(email) || email.includes('..') || /^\.|\.@/.test(email))
		throw invalid('Unable to validate email address: invalid format', status)
	return email
}

/**
 * Validates a phone number and returns its stored form: digits only.
 * @throws AuthError 400 validation_failed
 */
export function parsePhone(number: string): string {
	const digits = number.replace(/[+ ]/g, '')
	if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
	return digits
}

/** Sign-up or sign-in by phone is not available: no provider is configured. */
export function phoneDisabled(message: string, status = 400): AuthError {
	return new AuthError(status, 'phone_provider_disabled', message)
}

/** Sign-up and sign-in by email are disabled (EMAIL_SIGNIN). */
export function emailDisabled(message = 'Email logins are disabled', status = 400): AuthError {
	return new AuthError(status, 'email_provider_disabled', message)
}

import { updateProviderList } from '#platform/auth/accounts/identities/identity-queries.ts'
import { keepOnlyProvenNumber, keepOnlyProvenOwner } from '#platform/auth/accounts/identities/reclaim-account.ts'
import { isKnownNetwork } from '#platform/auth/accounts/sessions/session-queries.ts'
import { signInPlaceOf } from '#platform/auth/accounts/sessions/sessions.ts'
import { hashCode, hashLink } from '#platform/auth/accounts/tokens/one-time-token.ts'
import {
	consumeCode,
	consumeLink,
	countWrongCode,
	type TokenKind,
	type UsedToken,
} from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import { type Account, isBanned } from '#platform/auth/accounts/users/account.ts'
import type { Contact } from '#platform/auth/accounts/users/contact.ts'
import * as contacts from '#platform/auth/accounts/users/contact-queries.ts'
import { accountById, clearUnprovenPassword } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { contactChangeNotices } from '#platform/auth/delivery/email/account-notices.ts'
import { otpLifetimes } from '#platform/auth/delivery/email/email-otp.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Requester } from '#platform/auth/requester.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { recordEmailProof } from '#platform/operators/email-proof-queries.ts'
import type { Tx } from '#platform/pg/db.ts'

/** A presented proof: the hash of a link, or a code with the contact it was sent to. */
export type Proof = { tokenHash: string } | (Contact & { code: string })

/** Verification types by SMS. */
export type PhoneType = 'sms' | 'phone_change'

/** True for the types of POST /verify that take a phone number. */
export function isPhoneType(type: string): type is PhoneType {
	return type === 'sms' || type === 'phone_change'
}

/** Verification types by mail, and the kinds of tokens that each accepts. */
export const tokenKindsByType: ReadonlyMap<string, readonly TokenKind[]> = new Map([
	['signup', ['confirmation']],
	['invite', ['confirmation']],
	['magiclink', ['recovery']],
	['recovery', ['recovery']],
	['email', ['confirmation', 'recovery']],
	['email_change', ['email_change_current', 'email_change_new']],
])

/** The contact of an account that a token of each kind is sent to. */
const contactByTokenKind = {
	confirmation: 'email',
	recovery: 'email',
	email_change_current: 'email',
	email_change_new: 'email_change',
	sms: 'phone',
	phone_change: 'phone_change',
} as const satisfies Partial<Record<TokenKind, keyof Account>>

/** The outcome of a consumed token. `waiting`: the other address of a change has to confirm too. */
export type VerificationResult<T> = { waiting: true } | { waiting: false; result: T }

/**
 * Consumes a one-time token, applies what it proves and runs `finish`, all in one transaction.
 * @throws AuthError 403 otp_expired or user_banned; 422 phone_exists; 429 over_request_rate_limit
 */
export async function verifyToken<T>(
	context: AuthContext,
	requester: Exchange,
	type: string,
	proof: Proof,
	finish: (tx: Tx, account: Account) => Promise<T>,
): Promise<VerificationResult<T>> {
	const { db, failedAttempts, limits, sms } = context
	const isLink = 'tokenHash' in proof
	const verified = await db.as(authServiceRole, async (tx): Promise<VerificationResult<T> | undefined> => {
		const attempt = isLink ? undefined : await failedAttempts.begin(tx, 'code', proof.address, requester.ip)
		const token = await consumeToken(context, tx, type, proof)
		if (!token) return undefined
		const [account] = await tx.query<Account>(accountById(token.user_id))
		if (!account || !matchesCurrentContact(account, token)) return undefined
		if (isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
		const resetInterval =
			token.kind === 'confirmation' ? limits.resetEmailInterval('confirmation', token.relates_to) : []
		for (const query of [...(attempt?.onSuccess ?? []), ...resetInterval]) await tx.query(query)
		if (!(await applyToken(context, tx, requester, account, token))) return { waiting: true }
		for (const query of contactChangeNotices(context, requester, type, account)) await tx.query(query)
		return { waiting: false, result: await finish(tx, account) }
	})
	if (!verified)
		throw new AuthError(
			403,
			'otp_expired',
			isLink ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
		)
	if (!isLink && proof.kind === 'phone') await sms.limits.refundNumberRange(proof.address)
	return verified
}

/** Deletes the token of a proof. A wrong code is counted. */
async function consumeToken(
	{ keys, sms }: AuthContext,
	tx: Tx,
	type: string,
	proof: Proof,
): Promise<UsedToken | undefined> {
	const kinds = isPhoneType(type) ? [type] : (tokenKindsByType.get(type) ?? [])
	if ('tokenHash' in proof) return (await tx.query<UsedToken>(consumeLink(hashLink(proof.tokenHash), kinds)))[0]
	const { kind, address, code } = proof
	const testCode = kind === 'phone' ? sms.testNumbers.codeOf(address) : undefined
	if (testCode && isPhoneType(type))
		return code === testCode ? (await tx.query<UsedToken>(contacts.consumeTestCode(address, type)))[0] : undefined
	const [token] = await tx.query<UsedToken>(consumeCode(address, hashCode(address, code, keys.secret), kinds))
	if (!token) await tx.query(countWrongCode(address, kinds))
	return token
}

/**
 * True when a token was sent to the current or pending contact of its account. A token for a removed address or a
 * cancelled change proves nothing.
 */
function matchesCurrentContact(account: Account, { kind, relates_to: address }: UsedToken): boolean {
	return kind !== 'reauthentication' && account[contactByTokenKind[kind]] === address
}

/** @returns false while a second confirmation is missing */
async function applyToken(
	{ config }: AuthContext,
	tx: Tx,
	requester: Requester,
	account: Account,
	token: UsedToken,
): Promise<boolean> {
	const { id } = account
	if (token.kind === 'email_change_current' || token.kind === 'email_change_new') {
		const asksCurrent = config.SECURE_EMAIL_CHANGE
		const [agreement] = await tx.query<{ is_agreed: boolean }>(
			contacts.confirmEmailChangeSide(id, token.kind, asksCurrent, otpLifetimes[token.kind]),
		)
		if (!agreement?.is_agreed) return false
		await Promise.all([tx.query(contacts.finishEmailChange(id, true)), tx.query(updateProviderList(id))])
		// The mail to the former address may have finished the change.
		if (token.kind === 'email_change_new' && token.is_mailed)
			await tx.query(recordEmailProof(id, token.relates_to, 'mail'))
	} else if (token.kind === 'phone_change') {
		await tx.query(contacts.finishPhoneChange(id, token.relates_to, true))
		await tx.query(updateProviderList(id))
	} else if (token.kind === 'sms') {
		const isUnproven = account.phone_confirmed_at === null
		if (isUnproven && token.drops_password) await tx.query(clearUnprovenPassword(account))
		if ((await tx.query(contacts.signupByUnprovenPhone(id))).length > 0) await keepOnlyProvenNumber(tx, id)
		await tx.query(contacts.confirmPhone(id))
	} else {
		if (await isPasswordByOther(tx, requester, account, token)) await tx.query(clearUnprovenPassword(account))
		if (!account.email_proven) await keepOnlyProvenOwner(tx, id, token.asked_by)
		await Promise.all([tx.query(contacts.confirmEmail(id)), tx.query(updateProviderList(id))])
		if (token.is_mailed) await tx.query(recordEmailProof(id, token.relates_to, 'mail'))
	}
	return true
}

/**
 * True when another person may have set the password before the owner proved the address. Under MAIL_AUTOCONFIRM it
 * counts as the owner's if the account was signed in to from this network, or never at all (an imported user).
 */
async function isPasswordByOther(tx: Tx, requester: Requester, account: Account, token: UsedToken): Promise<boolean> {
	if (account.email_confirmed_at === null) return token.drops_password
	const { encrypted_password: password, last_sign_in_at: signedInAt } = account
	if (account.email_proven || password === null || signedInAt === null) return false
	const { network } = signInPlaceOf(requester)
	return (await tx.query(isKnownNetwork(account.id, network))).length === 0
}

import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { refreshProviders } from '#server/auth/identities/identity-queries.ts'
import { hashCode } from '#server/auth/mail-links/one-time-token.ts'
import { noteWrongCode, type SpentToken, spendCode } from '#server/auth/sessions/token-queries.ts'
import { isStillTheirs } from '#server/auth/sessions/token-target.ts'
import { type Account, isBanned } from '#server/auth/users/account.ts'
import { accountById, dropForeignPassword } from '#server/auth/users/user-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import { confirmPhone, finishPhoneChange, spendTestCode } from './phone-queries.ts'

/** What a code sent to a phone can prove. */
export type PhoneType = 'sms' | 'phone_change'

/** The types of POST /verify that go with a number. */
export function isPhoneType(type: string): type is PhoneType {
	return type === 'sms' || type === 'phone_change'
}

/**
 * Uses a code up, applies what it proves and runs `finish`, all in one transaction (auth.md 2.4).
 * @param phone digits only
 * @throws AuthError 403 otp_expired or user_banned, 422 phone_exists, 429
 */
export async function verifyPhone<T>(
	context: AuthContext,
	type: PhoneType,
	{ phone, code, ip }: { phone: string; code: string; ip: string },
	finish: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
	const { db, guesses, sms } = context
	const proof = await db.as(authService, async (tx) => {
		const guess = await guesses.begin(tx, 'code', phone, ip)
		const token = await spend(context, tx, type, phone, code)
		if (!token) return undefined
		const [account] = await tx.query<Account>(accountById(token.user_id))
		if (!account || !isStillTheirs(account, token)) return undefined
		if (isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
		for (const query of guess.whenRight) await tx.query(query)
		await apply(tx, account, token)
		return { result: await finish(tx, account) }
	})
	if (!proof) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
	await sms.budgets.answered(phone)
	return proof.result
}

async function spend(
	{ keys, sms }: AuthContext,
	tx: Tx,
	type: PhoneType,
	phone: string,
	code: string,
): Promise<SpentToken | undefined> {
	const fixed = sms.testNumbers.codeOf(phone)
	if (fixed) {
		const [found] = code === fixed ? await tx.query<SpentToken>(spendTestCode(phone, type)) : []
		return found
	}
	const [token] = await tx.query<SpentToken>(
		spendCode(phone, hashCode(phone, code, keys.secret), [type]),
	)
	if (!token) await tx.query(noteWrongCode(phone, [type]))
	return token
}

async function apply(tx: Tx, account: Account, token: SpentToken): Promise<void> {
	if (token.kind === 'phone_change') {
		await tx.query(finishPhoneChange(account.id, token.relates_to))
		await tx.query(refreshProviders(account.id))
		return
	}
	const isUnproven = account.phone_confirmed_at === null
	if (isUnproven && token.drops_password) await tx.query(dropForeignPassword(account))
	await tx.query(confirmPhone(account.id))
}

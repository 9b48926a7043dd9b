import type { Account } from '#server/auth/users/account.ts'
import type { SpentToken, TokenKind } from './token-queries.ts'

type Target = 'email' | 'email_change' | 'phone' | 'phone_change'
const targets: Record<Exclude<TokenKind, 'reauthentication'>, Target> = {
	confirmation: 'email',
	recovery: 'email',
	email_change_current: 'email',
	email_change_new: 'email_change',
	sms: 'phone',
	phone_change: 'phone_change',
}

/**
 * Whether a token went where its account still is, or still wants to be. One that was on its way while the address was taken
 * away, or the change called off, proves nothing any more.
 */
export function isStillTheirs(
	account: Pick<Account, Target>,
	{ kind, relates_to: address }: Pick<SpentToken, 'kind' | 'relates_to'>,
): boolean {
	return kind !== 'reauthentication' && account[targets[kind]] === address
}

import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import { makeOneTimeToken } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { upsertToken } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import type { Query } from '#platform/pg/sql.ts'

/** The statement that stores a code sent to a number. `dropsPassword` as in OtpEmail. */
export function storePhoneOtp(
	{ config, keys }: Pick<AccountsContext, 'config' | 'keys'>,
	userId: string,
	kind: 'sms' | 'phone_change' | 'reauthentication',
	phone: string,
	code: string,
	dropsPassword: boolean | 'keep' = false,
): Query {
	const token = makeOneTimeToken(phone, false, keys.secret, code)
	return upsertToken(userId, kind, phone, token, config.SMS_CODE_SECONDS, dropsPassword)
}

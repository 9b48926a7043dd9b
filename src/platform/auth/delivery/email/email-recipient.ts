import { isKnownNetwork } from '#platform/auth/accounts/sessions/session-queries.ts'
import { signInPlaceOf } from '#platform/auth/accounts/sessions/sessions.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import type { DeliveryContext } from '#platform/auth/delivery/delivery-context.ts'
import type { EmailRecipient } from '#platform/auth/limits/email-limits.ts'
import type { Requester } from '#platform/auth/requester.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'

/** The recipient that a mail to an account is counted for. An unconfirmed account is a newcomer: anybody makes one. */
export async function emailRecipientOf(
	{ config, db }: Pick<DeliveryContext, 'config' | 'db'>,
	x: Requester,
	account: Pick<Account, 'id' | 'email_confirmed_at'> | undefined,
): Promise<EmailRecipient> {
	if (!config.RATE_LIMITS || !account?.email_confirmed_at) return { share: 'newcomer' }
	const query = isKnownNetwork(account.id, signInPlaceOf(x).network)
	const [known] = await db.as(authServiceRole, (tx) => tx.final(query), { readOnly: true })
	return { share: known ? 'known' : 'account', userId: account.id }
}

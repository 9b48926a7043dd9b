import type { Db } from '#platform/pg/db.ts'
import type { FormLinkState } from '#shared/page-props.ts'
import { openStatement, sealStatement } from './account-statement.ts'
import { isStatementUsed } from './queries.ts'

/** The browser and the form that a statement must be for, and the form's space. */
export type AccountReader = { secret: Buffer; form: string; space: string; browser: string | null }

type AccountState = NonNullable<FormLinkState['account']>

const reasons: readonly string[] = ['cancelled', 'failed', 'busy'] satisfies AccountState['state'][]

/**
 * Reads the account of a visitor in the address of their page, or in a form that was sent and refused.
 * @returns `field`: the statement for the form, only for one that counts now
 */
export async function loadAccount(
	db: Db,
	{ secret, form, space, browser }: AccountReader,
	account: string,
): Promise<{ account: AccountState; field: string | null; email: string | null }> {
	const none = (state: AccountState['state']) => ({
		account: { state, provider: null, name: null },
		field: null,
		email: null,
	})
	if (reasons.includes(account)) return none(account as AccountState['state'])
	const statement = openStatement(secret, account, 'address') ?? openStatement(secret, account, 'form')
	if (!statement || statement.form !== form || statement.browser !== browser) return none('unknown')
	if (statement.expiresAt <= Date.now()) return none('expired')
	const [row] = await db.as(
		{ role: 'service_role' },
		(tx) => tx.final<{ is_used: boolean }>(isStatementUsed(statement.id)),
		{ readOnly: true, shardKey: space },
	)
	if (row?.is_used) return none('used')
	const { provider, name, email } = statement
	return { account: { state: 'proven', provider, name }, field: sealStatement(secret, statement, 'form'), email }
}

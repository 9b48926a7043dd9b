import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/pg/db.ts'
import { unprovenAddresses } from './operator-queries.ts'
import { operatorTablesRole } from './service-role.ts'

/** One line for each address in OPERATORS whose account did not prove it, with what its owner does. */
export async function findUnprovenOperators(
	db: Db,
	{ OPERATORS, SITE_URL, SMTP_URL, DATA_DIR }: Pick<Config, 'OPERATORS' | 'SITE_URL' | 'SMTP_URL' | 'DATA_DIR'>,
): Promise<string[]> {
	if (OPERATORS.length === 0) return []
	const addresses = unprovenAddresses(OPERATORS)
	const found = await db.as(operatorTablesRole, (tx) => tx.final<{ email: string }>(addresses), { readOnly: true })
	const mail = SMTP_URL ? 'the mail' : `the mail in ${DATA_DIR}/outbox`
	return found.map(
		({ email }) =>
			`${email} is in OPERATORS, but its account never proved the address, so it does not see the operator's page. Ask for a sign-in link at ${SITE_URL}/auth?mode=link and open ${mail}, or run plaudit setup-link and open what it prints while signed in with this account.`,
	)
}

import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import { findUnprovenOperators } from '#platform/operators/find-unproven-operators.ts'
import { claimedOperators } from '#platform/operators/operator-queries.ts'
import { operatorTablesRole } from '#platform/operators/service-role.ts'
import { openDb } from '#platform/pg/db.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { pendingMigrations } from '#platform/pg/migrations/schema-plan.ts'

/** Who sees the operator's page. @throws Error with what to do for an address in OPERATORS that was not proven */
export async function checkOperators(): Promise<string> {
	const config = cliConfig()
	return withDatabase(async ({ owner }) => {
		if ((await pendingMigrations(owner, schemaFolder)).length > 0) return 'known after the next start'
		const db = openDb(loginAs(owner), 1, (error) => console.error(error.message))
		try {
			const problems = await findUnprovenOperators(db, config)
			if (problems.length > 0) throw new Error(problems.join('\n'))
			if (config.OPERATORS.length > 0) return `the accounts of ${config.OPERATORS.join(', ')}`
			const claimed = await db.as(operatorTablesRole, (tx) => tx.final<{ name: string }>(claimedOperators()), {
				readOnly: true,
			})
			if (claimed.length > 0) return `the accounts of ${claimed.map(({ name }) => name).join(', ')}`
			return 'none yet: plaudit setup-link prints a link that makes an account one'
		} finally {
			await db.close()
		}
	})
}

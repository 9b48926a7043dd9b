import { readServerState } from '#cli/read-server-state.ts'
import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import { createDeploymentObserver } from '#platform/deployment/deployment-observer.ts'
import { createLog } from '#platform/log.ts'
import { openDb } from '#platform/pg/db.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { pendingMigrations } from '#platform/pg/migrations/schema-plan.ts'
import { type Advice, adviceOf } from './advice.ts'

/** Checks what settings, backups and requests of the running server say about its surroundings. @throws Error for what is wrong */
export async function checkDeployment(): Promise<string | Advice> {
	const config = cliConfig()
	const server = await readServerState()
	return withDatabase(async ({ owner }) => {
		if ((await pendingMigrations(owner, schemaFolder)).length > 0) return 'known after the next start'
		const db = openDb(loginAs(owner), 1, (error) => console.error(error.message))
		try {
			const codes = await createDeploymentObserver(config, db, createLog('silent')).find(server?.findings)
			return adviceOf(codes, server ? 'nothing is found' : 'nothing is found; requests are known while the server runs')
		} finally {
			await db.close()
		}
	})
}

import type pg from 'pg'
import { withClient } from './connections.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { loginAs } from './login-role.ts'

type Addresses = {
	readonly DATABASE_URL?: string | undefined
	readonly DATABASE_DIRECT_URL?: string | undefined
}

/**
 * Connection settings of the pooler when DATABASE_URL leads through one in transaction mode. LISTEN, locks and
 * migrations need a session and use DATABASE_DIRECT_URL.
 * @param owner the superuser's settings at DATABASE_DIRECT_URL, from which the login role's password is derived
 */
export function loginThroughPooler(
	{ DATABASE_URL, DATABASE_DIRECT_URL }: Addresses,
	owner: pg.ClientConfig,
): pg.ClientConfig | undefined {
	if (!DATABASE_URL || !DATABASE_DIRECT_URL) return undefined
	const { user: _, password: __, ...address } = parseDatabaseUrl(DATABASE_URL)
	const { user: role, password: secret } = loginAs(owner)
	return { ...address, user: role, ...(secret ? { password: secret } : {}) } as pg.ClientConfig
}

/**
 * True when a connection leads through a pooler that shares sessions between transactions. PostgreSQL reports its
 * process id at the start of a connection; a pooler reports a number of its own.
 * @param settings the settings of the connection
 */
export async function sharesSession(client: pg.Client, settings: pg.ClientConfig): Promise<boolean> {
	const process = await processOf(client)
	if ((client as unknown as { processID: number }).processID === process) return false
	return withClient(settings, async (other) => {
		await other.query('begin')
		// Either it got the first connection's session, or it holds a session that the first one cannot get back.
		return (await processOf(other)) === process || (await processOf(client)) !== process
	})
}

async function processOf(client: pg.Client): Promise<number> {
	return (await client.query('select pg_backend_pid() as process')).rows[0].process
}

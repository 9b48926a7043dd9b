import pg from 'pg'
import { loginAs } from './login-role.ts'
import { parseDatabaseUrl } from './migrate.ts'

type Addresses = {
	readonly DATABASE_URL?: string | undefined
	readonly DATABASE_DIRECT_URL?: string | undefined
}

/**
 * The address of the pooler for requests, where DATABASE_URL leads through one in transaction mode; everything that needs a
 * session of its own (LISTEN, locks, migrations) goes to DATABASE_DIRECT_URL.
 * @param owner the superuser's settings at DATABASE_DIRECT_URL, whose password that of the login role follows from
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
 * Whether a connection leads through a pooler that gives its PostgreSQL session to others between transactions. Without a pooler
 * this costs one query: PostgreSQL told its own process at the start of the connection, where a pooler tells a number of its own.
 * @param settings those with which the connection was opened
 */
export async function sharesSession(
	client: pg.Client,
	settings: pg.ClientConfig,
): Promise<boolean> {
	const process = await processOf(client)
	if ((client as unknown as { processID: number }).processID === process) return false
	const other = new pg.Client(settings)
	other.on('error', () => {})
	try {
		await other.connect()
		await other.query('begin')
		// Either it was given the first connection's session, or it holds one that the first one cannot get back now.
		return (await processOf(other)) === process || (await processOf(client)) !== process
	} finally {
		await other.end().catch(() => {})
	}
}

async function processOf(client: pg.Client): Promise<number> {
	return (await client.query('select pg_backend_pid() as process')).rows[0].process
}

import pg from 'pg'
import { readMigrations } from './migrate.ts'

/** The names of Plaudit's own migrations that the next start would apply. Nothing is changed. */
export async function pendingMigrations(owner: pg.ClientConfig, folder: string): Promise<string[]> {
	const client = new pg.Client(owner)
	client.on('error', () => {})
	await client.connect()
	try {
		const known = (await readMigrations(folder)).map(({ name }) => name)
		const { rows } = await client.query("select to_regclass('plaudit.migrations') as found")
		if (rows[0].found === null) return known
		const applied = await client.query<{ name: string }>('select name from plaudit.migrations')
		const names = new Set(applied.rows.map(({ name }) => name))
		return known.filter((name) => !names.has(name))
	} finally {
		await client.end()
	}
}

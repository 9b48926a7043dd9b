import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'

/** The statements of docs/self-hosting.md that make an owner and a database. */
async function recipe(): Promise<string[]> {
	const document = await readFile(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')
	const [, block = ''] = /```sql\n(create role plaudit_owner[\s\S]*?)```/.exec(document) ?? []
	return block.trim().split('\n')
}

async function embedded18() {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-recipe-'))
	const server = await startEmbedded(folder, 20)
	onTestFinished(async () => {
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	})
	return server.owner
}

async function debian15() {
	const { owner, stop } = await startDebianCluster()
	onTestFinished(stop)
	return owner
}

it.each([
	['PostgreSQL 15', debian15],
	['the embedded PostgreSQL 18', embedded18],
])(
	'on %s, an administrator without superuser runs the recipe of the documents, and each of its lines is needed',
	async (_, start) => {
		const superuser = await start()
		await withClient({ ...superuser, database: 'postgres' }, async (client) => {
			// The embedded server has one of this name.
			await client.query('drop database if exists plaudit')
			await client.query("create role administrator login createrole createdb password 'only-for-this-run'")
		})
		const administrator = { ...superuser, user: 'administrator', password: 'only-for-this-run', database: 'postgres' }
		const [role = '', grant = '', database = ''] = await recipe()
		await withClient(administrator, async (client) => {
			await client.query(role)
			await expect(client.query(database)).rejects.toThrow(/must be (able to SET ROLE|member of role)/)
			await client.query(grant)
			await client.query(database)
			const { rows } = await client.query(
				"select datdba::regrole::text as owner from pg_database where datname = 'plaudit'",
			)
			expect(rows).toEqual([{ owner: 'plaudit_owner' }])
		})
	},
)

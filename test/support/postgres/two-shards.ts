import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeKeyFile } from '#platform/keys/key-file.ts'
import { writeSharedKeys } from '#platform/keys/shared-keys.ts'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { copyMigratedCluster } from './migrated-cluster.ts'
import { type ShardRouter, startShardRouter } from './shard-router.ts'

export type TwoShards = {
	app: TestApp
	router: ShardRouter
	/** The servers; the first one has what is in one place. */
	servers: readonly [TestDatabase, TestDatabase]
	/** A space on each server. */
	spaces: readonly [SpaceFixture, SpaceFixture]
	/** Signs a person up, and makes them a member of a space on its server, with a copy of their account there. */
	member(of: 0 | 1, role?: string): Promise<Awaited<ReturnType<TestApp['person']>>>
	/** A node that is connected to a server itself. */
	openNode(of: 0 | 1): Promise<TestApp>
	close(): Promise<void>
}

/** The program over a router and two servers of PostgreSQL, with a space on each. The router's directory knows their forms and walls. */
export async function openTwoShards(): Promise<TwoShards> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-shard-'))
	await copyMigratedCluster(folder)
	const cluster = await startEmbedded(folder, 60)
	const second: TestDatabase = { owner: { ...cluster.owner, database: 'plaudit' }, drop: async () => {} }
	const servers = [await createTestDatabase(), second] as const
	const spaces = [await createSpace(servers[0]), await createSpace(servers[1], 'Gable Bakery')] as const
	const { space_id, slug, form_id, wall_id } = spaces[1]
	const router = await startShardRouter(
		servers.map(({ owner }) => owner),
		{
			serverOf: (key) => (key === space_id ? 1 : 0),
			lookUp: (bytes) => ([slug, form_id, wall_id].some((name) => bytes.includes(name)) ? 1 : undefined),
		},
	)
	const keys = { JWT_KEYS: writeSharedKeys(makeKeyFile()) }
	const app = await createTestApp({ ...keys, ...router.settings }, servers[0])
	return {
		app,
		router,
		servers,
		spaces,
		async member(of, role = 'owner') {
			const person = await app.person()
			if (of === 1) await copyAccount(servers, person.id)
			const insert = 'insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)'
			await asOwner(servers[of], insert, [spaces[of].space_id, person.id, role])
			return person
		},
		openNode: (of) => createTestApp(keys, servers[of]),
		async close() {
			await app.close()
			router.close()
			await servers[0].drop()
			await cluster.stop()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Stands for what copies accounts to every shard. */
async function copyAccount([home, other]: readonly [TestDatabase, TestDatabase], id: string): Promise<void> {
	const [account] = await asOwner<{ row: object }>(home, 'select to_jsonb(u) as row from auth.users u where id = $1', [
		id,
	])
	const [columns] = await asOwner<{ names: string }>(
		home,
		`select string_agg(quote_ident(attname), ', ') as names from pg_attribute
		where attrelid = 'auth.users'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
	)
	const { names } = columns ?? {}
	const copy = `insert into auth.users (${names}) select ${names} from jsonb_populate_record(null::auth.users, $1)`
	await asOwner(other, copy, [JSON.stringify(account?.row)])
}

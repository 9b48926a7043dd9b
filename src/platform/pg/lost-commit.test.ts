import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { type Claims, openDb, type Tx } from './db.ts'
import { loginAs } from './login-role.ts'
import { isUncommitted } from './pg-errors.ts'
import { sql } from './sql.ts'

const anon: Claims = { role: 'anon' }
let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
	await asOwner(database, 'create table public.letters (name text); grant select, insert on public.letters to anon')
})
afterAll(() => database.drop())

const stored = (name: string) => asOwner(database, 'select name from public.letters where name = $1', [name])

/** The error of a transaction whose connection is reset after `isReached`, before the client has an answer to what it sent last. */
async function interrupt(
	work: (tx: Tx, loseAnswers: () => void) => Promise<unknown>,
	isReached: () => Promise<boolean>,
): Promise<unknown> {
	const wire = await startPostgresProxy(database)
	const db = openDb(loginAs(wire.database.owner), 1, () => {})
	await db.as(anon, (tx) => tx.query(sql`select 1 as warm`))
	const failed = db
		.as(anon, (tx) => work(tx, wire.loseAnswers))
		.then(
			() => undefined,
			(error: unknown) => error,
		)
	await expect.poll(isReached).toBe(true)
	wire.disconnect()
	const error = await failed
	await db.close()
	wire.close()
	return error
}

it.each([
	['with its last statement', 'together'],
	['by itself', 'alone'],
] as const)('a commit %s whose answer is lost may have stored the rows', async (_, name) => {
	const write = sql`insert into public.letters (name) values (${name})`
	const error = await interrupt(
		async (tx, loseAnswers) => {
			if (name === 'alone') {
				await tx.query(write)
				return loseAnswers()
			}
			loseAnswers()
			return tx.final(write)
		},
		async () => (await stored(name)).length === 1,
	)
	expect(error).toBeInstanceOf(Error)
	expect([name, isUncommitted(error)]).toEqual([name, false])
	expect(await stored(name)).toEqual([{ name }])
})

it('a connection that is lost before the commit was sent stored nothing', async () => {
	let isSent = false
	const error = await interrupt(
		async (tx, loseAnswers) => {
			await tx.query(sql`insert into public.letters (name) values ('early')`)
			loseAnswers()
			const asked = tx.query(sql`select 1 as late`)
			isSent = true
			return asked
		},
		async () => isSent,
	)
	expect(isUncommitted(error)).toBe(true)
	expect(await stored('early')).toEqual([])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { type Db, openDb } from './db.ts'
import { limitAnonymousConcurrency } from './limit-transactions.ts'
import { loginAs } from './login-role.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let whole: Db
beforeAll(async () => {
	database = await createTestDatabase()
	whole = openDb(loginAs(database.owner), 3, () => {})
})
afterAll(async () => {
	await whole.close()
	await database.drop()
})

const one = () => sql`select 1 as one`

it('anonymous transactions use only their share of the connections', async () => {
	const db = limitAnonymousConcurrency(whole, 2)
	const begun: number[] = []
	const full = Promise.withResolvers<void>()
	const end = Promise.withResolvers<void>()
	const crowd = Array.from({ length: 12 }, (_, i) =>
		db.as({ role: 'anon' }, async (tx) => {
			begun.push(i)
			if (begun.length === 2) full.resolve()
			await end.promise
			return (await tx.query(one())).length
		}),
	)
	await full.promise
	for (const role of ['authenticated', 'service_role', 'auth_service'] as const)
		expect(await db.as({ role }, (tx) => tx.query(one()))).toHaveLength(1)
	// Either of two connections that begin at once may stand first.
	expect(begun.toSorted()).toEqual([0, 1])
	end.resolve()
	expect(await Promise.all(crowd)).toEqual(Array(12).fill(1))
	expect(new Set(begun)).toEqual(new Set(Array(12).keys()))
})

it('waiting anonymous transactions run in order, also after one failed', async () => {
	const db = limitAnonymousConcurrency(whole, 1)
	const begun: number[] = []
	const fail = (_: unknown, i: number) =>
		db.as({ role: 'anon' }, async () => {
			begun.push(i)
			throw new Error('not today')
		})
	const failing = Array.from({ length: 3 }, fail)
	for (const one of failing) await expect(one).rejects.toThrow('not today')
	expect(begun).toEqual([0, 1, 2])
	expect(await db.as({ role: 'anon' }, (tx) => tx.query(one()))).toHaveLength(1)
})

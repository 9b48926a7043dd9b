import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type Claims, type Db, openDb } from './db.ts'
import { loginAs } from './login-role.ts'
import { sql } from './sql.ts'

const anon: Claims = { role: 'anon' }
const whoAmI = () =>
	sql`select current_user as "user", session_user as login, auth.uid()::text as uid`

describe('the door to the database', () => {
	let database: TestDatabase
	let db: Db
	beforeAll(async () => {
		database = await createTestDatabase()
		db = openDb(loginAs(database.owner), 4, () => {})
	})
	afterAll(async () => {
		await db.close()
		await database.drop()
	})

	it('gives each transaction the identity that was asked for', async () => {
		const sub = '00000000-0000-4000-8000-000000000001'
		const [person] = await db.as({ role: 'authenticated', sub }, (tx) => tx.final<object>(whoAmI()))
		expect(person).toEqual({ user: 'authenticated', login: 'plaudit_login', uid: sub })
		const [visitor] = await db.as(anon, (tx) => tx.query<object>(whoAmI()))
		expect(visitor).toEqual({ user: 'anon', login: 'plaudit_login', uid: null })
	})

	it('refuses a role outside the list before any statement', async () => {
		await expect(db.as({ role: 'postgres' as never }, async () => 1)).rejects.toThrow(
			'unknown role',
		)
	})

	it('keeps a thousand parallel identities apart, failures between them', async () => {
		const calls = Array.from({ length: 1000 }, async (_, i) => {
			const sub = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
			if (i % 7 === 0) {
				await expect(db.as(anon, (tx) => tx.query(sql`select 1 / 0`))).rejects.toThrow('division')
				return true
			}
			const [row] = await db.as({ role: 'authenticated', sub }, (tx) =>
				tx.final<{ uid: string }>(whoAmI()),
			)
			return row?.uid === sub
		})
		expect((await Promise.all(calls)).every(Boolean)).toBe(true)
	})

	it('rolls everything back when the work throws, and when one statement failed unseen', async () => {
		const insert = sql`insert into plaudit.probe (id, at) values (1, now()) returning id`
		const service: Claims = { role: 'service_role' }
		await expect(
			db.as(service, async (tx) => {
				await tx.query(insert)
				throw new Error('changed my mind')
			}),
		).rejects.toThrow('changed my mind')
		await expect(
			db.as(service, async (tx) => {
				tx.query(sql`select 1 / 0`).catch(() => {})
				tx.query(insert).catch(() => {})
			}),
		).rejects.toThrow('division')
		const rows = await db.as(service, (tx) => tx.final(sql`select from plaudit.probe`))
		expect(rows).toHaveLength(0)
	})

	it('leaves no role and no claims behind on a connection', async () => {
		await db.as({ role: 'service_role', sub: '00000000-0000-4000-8000-000000000009' }, (tx) =>
			tx.query(whoAmI()),
		)
		const [row] = await db.as(anon, (tx) => tx.final<{ uid: null }>(whoAmI()))
		expect(row?.uid).toBeNull()
	})
})

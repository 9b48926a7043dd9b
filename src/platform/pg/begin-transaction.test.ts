import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { beginTransaction } from './begin-transaction.ts'
import { loginAs } from './login-role.ts'

const claims = { role: 'authenticated' as const, sub: '00000000-0000-4000-8000-000000000001' }
const settings = { 'request.headers': '{"accept":"*/*"}', 'request.path': '', 'request.method': 'GET' }

describe('the beginning of a transaction', () => {
	let database: TestDatabase
	beforeAll(async () => {
		database = await createTestDatabase()
	})
	afterAll(() => database.drop())

	it('sets the role, the claims and every setting, also an empty one, and sends none of them back', async () => {
		const [opening, identity] = beginTransaction(claims, { readOnly: true, settings, statementTimeout: 4_321 })
		await withClient(loginAs(database.owner), async (client) => {
			await client.query(opening?.text ?? '')
			const { fields, rowCount } = await client.query({
				...identity,
				text: identity?.text ?? '',
				values: [...(identity?.values ?? [])],
			})
			expect({ fields, rowCount }).toEqual({ fields: [], rowCount: 1 })
			const names = ['role', 'request.jwt.claims', 'statement_timeout', ...Object.keys(settings)]
			const { rows } = await client.query(
				'select current_user as "user", array(select current_setting(n) from unnest($1::text[]) n) as values',
				[names],
			)
			expect(rows).toEqual([
				{
					user: 'authenticated',
					values: ['authenticated', JSON.stringify(claims), '4321ms', ...Object.values(settings)],
				},
			])
			await client.query('rollback')
		})
	})
})

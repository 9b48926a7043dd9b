import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const [member, withFactor, stranger] = [randomUUID(), randomUUID(), randomUUID()]
const spaces = { viewer: randomUUID(), editor: randomUUID(), owner: randomUUID() }

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
	database = await createTestDatabase()
	client = new pg.Client(database.owner)
	await client.connect()
	await client.query('set session_replication_role = replica')
	for (const [role, space] of Object.entries(spaces))
		for (const user of [member, withFactor])
			await client.query('insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)', [
				space,
				user,
				role,
			])
	await client.query(
		`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified'), ($2, 'totp', 'unverified')`,
		[withFactor, member],
	)
})
afterAll(async () => {
	await client.end()
	await database.drop()
})

/** The roles of the spaces that a caller with these claims has at least a role in. */
async function rolesOf(claims: object | string, leastRole = 'viewer'): Promise<string[]> {
	await client.query('begin')
	try {
		await client.query('set local role authenticated')
		const text = typeof claims === 'string' ? claims : JSON.stringify(claims)
		await client.query(`select set_config('request.jwt.claims', $1, true)`, [text])
		const { rows } = await client.query('select private.spaces_as($1) as ids', [leastRole])
		return Object.entries(spaces).flatMap(([role, id]) => (rows[0].ids.includes(id) ? [role] : []))
	} finally {
		await client.query('rollback')
	}
}

const authenticated = (sub: string, more: object = {}) => ({ role: 'authenticated', sub, ...more })

it.each([
	['viewer', ['viewer', 'editor', 'owner']],
	['editor', ['editor', 'owner']],
	['owner', ['owner']],
	['administrator', []],
])('a member has at least the role %s in the spaces %j', async (least, expected) => {
	expect(await rolesOf(authenticated(member), least)).toEqual(expected)
	expect(await rolesOf(authenticated(member, { aal: 'aal1' }), least)).toEqual(expected)
})

it('a member with a second factor has no space until the session has shown it', async () => {
	expect(await rolesOf(authenticated(withFactor))).toEqual([])
	expect(await rolesOf(authenticated(withFactor, { aal: 'aal1' }))).toEqual([])
	expect(await rolesOf(authenticated(withFactor, { aal: 'aal2' }))).toEqual(['viewer', 'editor', 'owner'])
})

it.each([
	['a stranger', authenticated(stranger)],
	['a token without a subject', { role: 'authenticated' }],
	['an empty subject', authenticated('')],
	['an anonymous token with the id of a member', { role: 'anon', sub: member }],
	['a service token with the id of a member', { role: 'service_role', sub: member }],
	['a service token whose subject is no user', { role: 'service_role', sub: 'cron' }],
	['a token without a role', { sub: member }],
	['no claims', ''],
	['claims that are no object', 'null'],
])('%s has no space', async (_, claims) => {
	expect(await rolesOf(claims)).toEqual([])
})

it('a subject that is no user id is refused', async () => {
	await expect(rolesOf(authenticated('cron'))).rejects.toMatchObject({ code: '22P02' })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#platform/pg/sql.ts'
import { invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

let opened: TestDeps
let space: SpaceFixture
beforeAll(async () => {
	opened = await openTestDeps({ SITE_URL: 'http://localhost:3000', RATE_LIMITS: 'off' })
	space = await createSpace(opened.database)
})
afterAll(() => opened.close())

type Known = { email: string; reason: string; at: string }

async function lookUp(emails: unknown, by = space.owner): Promise<Known[]> {
	const list = JSON.stringify(emails)
	const [row] = await opened.deps.db.as({ role: 'authenticated', sub: by }, (tx) =>
		tx.final<{ known: Known[] }>(sql`select public.known_recipients(${space.space_id}, ${list}::jsonb) as known`),
	)
	return row?.known ?? []
}
const run = (query: string, values: unknown[] = []) => asOwner(opened.database, query, values)

it('an address is known for the reason for which an invitation would leave it out', async () => {
	await invite(opened.deps.db, space, [
		{ email: 'asked@b.example' },
		{ email: 'failed@b.example' },
		{ email: 'old@b.example' },
	])
	await run(`update public.invitations set state = 'failed' where email = 'failed@b.example'`)
	await run(
		`update public.invitations set state = 'expired', sent_at = now() - interval '91 days' where email = 'old@b.example'`,
	)
	await run(
		'insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, $2))',
		[space.space_id, 'declined@b.example'],
	)
	const list = [
		'ASKED@b.example',
		'failed@b.example',
		'old@b.example',
		'declined@b.example',
		'declined+again@b.example',
		'new@b.example',
		'no address',
	]
	const known = await lookUp(list)
	const reasons = Object.fromEntries(known.map(({ email, reason }) => [email, reason]))
	expect(reasons).toEqual({
		'asked@b.example': 'asked before',
		'declined@b.example': 'declined before',
		// The tag after a plus sign leads to the same mailbox.
		'declined+again@b.example': 'declined before',
	})
	for (const { at } of known) expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)

	const results = await invite(
		opened.deps.db,
		space,
		list.map((email) => ({ email })),
	)
	for (const { email, reason } of results) if (email !== 'no address') expect(reason).toBe(reasons[email ?? ''] ?? null)
})

it('only editors and owners of the space may look up addresses, and only in a list', async () => {
	await expect(lookUp(['a@b.example'], randomUUID())).rejects.toMatchObject({ code: '42501' })
	const viewer = randomUUID()
	await run('insert into auth.users (id, email) values ($1, $2)', [viewer, `${viewer}@example.test`])
	await run(`insert into public.space_members (space_id, user_id, role) values ($1, $2, 'viewer')`, [
		space.space_id,
		viewer,
	])
	await expect(lookUp(['a@b.example'], viewer)).rejects.toMatchObject({ code: '42501' })
	await expect(lookUp('a@b.example')).rejects.toMatchObject({ code: '22023' })
	await expect(lookUp([])).rejects.toMatchObject({ code: '22023' })
})

it('the same address of another space is not known', async () => {
	const other = await createSpace(opened.database)
	await invite(opened.deps.db, other, [{ email: 'theirs@b.example' }])
	expect(await lookUp(['theirs@b.example'])).toEqual([])
})

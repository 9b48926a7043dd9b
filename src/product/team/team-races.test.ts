import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inviteByMail } from '#test/support/product/join-link.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

let spaceId: string
let losing: Person
let other: Person
beforeEach(async () => {
	const owner = await app.person()
	spaceId = (await createOwnSpace(owner.client)).space_id
	losing = await join(owner, 'owner')
	other = await join(owner, 'viewer')
})

async function join(owner: Person, role: string): Promise<Person> {
	const person = await app.person()
	const token = await inviteByMail(app, owner.client, spaceId, person.email, role)
	await person.client.rpc('accept_member_invitation', { token }).throwOnError()
	return person
}

const isWaiting = async () =>
	(await app.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
		.length > 0

/** Calls a function as an owner whose role ends in a transaction that commits after the call has begun. */
async function callWhileLosingTheRole(name: string, given: Record<string, unknown>) {
	const client = new pg.Client(app.database.owner)
	await client.connect()
	await client.query('begin')
	await client.query("update public.space_members set role = 'editor' where space_id = $1 and user_id = $2", [
		spaceId,
		losing.id,
	])
	let isAnswered = false
	const call = losing.client.rpc(name, given).then((answer) => {
		isAnswered = true
		return answer
	})
	await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true)
	await client.query('commit')
	await client.end()
	return call
}

it('an owner who loses the role at this moment does not hand the space over', async () => {
	const { error } = await callWhileLosingTheRole('hand_over_space', { space_id: spaceId, user_id: other.id })
	expect(error?.code).toBe('42501')
	const [row] = await app.sql('select role from public.space_members where space_id = $1 and user_id = $2', [
		spaceId,
		other.id,
	])
	expect(row).toEqual({ role: 'viewer' })
})

it('an owner who loses the role at this moment leaves no open invitation that leads back', async () => {
	const address = { space_id: spaceId, email: 'second-address@kiln.example', role: 'owner' }
	const { error } = await callWhileLosingTheRole('invite_member', address)
	expect(error?.code).toBe('42501')
	const open = await app.sql(
		'select from public.member_invitations where space_id = $1 and accepted_at is null and revoked_at is null',
		[spaceId],
	)
	expect(open).toEqual([])
})

it('an owner who loses the role at this moment does not make an invitation of others their own', async () => {
	const [made] = await app.sql<{ id: string }>(
		`insert into public.member_invitations (space_id, email, role, invited_by)
		select space_id, 'late@kiln.example', 'owner', user_id from public.space_members
		where space_id = $1 and role = 'owner' and user_id <> $2 returning id`,
		[spaceId, losing.id],
	)
	const { error } = await callWhileLosingTheRole('resend_member_invitation', { invitation_id: made?.id })
	expect(error?.code).toBe('42501')
	const [row] = await app.sql<{ is_theirs: boolean }>(
		'select invited_by = $2 as is_theirs from public.member_invitations where id = $1',
		[made?.id, losing.id],
	)
	expect(row).toEqual({ is_theirs: false })
})

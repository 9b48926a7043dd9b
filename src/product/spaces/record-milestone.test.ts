import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { milestones } from '#shared/rows.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let people: Record<'owner' | 'editor' | 'viewer' | 'exMember' | 'stranger' | 'otherOwner', Person>
let spaceId: string
beforeAll(async () => {
	app = await createTestApp({ SPACES_PER_ACCOUNT: '50' })
	const [owner, editor, viewer, exMember, stranger, otherOwner] = (await Promise.all(
		Array.from({ length: 6 }, () => app.person()),
	)) as [Person, Person, Person, Person, Person, Person]
	people = { owner, editor, viewer, exMember, stranger, otherOwner }
	await otherOwner.client.rpc('create_space', { name: 'B', slug: 'milestones-other' }).throwOnError()
})
beforeEach(async () => {
	spaceId = (await createOwnSpace(people.owner.client)).space_id
})
afterAll(() => app.close())

const record = (client: SupabaseClient, step: unknown, space_id: unknown = spaceId) =>
	client.rpc('record_milestone', { space_id, step })
const read = async (): Promise<Record<string, string | null>> => {
	const row = await people.owner.client.from('spaces').select('milestones').eq('id', spaceId).single().throwOnError()
	return row.data.milestones
}
const ticked = async () => {
	const steps = await read()
	return milestones.filter((step) => steps[step] !== null)
}

it('an editor who copied the link or the code ticks what that is, once', async () => {
	await joinSpace(people.owner.client, spaceId, people.editor.client, 'editor')
	await record(people.editor.client, 'shared').throwOnError()
	const { shared } = await read()
	expect(await ticked()).toEqual(['form', 'shared'])
	await record(people.owner.client, 'embedded').throwOnError()
	await record(people.owner.client, 'shared').throwOnError()
	expect(await ticked()).toEqual(['form', 'shared', 'wall', 'embedded'])
	expect((await read()).shared).toBe(shared)
})

it('two members who tick at once leave one time, and both steps when they differ', async () => {
	await joinSpace(people.owner.client, spaceId, people.editor.client, 'editor')
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, n) =>
			record(n % 2 === 0 ? people.owner.client : people.editor.client, n % 3 === 0 ? 'embedded' : 'shared'),
		),
	)
	expect(answers.map(({ error }) => error)).toEqual(Array(10).fill(null))
	expect(await ticked()).toEqual(['form', 'shared', 'wall', 'embedded'])
})

it.each(['anonymous', 'viewer', 'exMember', 'stranger', 'otherOwner'] as const)('%s ticks no step', async (who) => {
	const { owner, viewer, exMember } = people
	await joinSpace(owner.client, spaceId, viewer.client, 'viewer')
	await joinSpace(owner.client, spaceId, exMember.client, 'owner')
	await owner.client.from('space_members').delete().match({ space_id: spaceId, user_id: exMember.id }).throwOnError()
	const client = who === 'anonymous' ? app.client() : people[who].client
	for (const step of ['shared', 'embedded']) expect((await record(client, step)).error?.code).toBe('42501')
	const whole = Object.fromEntries(milestones.map((step) => [step, '2026-01-01T00:00:00Z']))
	const { error } = await client.from('spaces').update({ milestones: whole }).eq('id', spaceId)
	expect(error?.code).toBe('42501')
	expect(await ticked()).toEqual(['form'])
})

it('an owner writes no step into the row, and unticks none', async () => {
	const { client } = people.owner
	for (const milestones of [{}, null, { form: null }]) {
		const { error } = await client.from('spaces').update({ milestones }).eq('id', spaceId)
		expect(error?.code).toBe('42501')
	}
	await client.from('spaces').update({ name: 'Renamed' }).eq('id', spaceId).throwOnError()
	expect(await ticked()).toEqual(['form'])
})

it.each([
	['form', '22023'],
	['first', '22023'],
	['wall', '22023'],
	['', '22023'],
	[null, '22023'],
	['x'.repeat(100_000), '22023'],
	[{ shared: true }, '22023'],
])('a step that only the server ticks, or none, is refused (case %#)', async (step, code) => {
	expect((await record(people.owner.client, step)).error?.code).toBe(code)
	expect(await ticked()).toEqual(['form'])
})

it('a space that does not exist, or none, is refused as one of others is', async () => {
	for (const space of [crypto.randomUUID(), null])
		expect((await record(people.owner.client, 'shared', space)).error?.code).toBe('42501')
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { copiedJoinToken, inviteByMail } from '#test/support/product/join-link.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let spaceId: string
let invitationId: string
let people: Record<'owner' | 'editor' | 'viewer' | 'exMember' | 'stranger' | 'otherOwner', Person>
beforeAll(async () => {
	app = await createTestApp()
	const [owner, editor, viewer, exMember, stranger, otherOwner] = (await Promise.all(
		Array.from({ length: 6 }, () => app.person()),
	)) as [Person, Person, Person, Person, Person, Person]
	people = { owner, editor, viewer, exMember, stranger, otherOwner }
	spaceId = (await owner.client.rpc('create_space', { name: 'A', slug: 'team-a' }).throwOnError()).data.space_id
	await otherOwner.client.rpc('create_space', { name: 'B', slug: 'team-b' }).throwOnError()
	for (const [role, person] of [
		['editor', editor],
		['viewer', viewer],
		['owner', exMember],
	] as const) {
		const token = await inviteByMail(app, owner.client, spaceId, person.email, role)
		await person.client.rpc('accept_member_invitation', { token }).throwOnError()
	}
	await owner.client.from('space_members').delete().match({ space_id: spaceId, user_id: exMember.id }).throwOnError()
	const made = { space_id: spaceId, email: 'secret@team.example', role: 'viewer' }
	invitationId = (await owner.client.rpc('invite_member', made).throwOnError()).data.id
})
afterAll(() => app.close())

const outsiders = ['anonymous', 'editor', 'viewer', 'exMember', 'stranger', 'otherOwner'] as const

it.each(outsiders)('%s neither invites, nor changes, reads or hands over the team of a space', async (who) => {
	const client = who === 'anonymous' ? app.client() : people[who].client
	const calls = [
		['invite_member', { space_id: spaceId, email: 'x@team.example', role: 'owner' }],
		['resend_member_invitation', { invitation_id: invitationId }],
		['revoke_member_invitation', { invitation_id: invitationId }],
		['hand_over_space', { space_id: spaceId, user_id: people.viewer.id }],
	] as const
	for (const [name, given] of calls) {
		const { error } = await client.rpc(name, given)
		expect([name, error?.code]).toEqual([name, '42501'])
	}
	const { data: rows } = await client.from('member_invitations').select('email').eq('space_id', spaceId)
	expect(rows ?? []).toEqual([])
	const { data: addresses } = await client.rpc('member_addresses', { space_id: spaceId })
	expect(addresses ?? []).toEqual([])
	const link = await client.functions.invoke('member-link', { body: { invitation_id: invitationId } })
	expect(link.response?.status).toBe(who === 'anonymous' ? 401 : 404)
	const { data } = await people.owner.client
		.from('member_invitations')
		.select('state:revoked_at, email')
		.eq('id', invitationId)
	expect(data).toEqual([{ state: null, email: 'secret@team.example' }])
})

it('an owner does all of it', async () => {
	const { client } = people.owner
	await client.rpc('resend_member_invitation', { invitation_id: invitationId }).throwOnError()
	expect(await copiedJoinToken(client, spaceId, 'secret@team.example')).toMatch(/^[\w-]{43}$/)
	await client.rpc('revoke_member_invitation', { invitation_id: invitationId }).throwOnError()
})

it('an owner reads no address of an account that was added without its consent, neither a stranger’s nor a former member’s', async () => {
	const { owner, stranger, exMember } = people
	for (const { id } of [stranger, exMember])
		await owner.client.from('space_members').insert({ space_id: spaceId, user_id: id, role: 'viewer' }).throwOnError()
	const { data } = await owner.client.rpc('member_addresses', { space_id: spaceId }).throwOnError()
	const addresses = data.map(({ email }: { email: string }) => email)
	expect(addresses).toContain(owner.email)
	expect(addresses).not.toContain(stranger.email)
	expect(addresses).not.toContain(exMember.email)
	const agreed = await owner.client
		.from('space_members')
		.update({ has_agreed: true } as never)
		.eq('space_id', spaceId)
	expect(agreed.error?.code).toBe('42501')
})

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inviteByMail } from '#test/support/product/join-link.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

async function openSpace() {
	const owner = await app.person()
	const { space_id: spaceId } = await createOwnSpace(owner.client, { name: 'Kiln' })
	const invite = (email: string, role = 'editor') => inviteByMail(app, owner.client, spaceId, email, role)
	return { owner, spaceId, invite }
}

const accept = (client: SupabaseClient, token: string) => client.rpc('accept_member_invitation', { token })
const show = async (client: SupabaseClient, token: string) => (await client.rpc('member_invitation', { token })).data
const membersOf = async (spaceId: string) =>
	app.sql<{ user_id: string; role: string }>(
		'select user_id, role from space_members where space_id = $1 order by created_at',
		[spaceId],
	)

it('a person with an account accepts, and reads the space in the role of the invitation', async () => {
	const { spaceId, invite } = await openSpace()
	const tomasz = await app.person()
	const token = await invite(tomasz.email, 'viewer')
	expect((await accept(tomasz.client, token)).data).toEqual({ space_id: spaceId, role: 'viewer', outcome: 'joined' })
	const { data } = await tomasz.client.from('spaces').select('name').eq('id', spaceId)
	expect(data).toEqual([{ name: 'Kiln' }])
	expect((await tomasz.client.from('spaces').update({ name: 'Mine' }).eq('id', spaceId).select('id')).data).toEqual([])
})

it('an invitation that is accepted on two devices at once makes one member, and a later call answers the same', async () => {
	const { spaceId, invite } = await openSpace()
	const tomasz = await app.person()
	const token = await invite(tomasz.email)
	const answers = await Promise.all(Array.from({ length: 6 }, () => accept(tomasz.client, token)))
	answers.push(await accept(tomasz.client, token))
	const joined = { space_id: spaceId, role: 'editor', outcome: 'joined' }
	expect(answers.map(({ data }) => data)).toEqual(answers.map(() => joined))
	expect(await membersOf(spaceId)).toHaveLength(2)
})

it('of two people who accept one link at once, one becomes a member and the other reads why not', async () => {
	const { spaceId, invite } = await openSpace()
	const people = [await app.person(), await app.person()]
	const token = await invite('shared@kiln.example')
	const answers = await Promise.all(people.map(({ client }) => accept(client, token)))
	expect(answers.filter(({ error }) => !error)).toHaveLength(1)
	expect(answers.find(({ error }) => error)?.error).toMatchObject({
		hint: 'invitation_accepted',
		message: 'This invitation has been used by another account. Ask for a new one.',
	})
	expect(await membersOf(spaceId)).toHaveLength(2)
})

it('a person who is signed in with another address than the invited one may accept', async () => {
	const { owner, spaceId, invite } = await openSpace()
	const other = await app.person()
	const token = await invite('work@kiln.example')
	expect(await show(other.client, token)).toMatchObject({ email: 'work@kiln.example', member: null, state: 'open' })
	expect((await accept(other.client, token)).error).toBeNull()
	const { data } = await owner.client.from('member_invitations').select('email, accepted_by').eq('space_id', spaceId)
	expect(data).toEqual([{ email: 'work@kiln.example', accepted_by: other.id }])
})

it('expired, revoked, declined and unknown links are each refused with their own sentence', async () => {
	const { spaceId, invite } = await openSpace()
	const person = await app.person()
	const refusal = async (token: string) => {
		const { error } = await accept(person.client, token)
		return [error?.hint, error?.message]
	}
	const set = (email: string, change: string) =>
		app.sql(`update member_invitations set ${change} where space_id = $1 and email = $2`, [spaceId, email])
	const expired = await invite('expired@kiln.example')
	await set('expired@kiln.example', 'expires_at = now()')
	expect(await refusal(expired)).toEqual([
		'invitation_expired',
		'This invitation has expired. Ask the person who invited you for a new one.',
	])
	const revoked = await invite('revoked@kiln.example')
	await set('revoked@kiln.example', 'revoked_at = now()')
	expect(await refusal(revoked)).toEqual([
		'invitation_revoked',
		'This invitation was taken back. Ask the person who invited you.',
	])
	const declined = await invite('declined@kiln.example')
	// Without a sign-in, and twice: the second changes nothing.
	for (let i = 0; i < 2; i++) await app.client().rpc('decline_member_invitation', { token: declined }).throwOnError()
	expect(await refusal(declined)).toEqual([
		'invitation_declined',
		'This invitation was declined. Ask the person who invited you for a new one.',
	])
	expect(await refusal('x'.repeat(43))).toEqual([
		'invitation_unknown',
		'There is no such invitation. Open the link from the mail again, or copy it whole.',
	])
	expect(await membersOf(spaceId)).toHaveLength(1)
	expect(await show(app.client(), 'x'.repeat(43))).toBeNull()
})

it('a member who opens a link is told so, keeps the role and leaves the invitation unused', async () => {
	const { owner, spaceId, invite } = await openSpace()
	const token = await invite('next@kiln.example', 'viewer')
	expect(await show(owner.client, token)).toMatchObject({ member: { space_id: spaceId, role: 'owner' } })
	expect((await accept(owner.client, token)).data).toMatchObject({ role: 'owner', outcome: 'member_already' })
	expect((await accept((await app.person()).client, token)).error).toBeNull()
})

it('a link needs a live session to be accepted', async () => {
	const { invite } = await openSpace()
	const token = await invite('session@kiln.example')
	expect((await accept(app.client(), token)).error?.code).toBe('42501')
	const person = await app.person()
	await person.client.auth.admin.signOut(person.token)
	expect((await accept(person.client, token)).error).not.toBeNull()
})

it('an owner who leaves, is removed or loses the role leaves no link that leads back in', async () => {
	for (const departure of ['leave', 'remove', 'demote']) {
		const { owner, spaceId, invite } = await openSpace()
		const second = await app.person()
		await accept(second.client, await invite(second.email, 'owner'))
		const back = await inviteByMail(app, second.client, spaceId, `${departure}-back@kiln.example`, 'owner')
		const stays = await invite(`${departure}-stays@kiln.example`)
		const row = { space_id: spaceId, user_id: second.id }
		const remover = departure === 'leave' ? second.client : owner.client
		if (departure === 'demote') await remover.from('space_members').update({ role: 'editor' }).match(row).throwOnError()
		else await remover.from('space_members').delete().match(row).throwOnError()
		const stranger = await app.person()
		expect([departure, (await accept(stranger.client, back)).error?.hint]).toEqual([departure, 'invitation_revoked'])
		expect((await accept(stranger.client, stays)).error).toBeNull()
	}
})

it('a removed member cannot use the former link, nor another one to the same address', async () => {
	const { owner, spaceId, invite } = await openSpace()
	const member = await app.person()
	const first = await invite('elsewhere@kiln.example')
	const own = await invite(member.email)
	await accept(member.client, first)
	await owner.client.from('space_members').delete().match({ space_id: spaceId, user_id: member.id }).throwOnError()
	expect((await accept(member.client, first)).error?.hint).toBe('invitation_accepted')
	expect((await accept(member.client, own)).error?.hint).toBe('invitation_revoked')
	expect(await show(member.client, first)).toMatchObject({ member: null })
})

it('handing over makes the other member the owner and the caller an editor, and keeps open invitations', async () => {
	const { owner, spaceId, invite } = await openSpace()
	const jonas = await app.person()
	await accept(jonas.client, await invite(jonas.email, 'viewer'))
	const open = await invite('open@kiln.example')
	await owner.client.rpc('hand_over_space', { space_id: spaceId, user_id: jonas.id }).throwOnError()
	expect(await membersOf(spaceId)).toEqual([
		{ user_id: owner.id, role: 'editor' },
		{ user_id: jonas.id, role: 'owner' },
	])
	expect((await accept((await app.person()).client, open)).error).toBeNull()
	const again = await owner.client.rpc('hand_over_space', { space_id: spaceId, user_id: owner.id })
	expect(again.error?.code).toBe('42501')
})

it('a space is handed over only to another member, and two owners who hand over at once leave one owner at least', async () => {
	const { owner, spaceId, invite } = await openSpace()
	const stranger = await app.person()
	for (const user_id of [stranger.id, owner.id, null]) {
		const { error } = await owner.client.rpc('hand_over_space', { space_id: spaceId, user_id })
		expect(error?.hint).toBe('not_a_member')
	}
	const second = await app.person()
	await accept(second.client, await invite(second.email, 'owner'))
	const handOver = (from: SupabaseClient, user_id: string) =>
		from.rpc('hand_over_space', { space_id: spaceId, user_id })
	await Promise.all([handOver(owner.client, second.id), handOver(second.client, owner.id)])
	const owners = (await membersOf(spaceId)).filter(({ role }) => role === 'owner')
	expect(owners.length).toBeGreaterThan(0)
})

it('an invitation cannot be used while its inviter is banned, neither to join nor to sign up', async () => {
	const { owner, invite } = await openSpace()
	const tomasz = await app.person()
	const token = await invite(tomasz.email)
	const ban = (until: string) => app.sql(`update auth.users set banned_until = ${until} where id = $1`, [owner.id])
	const signUp = async () =>
		(await app.sql<{ proof: string | null }>('select private.signup_invitation($1, null) as proof', [tomasz.email]))[0]
			?.proof
	await ban("now() + interval '1 hour'")
	expect((await accept(tomasz.client, token)).error?.hint).toBe('invitation_revoked')
	expect(await show(tomasz.client, token)).toMatchObject({ state: 'revoked' })
	expect(await signUp()).toBeNull()
	await ban('null')
	expect(await signUp()).toBe('invited')
	expect((await accept(tomasz.client, token)).error).toBeNull()
})

it('the addresses of members are read by owners alone', async () => {
	const { owner, spaceId, invite } = await openSpace()
	const editor = await app.person()
	await accept(editor.client, await invite(editor.email))
	const addresses = async (client: SupabaseClient) =>
		(await client.rpc('member_addresses', { space_id: spaceId })).data
			?.map(({ email }: { email: string }) => email)
			.sort()
	expect(await addresses(owner.client)).toEqual([owner.email, editor.email].sort())
	expect(await addresses(editor.client)).toEqual([])
})

it('a space with invitations is deleted, and so is the account of an inviter and of a person who accepted', async () => {
	const { owner, spaceId, invite } = await openSpace()
	const second = await app.person()
	await accept(second.client, await invite(second.email, 'owner'))
	const made = await inviteByMail(app, second.client, spaceId, 'of-the-second@kiln.example')
	await second.client.rpc('delete_account').throwOnError()
	expect((await accept((await app.person()).client, made)).error?.hint).toBe('invitation_unknown')
	const { data } = await owner.client.from('member_invitations').select('accepted_by').eq('space_id', spaceId)
	// The address of a deleted account is forgotten with it.
	expect(data).toEqual([])
	await invite('last@kiln.example')
	await owner.client.from('spaces').delete().eq('id', spaceId).throwOnError()
	const left = await app.sql('select from member_invitations where space_id = $1', [spaceId])
	expect(left).toEqual([])
})

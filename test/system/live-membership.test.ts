import { afterAll, beforeAll, expect, it } from 'vitest'
import { officialClient } from '#test/support/official-client.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { type Inbox, type RowChange, subscribe } from '#test/support/realtime/inbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let url: string
beforeAll(async () => {
	app = await createTestApp({ MAIL_AUTOCONFIRM: 'true' })
	url = await app.listen()
})
afterAll(() => app.close())

it('current members receive live changes of their space, strangers and former members do not', async () => {
	const sites = await Promise.all([makeSpace(url), makeSpace(url), makeSpace(url)])
	const [owner, member, stranger] = await Promise.all(
		sites.map(async (site) => {
			const { data } = await site.client.auth.getSession()
			const accessToken = data.session?.access_token ?? ''
			const client = officialClient(url, app.deps.keys.anonKey, {
				accessToken: async () => accessToken,
			})
			return { ...site, live: client, id: data.session?.user.id ?? '' }
		}),
	)
	if (!owner || !member || !stranger) throw new Error('no spaces were made')
	await asOwner(app.database, `insert into space_members (space_id, user_id, role) values ($1, $2, 'viewer')`, [
		owner.spaceId,
		member.id,
	])
	const inboxes: Inbox<RowChange>[] = []
	for (const { live } of [owner, member, stranger])
		inboxes.push(await subscribe(live, { table: 'tags', filter: `space_id=eq.${owner.spaceId}` }))
	const [forOwner, forMember, forStranger] = inboxes
	const tag = (name: string) => owner.client.from('tags').insert({ space_id: owner.spaceId, name }).throwOnError()

	await tag('first')
	await Promise.all([forOwner?.atLeast(1), forMember?.atLeast(1)])
	await owner.client
		.from('space_members')
		.delete()
		.match({ space_id: owner.spaceId, user_id: member.id })
		.throwOnError()
	await tag('second')
	await forOwner?.atLeast(2)
	expect(forMember?.items).toHaveLength(1)
	expect(forStranger?.items).toEqual([])
	for (const { live } of [owner, member, stranger]) await live.realtime.disconnect()
})

it('invitations to a team are live for its owner, and for no editor, former owner or stranger', async () => {
	const sites = await Promise.all([makeSpace(url), makeSpace(url), makeSpace(url), makeSpace(url)])
	const people = await Promise.all(
		sites.map(async ({ client }) => {
			const { data } = await client.auth.getSession()
			const accessToken = data.session?.access_token ?? ''
			const live = officialClient(url, app.deps.keys.anonKey, { accessToken: async () => accessToken })
			return { live, id: data.session?.user.id ?? '' }
		}),
	)
	const [owner] = sites
	if (!owner) throw new Error('no spaces were made')
	const { spaceId: space_id, client } = owner
	for (const [at, role] of [
		[1, 'editor'],
		[2, 'owner'],
	] as const)
		await asOwner(app.database, 'insert into space_members (space_id, user_id, role) values ($1, $2, $3)', [
			space_id,
			people[at]?.id,
			role,
		])
	const inboxes: Inbox<RowChange>[] = []
	for (const { live } of people)
		inboxes.push(await subscribe(live, { table: 'member_invitations', filter: `space_id=eq.${space_id}` }))
	await client.from('space_members').delete().match({ space_id, user_id: people[2]?.id }).throwOnError()
	for (const email of ['one@team.example', 'two@team.example'])
		await client.rpc('invite_member', { space_id, email, role: 'viewer' }).throwOnError()
	await inboxes[0]?.atLeast(2)
	expect(inboxes.slice(1).map(({ items }) => items)).toEqual([[], [], []])
	for (const { live } of people) await live.realtime.disconnect()
})

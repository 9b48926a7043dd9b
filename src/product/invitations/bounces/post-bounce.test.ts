import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInvitationSender } from '#product/invitations/invitation-sender.ts'
import { type InviteResult, invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const token = 'sixteen-characters-at-least'
let app: TestApp
let space: SpaceFixture
beforeAll(async () => {
	app = await createTestApp({ BOUNCE_TOKEN: token })
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const post = (body: unknown, { query = '', bearer = token } = {}) =>
	app.fetch(`${app.url}/functions/v1/bounce${query}`, {
		method: 'POST',
		headers: { 'content-type': 'text/plain', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})
const run = <Row extends object>(query: string, values: unknown[] = []) => asOwner<Row>(app.database, query, values)
/** Invites one customer of a space and sends the mail. */
async function sendTo(email: string, where = space): Promise<InviteResult['invitation_id']> {
	const [asked] = await invite(app.deps.db, where, [{ email }])
	await expect
		.poll(async () => {
			await createInvitationSender(app.deps).sendDue()
			return run('select from public.invitations where id = $1 and sent_at is not null', [asked?.invitation_id])
		})
		.toHaveLength(1)
	return asked?.invitation_id ?? null
}
const stateOf = async (id: string | null) =>
	(
		await run<{ state: string; failure: string | null }>(
			'select state, failure from public.invitations where id = $1',
			[id],
		)
	)[0]

it('a bounce fails the invitation whose Message-ID it names, although the address was asked by others later', async () => {
	const other = await createSpace(app.database)
	const [first, later] = [await sendTo('both@b.example'), await sendTo('both@b.example', other)]
	const [mail] = await run<{ id: string }>('select id from private.invitation_mails where invitation_id = $1', [first])
	const report = {
		email: 'x@b.example',
		message_id: `<${mail?.id}@localhost>`,
		kind: 'bounce',
		reason: '550\r\nNo such person\0',
	}
	const answer = await post(report)
	expect([answer.status, await answer.json()]).toEqual([200, { reports: 1, matched: 1 }])
	expect(await stateOf(first)).toEqual({ state: 'failed', failure: '550 No such person' })
	expect(await stateOf(later)).toMatchObject({ state: 'sent' })
})

it('a bounce without a Message-ID fails the newest invitation sent to the address', async () => {
	const other = await createSpace(app.database)
	const [first, later] = [await sendTo('newest@b.example'), await sendTo('newest@b.example', other)]
	await post({ email: 'Newest@B.example', kind: 'bounce' })
	expect(await stateOf(first)).toMatchObject({ state: 'sent' })
	expect(await stateOf(later)).toEqual({ state: 'failed', failure: 'The mail came back.' })
})

it('a complaint declines for that space', async () => {
	const id = await sendTo('angry@b.example')
	await post({ email: 'angry@b.example', kind: 'complaint' })
	expect(await stateOf(id)).toMatchObject({ state: 'declined' })
	const [again] = await invite(app.deps.db, space, [{ email: 'angry@b.example' }])
	expect(again?.reason).toBe('declined before')
})

it('a bounce of an answered or opened invitation changes nothing, nor does an unknown address', async () => {
	const id = await sendTo('opened@b.example')
	await run("update public.invitations set state = 'opened', opened_at = now() where id = $1", [id])
	await post({ email: 'opened@b.example', kind: 'bounce' })
	expect(await stateOf(id)).toMatchObject({ state: 'opened' })
	expect(await (await post({ email: 'unknown@b.example', kind: 'bounce' })).json()).toEqual({ reports: 1, matched: 0 })
	expect(await (await post({ event: 'delivered' })).json()).toEqual({ reports: 0, matched: 0 })
})

it('the token is needed, as a bearer or in the query', async () => {
	for (const [bearer, query, status] of [
		['', '', 401],
		['wrong', '', 401],
		[`${token}x`, '', 401],
		['', '?token=wrong', 401],
		['', `?token=${token}`, 200],
		[token, '', 200],
	] as const)
		expect([bearer, query, (await post([], { bearer, query })).status]).toEqual([bearer, query, status])
})

it('a body that is not JSON is refused', async () => {
	const answer = await post('<xml/>')
	expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'bad_json' } }])
})

it('without a token in the settings there is nothing at the address', async () => {
	const plain = await createTestApp({}, app.database)
	const answer = await plain.fetch(`${plain.url}/functions/v1/bounce?token=`, { method: 'POST', body: '[]' })
	expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }])
	await plain.close()
})

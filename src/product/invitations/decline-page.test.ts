import { afterAll, beforeAll, expect, it } from 'vitest'
import { invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { createInvitationSender } from './invitation-sender.ts'
import { invitationTokenOf } from './invitation-token.ts'

let app: TestApp
let space: SpaceFixture
beforeAll(async () => {
	app = await createTestApp()
	space = await createSpace(app.database, 'Fernhill <Pottery>')
})
afterAll(() => app.close())

const run = <Row extends object>(query: string, values: unknown[] = []) => asOwner<Row>(app.database, query, values)
const stateOf = async (id: string) =>
	(await run<{ state: string }>('select state from public.invitations where id = $1', [id]))[0]?.state

/** Invites one customer, and waits until the mail is sent. */
async function asked(email: string): Promise<{ id: string; path: string; token: string }> {
	const [made] = await invite(app.deps.db, space, [{ email, name: 'Ines' }])
	const id = made?.invitation_id ?? ''
	await expect
		.poll(async () => {
			await createInvitationSender(app.deps).sendDue()
			return stateOf(id)
		})
		.toBe('sent')
	const token = invitationTokenOf(app.deps.keys.secret, id, email)
	return { id, token, path: `/invitation/${token}/decline` }
}
const get = (path: string) => app.fetch(`${app.url}${path}`)
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
	app.fetch(`${app.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })

it('opening the page asks and changes nothing, however often', async () => {
	const { id, path, token } = await asked('opened@b.example')
	for (let n = 0; n < 3; n++) {
		const page = await get(path)
		const html = await page.text()
		expect(page.status).toBe(200)
		expect(html).toContain('Rather not?')
		expect(html).toContain('Fernhill &lt;Pottery&gt;')
		expect(html).toContain(`href="/collect/${space.slug}?i=${token}"`)
		expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
		expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
			'no-store',
			'no-referrer',
		])
	}
	expect(await stateOf(id)).toBe('sent')
	expect(await run('select from private.declined_addresses')).toEqual([])
})

it('the button declines for good, and the same page takes it back', async () => {
	const { id, path } = await asked('declines@b.example')
	const declined = await post(path, { do: 'decline' })
	expect([declined.status, declined.headers.get('location')]).toEqual([303, path])
	expect(await stateOf(id)).toBe('declined')
	const page = await (await get(path)).text()
	expect(page).toContain('You will not be asked again.')
	expect(page).toContain('value="undo"')
	expect((await invite(app.deps.db, space, [{ email: 'declines@b.example' }]))[0]?.reason).toBe('declined before')

	await post(path, { do: 'undo' })
	expect(await stateOf(id)).toBe('sent')
	expect(await (await get(path)).text()).toContain('Rather not?')
	expect((await invite(app.deps.db, space, [{ email: 'declines@b.example' }]))[0]?.reason).toBe('asked before')
})

it('undoing gives each invitation its former state', async () => {
	const { id, path } = await asked('former@b.example')
	for (const [change, state] of [
		["state = 'opened', opened_at = now()", 'opened'],
		["state = 'expired', expires_at = now()", 'expired'],
		["state = 'failed', failure = 'No such person'", 'failed'],
		["state = 'answered', answered_at = now()", 'answered'],
	] as const) {
		await run(`update public.invitations set ${change} where id = $1`, [id])
		await post(path, { do: 'decline' })
		expect(await stateOf(id)).toBe(state === 'answered' ? 'answered' : 'declined')
		await post(path, { do: 'undo' })
		expect(await stateOf(id)).toBe(state)
	}
})

it('a mail program declines with one POST, without a session and without a redirect', async () => {
	const { id, path } = await asked('one-click@b.example')
	const answer = await post(path, { 'List-Unsubscribe': 'One-Click' })
	expect(answer.status).toBe(200)
	expect(await stateOf(id)).toBe('declined')
	expect((await post(path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
	expect(await stateOf(id)).toBe('declined')
})

it('one space’s decline does not concern another space', async () => {
	const other = await createSpace(app.database)
	await invite(app.deps.db, other, [{ email: 'shared@b.example' }])
	const { path } = await asked('shared@b.example')
	await post(path, { do: 'decline' })
	const states = await run("select space_id, state from public.invitations where email = 'shared@b.example'")
	expect(states).toContainEqual({ space_id: space.space_id, state: 'declined' })
	expect(states).not.toContainEqual({ space_id: other.space_id, state: 'declined' })
})

it('an unknown token is not found, by GET and POST, and so is a post of another site', async () => {
	const { id, path } = await asked('stranger@b.example')
	for (const unknown of [`/invitation/${'x'.repeat(43)}/decline`, '/invitation/short/decline', `${path}x`]) {
		expect((await get(unknown)).status).toBe(404)
		expect((await post(unknown, { do: 'decline' })).status).toBe(404)
	}
	expect((await post(path, { do: 'decline' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(404)
	expect(await stateOf(id)).toBe('sent')
})

it('the page is in the language of the form, also after its form was deleted', async () => {
	const { path } = await asked('language@b.example')
	for (const [locale, words, dir] of [
		['de', 'Lieber nicht?', 'ltr'],
		['ar', 'لا تسألوني مرة أخرى', 'rtl'],
	] as const) {
		await run('update public.forms set locale = $1 where id = $2', [locale, space.form_id])
		const html = await (await get(path)).text()
		expect(html).toContain(`<html lang="${locale}" dir="${dir}"`)
		expect(html).toContain(words)
	}
	await run('delete from public.forms where id = $1', [space.form_id])
	const html = await (await get(path)).text()
	expect(html).toContain('Rather not?')
	expect(html).not.toContain('/collect/')
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { unsubscribeTokenOf } from './unsubscribe-token.ts'

let app: TestApp
let space: SpaceFixture
let path: string
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
	space = await createSpace(app.database)
	const subject = { kind: 'member', space: space.space_id, user: space.owner } as const
	path = `/unsubscribe/${unsubscribeTokenOf(app.deps.keys.secret, subject)}`
})

const get = (address = path, headers: Record<string, string> = {}) => app.fetch(`${app.url}${address}`, { headers })
const post = (fields: Record<string, string> | FormData, address = path) =>
	app.fetch(`${app.url}${address}`, {
		method: 'POST',
		body: fields instanceof FormData ? fields : new URLSearchParams(fields),
		redirect: 'manual',
	})
const settings = () =>
	asOwner(
		app.database,
		'select new_testimonial, edited_or_withdrawn from public.notification_settings where space_id = $1',
		[space.space_id],
	)

it('opening the link shows whose mails these are and changes nothing, for any method of a scanner', async () => {
	const answer = await get()
	const html = await answer.text()
	expect(answer.status).toBe(200)
	expect(html).toContain('Stop these mails?')
	expect(html).toContain('Fernhill Pottery')
	expect(html).toContain(`${space.slug}@example.test`)
	expect(answer.headers.get('cache-control')).toBe('no-store')
	expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
	for (const query of ['?way=off', '?was=immediate', '?List-Unsubscribe=One-Click']) await get(path + query)
	await app.fetch(`${app.url}${path}?way=off`, { method: 'HEAD' })
	expect(await settings()).toEqual([])
})

it('a mail program stops every mail by its own POST, in either encoding, and is not redirected', async () => {
	const oneClick = { 'List-Unsubscribe': 'One-Click' }
	const multipart = new FormData()
	multipart.set('List-Unsubscribe', 'One-Click')
	for (const body of [oneClick, multipart]) {
		await asOwner(app.database, 'delete from public.notification_settings where space_id = $1', [space.space_id])
		const answer = await post(body)
		expect(answer.status).toBe(200)
		expect(await answer.text()).toContain('You get no more of these.')
		expect(await settings()).toEqual([{ new_testimonial: 'off', edited_or_withdrawn: false }])
	}
})

it('the buttons of the page stop the mails, choose a digest, and undo each', async () => {
	const stopped = await post({ way: 'off' })
	expect([stopped.status, stopped.headers.get('location')]).toEqual([303, `${path}?was=immediate&edited=on`])
	const html = await (await get(`${path}?was=immediate&edited=on`)).text()
	expect(html).toContain('You get no more of these.')
	expect(html).toContain(
		'<input type="hidden" name="way" value="immediate"/><input type="hidden" name="edited" value="on"/>',
	)
	await post({ way: 'immediate', edited: 'on' })
	expect(await settings()).toEqual([{ new_testimonial: 'immediate', edited_or_withdrawn: true }])
	const daily = await post({ way: 'daily' })
	expect(await (await get(daily.headers.get('location') ?? '')).text()).toContain('one mail a day')
	expect(await settings()).toEqual([{ new_testimonial: 'daily', edited_or_withdrawn: true }])
})

it('the page speaks the language of the member, else of the browser', async () => {
	expect(await (await get(path, { 'accept-language': 'fr-CA,fr;q=0.9' })).text()).toContain('Arrêter ces messages')
	await asOwner(app.database, "update public.profiles set locale = 'ar' where id = $1", [space.owner])
	expect(await (await get(path, { 'accept-language': 'fr' })).text()).toContain('<html lang="ar" dir="rtl"')
})

it('a token of a former member, a changed one and any other text lead nowhere and do nothing', async () => {
	const other = await createSpace(app.database)
	const foreign = { kind: 'member', space: space.space_id, user: other.owner } as const
	const stranger = `/unsubscribe/${unsubscribeTokenOf(app.deps.keys.secret, foreign)}`
	for (const address of [stranger, `${path}A`, '/unsubscribe/x', `${path.slice(0, -1)}`]) {
		expect((await get(address)).status).toBe(404)
		expect((await post({ 'List-Unsubscribe': 'One-Click' }, address)).status).toBe(404)
	}
	expect(await settings()).toEqual([])
})

it('a submitter stops the mails about their words, and can undo it', async () => {
	const author = { name: 'Ines', email: 'ines@harbour.example' }
	const { body } = await postSubmission(app, submissionBody(space, { author }))
	const subject = { kind: 'submitter', testimonial: body.id ?? '' } as const
	const own = `/unsubscribe/${unsubscribeTokenOf(app.deps.keys.secret, subject)}`
	expect(await (await get(own)).text()).toContain('ines@harbour.example')
	const stopped = () =>
		asOwner(
			app.database,
			'select mails_stopped_at is not null as stopped from public.testimonial_contacts where space_id = $1',
			[space.space_id],
		)
	await post({ 'List-Unsubscribe': 'One-Click' }, own)
	expect(await stopped()).toEqual([{ stopped: true }])
	await post({ way: 'immediate' }, own)
	expect(await stopped()).toEqual([{ stopped: false }])
	await asOwner(app.database, 'delete from public.testimonials where id = $1', [body.id])
	expect((await get(own)).status).toBe(404)
})

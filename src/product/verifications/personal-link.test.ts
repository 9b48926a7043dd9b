import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type InvitationFields, makeInvitation } from '#test/support/product/make-invitation.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let space: SpaceFixture

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const invite = (fields: InvitationFields = {}, of = space) =>
	makeInvitation(app.database, app.deps.keys.secret, of, fields)

const invitation = async (id: string) =>
	(
		await app.sql<{ state: string; testimonial_id: string | null; opened: boolean; answered: boolean }>(
			`select state, testimonial_id, opened_at is not null as opened, answered_at is not null as answered
			from public.invitations where id = $1`,
			[id],
		)
	)[0]

const basesOf = (testimonial: string | undefined) =>
	app.sql<{ basis: string; evidence: string }>(
		'select basis, evidence from public.verifications where testimonial_id = $1 order by basis',
		[testimonial],
	)

async function sendBy(token: string, email?: string, of = space) {
	const author = { name: 'Ines', ...(email ? { email } : {}) }
	const { status, body } = await postSubmission(app, submissionBody(of, { author, invitation: token }))
	expect([status, body.error]).toEqual([201, undefined])
	return body.id
}

const page = (path: string) => app.fetch(`${app.url}${path}`, { redirect: 'manual' })
const opened = (invitation: unknown) =>
	app.fetch(`${app.url}/functions/v1/opened`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ invitation }),
	})

test('a testimonial sent by a personal link is invited, and its address is proven when it is the invited one', async () => {
	const first = await invite({ email: 'ines@harbour.example' })
	const id = await sendBy(first.token, 'Ines@Harbour.example')
	expect(await basesOf(id)).toEqual([
		{ basis: 'email', evidence: 'I…@Harbour.example' },
		{ basis: 'invited', evidence: 'i…@harbour.example' },
	])
	expect(await invitation(first.id)).toEqual({ state: 'answered', testimonial_id: id, opened: false, answered: true })

	for (const email of ['other@harbour.example', undefined]) {
		const { token } = await invite()
		expect((await basesOf(await sendBy(token, email))).map(({ basis }) => basis)).toEqual(['invited'])
	}
})

test('a personal link works once, even when two devices send at once', async () => {
	const { id, token } = await invite()
	const sent = await Promise.all(Array.from({ length: 8 }, () => sendBy(token)))
	const bases = await Promise.all(sent.map(basesOf))
	expect(bases.flat().map(({ basis }) => basis)).toEqual(['invited'])
	expect(sent[bases.findIndex((of) => of.length > 0)]).toBe((await invitation(id))?.testimonial_id)
	expect(await basesOf(await sendBy(token))).toEqual([])
})

test('a link that is expired, declined, not sent, of another form or space, or unknown proves nothing', async () => {
	const other = await createSpace(app.database)
	const [second] = await app.sql<{ id: string }>(
		`insert into public.forms (space_id, slug, name) values ($1, $2, 'Second') returning id`,
		[space.space_id, `${space.slug}-2`],
	)
	const useless = [
		await invite({ expires: '-1 second' }),
		...(await Promise.all(['queued', 'failed', 'declined', 'expired', 'answered'].map((state) => invite({ state })))),
		await invite({}, other),
		await invite({}, { ...space, form_id: second?.id ?? '' }),
	]
	const declined = await invite({ email: 'no@harbour.example' })
	await app.sql(
		'insert into private.declined_addresses (space_id, address_hash) select $1, private.address_hash($1, $2)',
		[space.space_id, 'no@harbour.example'],
	)
	const before = await Promise.all(useless.map(({ id }) => invitation(id)))
	for (const { token } of [...useless, declined]) expect(await basesOf(await sendBy(token))).toEqual([])
	expect(await Promise.all(useless.map(({ id }) => invitation(id)))).toEqual(before)
	expect(await invitation(declined.id)).toMatchObject({ state: 'sent' })

	const { id, token } = await invite()
	const guesses = [randomBytes(32).toString('base64url'), token.slice(1), `${token}=`, token.toLowerCase(), '', id]
	for (const guess of guesses) expect(await basesOf(await sendBy(guess))).toEqual([])
	expect(await invitation(id)).toMatchObject({ state: 'sent' })
})

test('a refused submission leaves the personal link unused, and a repeated one uses it once', async () => {
	const { id, token } = await invite()
	const refused = await postSubmission(app, submissionBody(space, { body: '', invitation: token }))
	expect([refused.status, await invitation(id)]).toMatchObject([422, { state: 'sent' }])
	const headers = { 'idempotency-key': crypto.randomUUID() }
	const body = submissionBody(space, { invitation: token })
	const [first, again] = [await postSubmission(app, body, headers), await postSubmission(app, body, headers)]
	expect([again.status, again.body.id]).toEqual([201, first.body.id])
	expect(await basesOf(first.body.id)).toHaveLength(1)
})

test('the form of a personal link is filled in, kept from caches and robots, and leaks no Referer', async () => {
	const { token } = await invite({ email: 'ines@harbour.example', name: 'Ines <b>Castellanos</b>', company: 'Harbour' })
	const answer = await page(`/collect/${space.slug}?i=${token}`)
	const html = await answer.text()
	expect(answer.headers.get('cache-control')).toBe('private, no-store')
	expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
	expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
	expect(html).toContain('<meta name="robots" content="noindex">')
	expect(html).toContain('Ines &lt;b&gt;Castellanos&lt;/b&gt;')
	expect(html).toContain('value="ines@harbour.example"')
	expect(html).toContain('value="Harbour"')
	expect(html).toContain(`<input type="hidden" form="tell" name="invitation" value="${token}"/>`)
	expect(html).toContain(`<a href="/collect/${space.slug}">Not you?</a>`)
	expect(html.match(new RegExp(token, 'g'))).toHaveLength(1)

	const open = await page(`/collect/${space.slug}`)
	expect(open.headers.get('cache-control')).toBe('private, no-cache')
	expect(await open.text()).not.toContain('noindex')
})

test('a link that proves nothing any more shows the open form, says why, and gives away nothing', async () => {
	const other = await createSpace(app.database)
	const email = 'secret@harbour.example'
	const cases: [Promise<{ token: string }>, string][] = [
		[invite({ state: 'answered', email, name: 'Secret Name' }), 'was answered already'],
		[invite({ expires: '-2 days', email: 'a@harbour.example', name: 'Secret Name' }), 'This invitation ended on '],
		[invite({ state: 'declined', email: 'b@harbour.example', name: 'Secret Name' }), 'was declined'],
		[invite({ email, name: 'Secret Name' }, other), 'not valid for this form'],
		[Promise.resolve({ token: 'x'.repeat(43) }), 'not valid for this form'],
		[Promise.resolve({ token: '"><script>' }), 'not valid for this form'],
		[Promise.resolve({ token: '' }), 'not valid for this form'],
	]
	for (const [made, text] of cases) {
		const { token } = await made
		const answer = await page(`/collect/${space.slug}?i=${encodeURIComponent(token)}`)
		const html = await answer.text()
		expect([answer.status, html.includes(text)], text).toEqual([200, true])
		expect(html).not.toMatch(/Secret Name|harbour\.example|name="invitation"|<script>/)
		expect(answer.headers.get('cache-control')).toBe('private, no-store')
	}
})

test('a refused form post keeps the personal link, and what was typed over its values', async () => {
	const { id, token } = await invite({ email: 'ines@harbour.example', name: 'Ines' })
	const fields = { form: space.slug, body: '', name: 'Ines C.', email: 'home@harbour.example', invitation: token }
	const refused = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		body: new URLSearchParams(fields),
	})
	const html = await refused.text()
	expect(refused.status).toBe(422)
	expect(html).toContain('value="Ines C."')
	expect(html).toContain('value="home@harbour.example"')
	expect(html).toContain(`name="invitation" value="${token}"`)
	const sent = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		body: new URLSearchParams({ ...fields, body: 'Words.' }),
		redirect: 'manual',
	})
	expect(sent.status).toBe(303)
	expect((await basesOf((await invitation(id))?.testimonial_id ?? '')).map(({ basis }) => basis)).toEqual(['invited'])
})

test('only the beacon of the page opens an invitation, once, and only a sent one', async () => {
	const { id, token } = await invite()
	for (const method of ['GET', 'HEAD'])
		await app.fetch(`${app.url}/collect/${space.slug}?i=${token}`, { method, headers: { purpose: 'prefetch' } })
	expect((await app.fetch(`${app.url}/functions/v1/opened?invitation=${token}`)).status).toBe(405)
	expect(await invitation(id)).toMatchObject({ state: 'sent', opened: false })
	const ended = await Promise.all(
		['queued', 'failed', 'declined', 'expired', 'answered'].map((state) => invite({ state })),
	)
	const late = await invite({ expires: '-1 second' })
	for (const one of [...ended, late]) {
		const before = await invitation(one.id)
		expect((await opened(one.token)).status).toBe(204)
		expect(await invitation(one.id)).toEqual(before)
	}
	for (const value of [token, token, 'x'.repeat(43), '', 7, null]) expect((await opened(value)).status).toBe(204)
	expect(await invitation(id)).toMatchObject({ state: 'opened', opened: true })
	expect((await basesOf(await sendBy(token))).map(({ basis }) => basis)).toEqual(['invited'])
})

test('a former slug passes a personal link on, and no cache keeps it', async () => {
	const { token } = await invite()
	await app.sql('update public.forms set slug = $2 where id = $1', [space.form_id, `${space.slug}-new`])
	const answer = await page(`/collect/${space.slug}?i=${token}`)
	expect([answer.status, answer.headers.get('location')]).toEqual([308, `/collect/${space.slug}-new?i=${token}`])
	expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('the personal link of a form that was closed afterwards shows that it is closed, and nothing of the invitation', async () => {
	const { token } = await invite({ email: 'ines@harbour.example', name: 'Ines' })
	await app.sql('update public.forms set is_open = false where id = $1', [space.form_id])
	const html = await (await page(`/collect/${space.slug}?i=${token}`)).text()
	expect(html).not.toContain('ines@harbour.example')
	expect(html).not.toContain('name="body"')
	const author = { name: 'Ines', email: 'ines@harbour.example' }
	const { status, body } = await postSubmission(app, submissionBody(space, { author, invitation: token }))
	expect([status, body.id]).toEqual([404, undefined])
	await app.sql('delete from public.forms where id = $1', [space.form_id])
	expect((await page(`/collect/${space.slug}?i=${token}`)).status).toBe(404)
})

test('a personal link proves what it proves, also in the browser of a signed-in member', async () => {
	const { token } = await invite({ email: 'ines@harbour.example', name: 'Ines' })
	const answer = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${(await app.person('stranger')).token}` },
		body: JSON.stringify(submissionBody(space, { author: { name: 'Ines' }, invitation: token })),
	})
	expect(answer.status).toBe(201)
	const { id } = (await answer.json()) as { id: string }
	expect((await basesOf(id)).map(({ basis }) => basis)).toEqual(['invited'])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#shared/form/receipt.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let token: string
let id: string

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
	const { body } = await postSubmission(app, submissionBody(space))
	token = body.receipt_url?.split('/').at(-1) ?? ''
	id = body.id ?? ''
})
afterAll(() => app.close())

type Answer = { status: number; body: Receipt & { error?: { code: string; fields?: object } } }

async function receipt(method: string, change?: object | string, secret = token): Promise<Answer> {
	const response = await app.fetch(`${app.url}/functions/v1/receipt`, {
		method,
		headers: { 'receipt-token': secret, 'content-type': 'application/json' },
		...(change === undefined ? {} : { body: typeof change === 'string' ? change : JSON.stringify(change) }),
	})
	const text = await response.text()
	return { status: response.status, body: text ? JSON.parse(text) : null }
}

const decide = (status: string) =>
	asOwner(app.database, 'update public.testimonials set status = $2 where id = $1', [id, status])
const shown = () =>
	asOwner<{ body: string; author_name: string | null; rating: number | null }>(
		app.database,
		'select body, author_name, rating from private.shown_testimonials where id = $1',
		[id],
	)
const row = async () =>
	(
		await asOwner<Record<string, unknown>>(
			app.database,
			'select status, version, approved_version, withdrawn_at from public.testimonials where id = $1',
			[id],
		)
	)[0]

test('the holder of a private link reads their whole record', async () => {
	const { status, body } = await receipt('GET')
	expect(status).toBe(200)
	expect(body).toMatchObject({
		id,
		kind: 'text',
		rating: 5,
		author: { name: 'Ines Castellanos', title: null, avatar_url: null },
		status: 'pending',
		is_public: false,
		edit_pending: false,
		excerpt: null,
		consent: { scope: 'public', wording: space.wording },
		walls: [],
		form: { slug: space.slug, rating: 'optional' },
		space: { name: 'Fernhill Pottery' },
	})
	expect(body.events.map(({ kind, by }) => [kind, by])).toEqual([
		['submitted', 'submitter'],
		['consented', 'submitter'],
	])
	await decide('approved')
	expect((await receipt('GET')).body).toMatchObject({
		is_public: true,
		walls: [{ name: 'Fernhill Pottery', url: `/w/${space.slug}#t-${id}` }],
	})
})

test('any other token is receipt_not_found', async () => {
	for (const secret of ['', 'x', 'A'.repeat(43), token.slice(1), `${token}=`, '../../etc', '%00']) {
		const answer = await receipt('GET', undefined, secret)
		expect([answer.status, answer.body.error?.code]).toEqual([404, 'receipt_not_found'])
	}
})

test('an edit makes a new version and waits, while the approved one stays public', async () => {
	await decide('approved')
	await asOwner(app.database, 'update public.testimonials set excerpt_start = 0, excerpt_end = 10 where id = $1', [id])
	const edited = await receipt('PATCH', { body: 'It sings and it glows.', rating: 4 })
	expect(edited.body).toMatchObject({
		body: 'It sings and it glows.',
		rating: 4,
		status: 'pending',
		edit_pending: true,
		is_public: true,
	})
	expect(await row()).toMatchObject({ status: 'pending', version: 2, approved_version: 1 })
	expect(await shown()).toMatchObject([{ body: 'They fired', rating: 5 }])

	await receipt('PATCH', { author: { name: 'I. C.', company: 'Harbour' } })
	expect(await row()).toMatchObject({ version: 3, approved_version: 1 })
	expect(await shown()).toMatchObject([{ body: 'They fired', author_name: 'Ines Castellanos' }])

	await decide('approved')
	expect(await shown()).toEqual([{ body: 'It sings and it glows.', author_name: 'I. C.', rating: 4 }])
	const versions = await asOwner(
		app.database,
		'select version, body from public.testimonial_versions where testimonial_id = $1 order by version',
		[id],
	)
	expect(versions).toHaveLength(2)
})

test('an unchanged edit makes no new version', async () => {
	await decide('approved')
	const { body } = await receipt('GET')
	await receipt('PATCH', {
		body: body.body,
		rating: body.rating,
		author: { name: body.author.name },
	})
	expect(await row()).toMatchObject({ status: 'approved', version: 1 })
})

test('a withdrawn testimonial is nowhere public and can be restored unchanged', async () => {
	await decide('approved')
	expect((await receipt('PATCH', { withdrawn: true })).body).toMatchObject({
		is_public: false,
		walls: [],
	})
	expect(await shown()).toEqual([])
	expect((await receipt('PATCH', { withdrawn: false })).body).toMatchObject({
		withdrawn_at: null,
		is_public: true,
	})
	const { events } = (await receipt('GET')).body
	expect(events.slice(-2).map(({ kind }) => kind)).toEqual(['withdrawn', 'returned'])
})

test('a change of consent leaves the old one as evidence and takes effect at once', async () => {
	await decide('approved')
	await receipt('PATCH', { consent: { scope: 'anonymous', wording: space.wording } })
	expect(await shown()).toMatchObject([{ author_name: null }])
	const { body } = await receipt('PATCH', { consent: { scope: 'private' } })
	expect(await shown()).toEqual([])
	expect(body.consents.map(({ scope, revoked_at }) => [scope, revoked_at === null])).toEqual([
		['private', true],
		['anonymous', false],
		['public', false],
	])
})

test('an erased testimonial leaves nothing but a salted hash', async () => {
	await decide('approved')
	await receipt('PATCH', { body: 'Once more.' })
	expect((await receipt('DELETE')).status).toBe(204)
	expect((await receipt('GET')).body.error?.code).toBe('receipt_not_found')
	expect((await receipt('DELETE')).status).toBe(404)
	for (const table of ['testimonials', 'testimonial_versions', 'consents', 'testimonial_events'])
		expect(await asOwner(app.database, `select 1 from public.${table} where space_id = $1`, [space.space_id])).toEqual(
			[],
		)
	const [tombstone] = await asOwner<{ known: boolean }>(
		app.database,
		`select id_hash = sha256(salt || convert_to($2, 'UTF8')) as known from private.tombstones where space_id = $1`,
		[space.space_id, id],
	)
	expect(tombstone?.known).toBe(true)
})

test.each([
	[{ body: '' }, 'body'],
	[{ body: 'a\u0000b' }, 'body'],
	[{ body: 5 }, 'body'],
	[{ rating: 0 }, 'rating'],
	[{ rating: 4.5 }, 'rating'],
	[{ rating: '5' }, 'rating'],
	[{ author: { name: '' } }, 'author.name'],
	[{ author: { url: 'javascript:alert(1)' } }, 'author.url'],
	[{ author: { email: 'new@harbour.org' } }, 'author.email'],
	[{ consent: { scope: 'everything', wording: 'x' } }, 'consent'],
	[{ consent: { scope: 'public', wording: '' } }, 'consent.wording'],
	[{ withdrawn: 'yes' }, 'withdrawn'],
	[{ status: 'approved' }, 'status'],
	[{ spam_state: 'clean' }, 'spam_state'],
])('a receipt refuses the change %j', async (change, field) => {
	const answer = await receipt('PATCH', change)
	expect(answer.status).toBe(422)
	expect(answer.body.error?.fields).toHaveProperty([field])
	expect(await row()).toMatchObject({ status: 'pending', version: 1, withdrawn_at: null })
})

test('a change that is not JSON is refused', async () => {
	expect((await receipt('PATCH', '{"body":')).body.error?.code).toBe('bad_json')
})

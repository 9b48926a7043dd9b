import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PublicForm } from '#shared/form/public-form.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const sql = (text: string, values: unknown[] = []) => asOwner(app.database, text, values)
const read = (path: string, headers: Record<string, string> = {}) =>
	app.fetch(`${app.url}/functions/v1/${path}`, { headers })
async function readWall(query = ''): Promise<PublicWall> {
	return (await read(`wall?slug=${space.slug}${query}`)).json() as Promise<PublicWall>
}
/** Sends and approves; the later ones are the newer ones. */
async function publish(count: number, changes: Record<string, unknown> = {}): Promise<string[]> {
	const ids = []
	for (let i = 0; i < count; i++) {
		const { body } = await postSubmission(app, submissionBody(space, { body: `Praise ${i}`, ...changes }))
		await sql("update public.testimonials set status = 'approved' where id = $1", [body.id])
		ids.push(body.id ?? '')
	}
	return ids
}

test('a form is public JSON with an ETag, and carries nothing that only members may see', async () => {
	await sql(
		`insert into public.form_questions (space_id, form_id, position, kind, label, options)
		values ($1, $2, 0, 'choice', 'Which glaze?', '["ash","celadon"]')`,
		[space.space_id, space.form_id],
	)
	const response = await read(`form?slug=${space.slug}`)
	expect(response.headers.get('cache-control')).toMatch(/^public, max-age=/)
	const form = (await response.json()) as PublicForm
	expect(form).toMatchObject({ id: space.form_id, slug: space.slug, is_open: true })
	expect(form.questions).toMatchObject([{ kind: 'choice', options: ['ash', 'celadon'] }])
	expect(Object.keys(form.space)).toEqual(['name', 'brand'])
	const etag = response.headers.get('etag') ?? ''
	expect((await read(`form?slug=${space.slug}`, { 'if-none-match': etag })).status).toBe(304)
})

test('a form is found by a former slug and answers with the present one', async () => {
	await sql('update public.forms set slug = $2 where id = $1', [space.form_id, `${space.slug}-now`])
	const form = (await (await read(`form?slug=${space.slug}`)).json()) as PublicForm
	expect(form.slug).toBe(`${space.slug}-now`)
})

test.each(['form?slug=nowhere', 'form', "form?slug=' or 1=1", 'form?slug=%00'])('%s is 404', async (path) => {
	const response = await read(path)
	expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
		404,
		'form_not_found',
	])
})

test('answers are validated by their questions and stored with them', async () => {
	const rows = (await sql(
		`insert into public.form_questions (space_id, form_id, position, kind, label, options, required, is_public) values
		($1, $2, 0, 'choice', 'Glaze', '["ash","Cafe\u0301 au lait "]', true, true), ($1, $2, 1, 'scale', 'Weight', '[]', false, false),
		($1, $2, 2, 'link', 'Shop', '[]', false, false) returning id`,
		[space.space_id, space.form_id],
	)) as { id: string }[]
	const [choice, scale, link] = rows.map(({ id }) => id)
	const answer = (question_id: string | undefined, value: unknown) => ({ question_id, value })
	const send = async (...answers: object[]) => (await postSubmission(app, submissionBody(space, { answers }))).body
	expect((await send()).error?.fields).toEqual({ [`answer_${choice}`]: 'Answer this question.' })
	const wrong = await send(answer(choice, 'blue'), answer(scale, '6'), answer(link, 'javascript:x'))
	expect(Object.keys(wrong.error?.fields ?? {})).toEqual([choice, scale, link].map((id) => `answer_${id}`))
	// An option chosen as its owner typed it: with a space behind and an accent of its own.
	await send(answer(choice, 'Cafe\u0301 au lait '), answer(scale, 4), answer(link, ''))
	expect(await sql('select label, value, is_public from public.testimonial_answers order by position')).toEqual([
		{ label: 'Glaze', value: 'Caf\u00e9 au lait', is_public: true },
		{ label: 'Weight', value: '4', is_public: false },
	])
})

test('a wall shows approved testimonials with true counts, pinned ones first, then the newest', async () => {
	const ids = await publish(3)
	await postSubmission(app, submissionBody(space, { body: 'Still pending' }))
	await sql('update public.testimonials set is_pinned = true where id = $1', [ids[0]])
	const wall = await readWall()
	expect(wall.items.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
	expect(wall.counts).toMatchObject({ chosen: 3, published: 3, spread: [0, 0, 0, 0, 3] })
	expect(JSON.stringify(wall)).not.toContain('Still pending')
})

test('the pages of a wall as JSON contain every item exactly once', async () => {
	const ids = await publish(7)
	const seen: string[] = []
	let cursor: string | null = ''
	while (cursor !== null) {
		const page: PublicWall = await readWall(`&limit=3&cursor=${cursor}`)
		seen.push(...page.items.map(({ id }) => id))
		cursor = page.next
	}
	expect(seen).toEqual(ids.reverse())
})

test('no wall shows withdrawn, revoked, spam, archived or private testimonials', async () => {
	const ids = await publish(5)
	await publish(1, { consent: { scope: 'private' } })
	await sql('update public.testimonials set withdrawn_at = now() where id = $1', [ids[0]])
	await sql('update public.consents set revoked_at = now() where testimonial_id = $1', [ids[1]])
	await sql("update public.testimonials set spam_state = 'spam' where id = $1", [ids[2]])
	await sql("update public.testimonials set status = 'archived' where id = $1", [ids[3]])
	expect((await readWall()).items.map(({ id }) => id)).toEqual([ids[4]])
})

test('an anonymous testimonial shows nothing that identifies its author', async () => {
	await publish(1, {
		author: {
			name: 'Ines Castellanos',
			title: 'Nurse',
			company: 'Harbour',
			url: 'https://harbour.org',
			email: 'ines@harbour.org',
		},
		consent: { scope: 'anonymous', wording: space.wording },
	})
	const text = JSON.stringify(await readWall())
	expect(text).toContain('Praise 0')
	for (const word of ['Ines', 'Nurse', 'Harbour', 'harbour.org']) expect(text).not.toContain(word)
})

test('a wall changes as soon as its space does', async () => {
	const [id] = await publish(1)
	const before = await read(`wall?slug=${space.slug}`)
	await app.fetch(`${app.url}/functions/v1/wall?id=${space.wall_id}`)
	await sql("update public.testimonials set status = 'archived' where id = $1", [id])
	await expect.poll(async () => (await readWall()).counts.published).toBe(0)
	expect((await read(`wall?id=${space.wall_id}`)).headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('an unpublished or unknown wall is 404, and an invalid page 422', async () => {
	for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=nonsense'])
		expect((await read(`wall?slug=${space.slug}&${query}`)).status).toBe(422)
	expect((await read('wall')).status).toBe(422)
	expect((await read('wall?id=nonsense')).status).toBe(404)
	await sql('update public.walls set is_published = false where id = $1', [space.wall_id])
	expect((await read(`wall?slug=${space.slug}`)).status).toBe(404)
})

test('events counts page views and refuses everything else', async () => {
	const count = (body: object) =>
		app.fetch(`${app.url}/functions/v1/events`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	expect((await count({ kind: 'view', path: '/collect/x', referrer_host: 'Harbour.org' })).status).toBe(204)
	expect((await count({ kind: 'click', path: '/' })).status).toBe(422)
	expect((await count({ kind: 'view', path: 'https://elsewhere' })).status).toBe(422)
})

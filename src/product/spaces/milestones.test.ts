import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { milestones } from '#shared/rows.ts'
import { invite } from '#test/support/product/invitations.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

let app: TestApp
let space: SpaceFixture
beforeAll(async () => {
	app = await createTestApp({ SITE_URL: 'https://praise.example.com' })
	await app.stopWorkers()
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const read = async () => {
	const [row] = await app.sql<{ milestones: Record<string, string | null> }>(
		'select milestones from public.spaces where id = $1',
		[space.space_id],
	)
	return row?.milestones ?? {}
}
const ticked = async () => {
	const steps = await read()
	return milestones.filter((step) => steps[step] !== null)
}
/** Visits a node of its own, whose stop writes its counts. */
async function onNode(visit: (node: TestApp) => Promise<unknown>): Promise<void> {
	const node = await createTestApp({ SITE_URL: app.url }, app.database)
	await visit(node)
	await node.close()
}
const change = (column: string, value: unknown) =>
	app.sql(`update public.walls set ${column} = $2 where id = $1`, [space.wall_id, value])

it('a new space has all five steps, and the form that it begins with is ticked', async () => {
	const steps = await read()
	expect(Object.keys(steps).sort()).toEqual([...milestones].sort())
	expect(await ticked()).toEqual(['form'])
	expect(Math.abs(Date.now() - Date.parse(steps.form ?? ''))).toBeLessThan(60_000)
})

it('a visitor who opens the form ticks that its link was shared, and a bot does not', async () => {
	const view = (node: TestApp, agent: string) =>
		node.fetch(`${app.url}/functions/v1/events`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'user-agent': agent },
			body: JSON.stringify({ kind: 'view', path: `/collect/${space.slug}` }),
		})
	await onNode((node) => view(node, 'Mozilla/5.0 (compatible; Googlebot/2.1)'))
	expect(await ticked()).toEqual(['form'])
	await onNode((node) => view(node, browser))
	expect(await ticked()).toEqual(['form', 'shared'])
})

it('an invitation ticks it when its mail was sent, and not while it waits or when it was refused', async () => {
	const record = async (outcome: string, email: string) => {
		await invite(app.deps.db, space, [{ email }])
		await app.sql(
			`select private.record_invitation_mail(m.id, $2, 'x', 60) from private.invitation_mails m
			join public.invitations i on i.id = m.invitation_id where i.email = $1`,
			[email, outcome],
		)
		return ticked()
	}
	expect(await record('later', 'one@harbour.example')).toEqual(['form'])
	expect(await record('refused', 'two@harbour.example')).toEqual(['form'])
	expect(await record('sent', 'three@harbour.example')).toEqual(['form', 'shared'])
})

it('the first testimonial ticks its step, and the second leaves its time', async () => {
	const send = () => postSubmission(app, submissionBody(space, {}), { 'idempotency-key': crypto.randomUUID() })
	expect((await send()).status).toBe(201)
	const { first } = await read()
	expect(await ticked()).toEqual(['form', 'first'])
	expect((await send()).status).toBe(201)
	expect((await read()).first).toBe(first)
})

it('submissions at once to a space without any tick the step once, and none waits for another or fails', async () => {
	const answers = await Promise.all(
		Array.from({ length: 12 }, (_, n) =>
			postSubmission(app, submissionBody(space, { body: `Number ${n} came by ferry and stayed.` }), {
				'idempotency-key': crypto.randomUUID(),
			}),
		),
	)
	expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
	expect(await ticked()).toEqual(['form', 'first'])
})

it('a wall that is published as it is ticks its step, and a new name or a hidden wall does not', async () => {
	await change('name', 'Another')
	await app.sql(`update public.walls set layout = 'list', is_published = false where id = $1`, [space.wall_id])
	expect(await ticked()).toEqual(['form'])
	await change('is_published', true)
	expect(await ticked()).toEqual(['form', 'wall'])
})

it('a wall that is seen on another site was chosen and is on a site', async () => {
	const load = (node: TestApp, referer: string) =>
		node.fetch(`${app.url}/embed/${space.wall_id}.js`, { headers: { referer, 'user-agent': browser } })
	await onNode((node) => load(node, `${app.url}/dashboard/walls`))
	expect(await ticked()).toEqual(['form'])
	await onNode((node) => load(node, 'https://shop.example/'))
	expect(await ticked()).toEqual(['form', 'wall', 'embedded'])
})

it('what was ticked stays when its cause is deleted', async () => {
	await change('is_published', true)
	await postSubmission(app, submissionBody(space, {}), { 'idempotency-key': crypto.randomUUID() })
	const before = await read()
	for (const table of ['testimonials', 'walls', 'forms'])
		await app.sql(`delete from public.${table} where space_id = $1`, [space.space_id])
	expect(await read()).toEqual(before)
})

it('a step that is ticked costs a submission no write of the space', async () => {
	const send = () => postSubmission(app, submissionBody(space, {}), { 'idempotency-key': crypto.randomUUID() })
	await send()
	const version = () => app.sql('select xmin::text, ctid::text from public.spaces where id = $1', [space.space_id])
	const before = await version()
	await send()
	expect(await version()).toEqual(before)
})

it.each([
	['no object', [] as unknown],
	['a missing step', { form: null, shared: null, first: null, wall: null }],
	['an unknown step', { form: null, shared: null, first: null, wall: null, embedded: null, more: null }],
	['a number', { form: 1, shared: null, first: null, wall: null, embedded: null }],
	['a deep value', { form: { a: {} }, shared: null, first: null, wall: null, embedded: null }],
	['a long text', { form: '9'.repeat(100_000), shared: null, first: null, wall: null, embedded: null }],
	['a word', { form: 'infinity', shared: null, first: null, wall: null, embedded: null }],
	[
		'a day that does not exist',
		{ form: '2026-02-31T10:00:00Z', shared: null, first: null, wall: null, embedded: null },
	],
	['a time without its zone', { form: '2026-02-01T10:00:00', shared: null, first: null, wall: null, embedded: null }],
	[
		'a zone that does not exist',
		{ form: '2026-02-01T10:00:00+99:99', shared: null, first: null, wall: null, embedded: null },
	],
])('the database holds no guide with %s', async (_, steps) => {
	const store = app.sql('update public.spaces set milestones = $2 where id = $1', [
		space.space_id,
		JSON.stringify(steps),
	])
	await expect(store).rejects.toMatchObject({ code: '23514' })
})

it('spaces from before the guide are ticked by what their rows show, and no time is in the future', async () => {
	await change('layout', 'grid')
	await postSubmission(app, submissionBody(space, {}), { 'idempotency-key': crypto.randomUUID() })
	await app.sql(`update public.testimonials set submitted_at = '2024-01-01' where space_id = $1`, [space.space_id])
	await app.sql(
		`update public.spaces set created_at = '2024-02-01', milestones = '{"form": null, "shared": null, "first": null,
			"wall": null, "embedded": "2999-01-01T00:00:00Z"}' where id = $1`,
		[space.space_id],
	)
	await app.sql('select private.fill_milestones($1)', [space.space_id])
	const steps = await read()
	expect(milestones.filter((step) => steps[step] !== null)).toEqual([...milestones])
	expect(Date.parse(steps.embedded ?? '')).toBeLessThan(Date.now() + 60_000)
	expect(Date.parse(steps.shared ?? '')).toBe(Date.parse('2024-01-01T00:00:00Z'))
	expect(Date.parse(steps.first ?? '')).toBe(Date.parse('2024-02-01T00:00:00Z'))
})

it('an old space in which nothing happened has only its form ticked', async () => {
	await app.sql('select private.fill_milestones($1)', [space.space_id])
	expect(await ticked()).toEqual(['form'])
})

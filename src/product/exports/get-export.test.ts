import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let space: SpaceFixture
beforeAll(async () => {
	app = await createTestApp()
	space = await createSpace(app.database)
	expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
})
afterAll(() => app.close())

/** Signs up a person, and adds them to the space if they have a role. */
const member = (role?: 'owner' | 'editor' | 'viewer') => (role ? addMember(app, space.space_id, role) : app.person())
function get(token: string | null, query: Record<string, string> = {}): Promise<Response> {
	const search = new URLSearchParams({ space_id: space.space_id, format: 'csv', ...query })
	return app.fetch(`${app.url}/functions/v1/export?${search}`, {
		headers: token ? { authorization: `Bearer ${token}` } : {},
	})
}

it('strangers get nothing, and only owners the archive', async () => {
	const [owner, editor, viewer, stranger] = [
		await member('owner'),
		await member('editor'),
		await member('viewer'),
		await member(),
	]
	expect((await get(null)).status).toBe(401)
	for (const format of ['csv', 'json', 'archive']) expect((await get(stranger.token, { format })).status).toBe(404)
	for (const { token } of [editor, viewer]) {
		const rows = await get(token)
		expect(rows.status).toBe(200)
		// An unread download keeps one of the two places for exports.
		await rows.text()
		expect((await get(token, { format: 'archive' })).status).toBe(403)
	}
	const { status, headers } = await get(owner.token, { format: 'archive', emails: '1' })
	expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
	const events = await app.sql<{ kind: string; actor: string; detail: object }>(
		'select kind, actor, detail from public.space_events order by id desc limit 1',
	)
	expect(events).toEqual([{ kind: 'archive_made', actor: owner.id, detail: { format: 'archive', emails: true } }])
})

it('a member downloads the testimonials of the space as CSV', async () => {
	const { token } = await member('viewer')
	expect(await (await get(token)).text()).toContain('Ines Castellanos')
})

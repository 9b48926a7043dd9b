import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicWall } from '#shared/wall.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { inApp, overSocket } from '#test/both-doors.ts'
import { asOwner } from '#test/database.ts'
import { submissionTo } from '#test/submission.ts'
import { arrangeSpace, post, type VisitedSpace } from '#test/visitor.ts'

describe('walls that skip the app', () => {
	let app: TestApp
	let url: string
	let space: VisitedSpace
	let wall: string
	beforeAll(async () => {
		app = await createTestApp()
		url = await app.listen()
		space = await arrangeSpace(app.database)
		for (let i = 0; i < 3; i++) {
			const { body } = await post(app, submissionTo(space, { body: `Praise ${i}, ‘ä’ and “日本”` }))
			const approve = "update public.testimonials set status = 'approved' where id = $1"
			await asOwner(app.database, approve, [body.id])
		}
		wall = `/functions/v1/wall?slug=${space.slug}`
	})
	afterAll(() => app.close())

	it('answer as the app does', async () => {
		const first = await inApp(app, `${wall}&limit=1`, 'GET', {})
		const { wall: named, next } = JSON.parse(first.body) as PublicWall
		const byId = `/functions/v1/wall?id=${named.id}`
		const cases: [path: string, headers?: Record<string, string>][] = [
			[wall],
			[wall, { 'accept-encoding': 'br, gzip' }],
			[wall, { 'accept-encoding': 'gzip' }],
			[wall, { 'if-none-match': String(first.headers.etag) }],
			[wall, { 'if-none-match': '*' }],
			[`${wall}&cursor=${next}`],
			[`${wall}&cursor=garbage`],
			[`${wall}&limit=0`],
			[byId],
			[`${byId}&cursor=${next}`, { 'accept-encoding': 'gzip' }],
			[wall, { apikey: 'wrong' }],
			[wall, { apikey: app.deps.keys.anonKey }],
			['/functions/v1/wall?slug=nowhere'],
			['/functions/v1/wall?'],
		]
		for (const [path, headers = {}] of cases)
			for (const method of ['GET', 'HEAD', 'POST'])
				expect(await overSocket(`${url}${path}`, method, headers), `${method} ${path}`).toEqual(
					await inApp(app, path, method, headers),
				)
	})

	it('are gone at once when they are no longer published', async () => {
		const seen = async () => JSON.parse((await overSocket(`${url}${wall}`, 'GET', {})).body)
		expect(await seen()).toMatchObject({ items: [{}, {}, {}] })
		await asOwner(
			app.database,
			'update public.walls set is_published = false where space_id = $1',
			[space.space_id],
		)
		await expect.poll(seen).toMatchObject({ error: { code: 'wall_not_found' } })
	})
})

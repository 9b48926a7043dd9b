import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyLog } from '#product/proof/verify-log.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
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

const send = async (more: Record<string, unknown> = {}) =>
	(await postSubmission(app, submissionBody(space, more))).body.id ?? ''
const read = () =>
	app.sql(
		`select id, testimonial_id, scope, wording, wording_hash, revoked_at from public.consents where space_id = $1 order by id`,
		[space.space_id],
	)
const repeated = async () =>
	(await app.sql(`select from private.consents where space_id = $1 and wording is not null`, [space.space_id])).length

/** Brings the consents to the state in which the migration 0058 leaves a database that has some. */
const makeFormer = () =>
	app.sql(
		`set session_replication_role = replica;
		update private.consents c set wording = w.wording from private.consent_wordings w where w.space_id = c.space_id and w.hash = c.wording_hash;
		delete from private.consent_wordings;
		insert into private.unshared_wordings (space_id) select id from public.spaces`,
	)
const shareAll = async () => {
	await app.sql(`update plaudit.jobs set run_at = now() where kind = 'share_wordings'`)
	await runDueJobs(app.deps)
}

test('consents from before the shared wordings read the same before, while and after the job, and their proof holds', async () => {
	const ids: string[] = []
	for (let at = 0; at < 7; at += 1) ids.push(await send({ body: `Words ${at}` }))
	await app.sql(`update public.consents set revoked_at = now() where testimonial_id = $1`, [ids[0]])
	await app.sql(
		`insert into public.consents (testimonial_id, scope, wording) values ($1, 'private', 'I, Ada, agree.')`,
		[ids[0]],
	)
	await makeFormer()
	const [before, events] = [
		await read(),
		await app.sql('select * from public.testimonial_events order by testimonial_id, seq'),
	]
	expect(await repeated()).toBe(8)
	await app.sql('select private.share_wordings_piece(3)')
	expect(await repeated()).toBeLessThan(8)
	expect(await read()).toEqual(before)
	const during = await send({ body: 'In between.' })
	await shareAll()
	// An agreement to one testimonial alone stays in its row.
	expect(await repeated()).toBe(1)
	expect((await read()).filter((row) => (row as { testimonial_id: string }).testimonial_id !== during)).toEqual(before)
	expect(await app.sql('select from private.unshared_wordings')).toEqual([])
	expect(
		await app.sql('select * from public.testimonial_events where testimonial_id <> $1 order by testimonial_id, seq', [
			during,
		]),
	).toEqual(events)
	expect((await verifyLog(app.deps.db)).problems).toEqual([])
})

test('the job passes a consent that another transaction holds, which keeps its wording', async () => {
	const [held] = [await send({ body: 'Held.' }), await send({ body: 'Free.' }), await send({ body: 'Free, too.' })]
	await makeFormer()
	const other = new pg.Client(app.database.owner)
	await other.connect()
	await other.query('begin')
	await other.query('update public.consents set revoked_at = now() where testimonial_id = $1', [held])
	await shareAll()
	expect(await repeated()).toBe(1)
	await other.query('commit')
	await other.end()
	expect(await read()).toHaveLength(3)
	expect((await read()).every((row) => (row as { wording: string }).wording === space.wording)).toBe(true)
})

test('a consent whose wording is not the shared one cannot drop it', async () => {
	await send()
	await makeFormer()
	const drop = () => app.sql('update private.consents set wording = null where space_id = $1', [space.space_id])
	await expect(drop()).rejects.toThrow('A consent is never changed, only revoked.')
})

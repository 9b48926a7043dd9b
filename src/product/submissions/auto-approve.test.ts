import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mailProofOf } from '#product/verifications/mail-proof.ts'
import { makeInvitation } from '#test/support/product/make-invitation.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let sent = 0
beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const run = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)
const approveBy = (...bases: string[]) =>
	run('update public.forms set auto_approve = $2 where id = $1', [space.form_id, bases])
const stateOf = async (id: string) => {
	const [row] = await run<{ status: string; is_public: boolean }>(
		'select status, is_public from public.testimonials where id = $1',
		[id],
	)
	return row
}

async function send(fields: Record<string, unknown> = {}) {
	const email = `ines-${++sent}@harbour.example`
	const body = `Words number ${sent} of Ines, who came back for more.`
	const answer = await postSubmission(app, submissionBody(space, { author: { name: 'Ines', email }, body, ...fields }))
	expect(answer.status).toBe(201)
	return { id: answer.body.id ?? '', email, path: new URL(answer.body.receipt_url ?? '').pathname }
}

async function sendInvited(fields: Record<string, unknown> = {}) {
	const { token } = await makeInvitation(app.database, app.deps.keys.secret, space)
	return send({ invitation: token, ...fields })
}

async function confirm({ id, email, path }: Awaited<ReturnType<typeof send>>) {
	const c = mailProofOf(app.deps.keys.secret, id, email)
	const body = new URLSearchParams({ do: 'confirm', c })
	const answer = await app.fetch(`${app.url}${path}`, { method: 'POST', body, redirect: 'manual' })
	expect(answer.status).toBeLessThan(400)
}

it('a form without the setting approves nothing by itself', async () => {
	const { id } = await sendInvited()
	expect(await stateOf(id)).toEqual({ status: 'pending', is_public: false })
})

it('a testimonial by a personal link is public at once where the form says so, and the history names the basis', async () => {
	await approveBy('invited')
	const { id } = await sendInvited({ rating: 1 })
	expect(await stateOf(id)).toEqual({ status: 'approved', is_public: true })
	const events = await run(
		'select kind, actor, detail from public.testimonial_events where testimonial_id = $1 order by seq',
		[id],
	)
	expect(events.at(-1)).toEqual({ kind: 'approved', actor: 'system', detail: { from: 'pending', basis: 'invited' } })
	const [check] = await run<{ broken: unknown }>('select broken from private.broken_entries(null, 1000)')
	expect(check?.broken ?? []).toEqual([])
	const page = await app.fetch(`${app.url}/functions/v1/wall?id=${space.wall_id}`)
	expect(await page.text()).toContain(id)
	expect(await stateOf((await send()).id)).toEqual({ status: 'pending', is_public: false })
})

it('a confirmed address approves, once, and not before it is confirmed', async () => {
	await approveBy('email')
	const mine = await send()
	expect(await stateOf(mine.id)).toMatchObject({ status: 'pending' })
	await confirm(mine)
	expect(await stateOf(mine.id)).toEqual({ status: 'approved', is_public: true })
})

it('spam, words without a consent to publish and other forms wait for a member', async () => {
	await approveBy('invited', 'email')
	const body = 'The very same words twice within a day, whoever they come from.'
	await send({ body })
	expect(await stateOf((await sendInvited({ body })).id)).toMatchObject({ status: 'pending' })
	const consent = { scope: 'private', wording: space.wording }
	expect(await stateOf((await sendInvited({ consent })).id)).toMatchObject({ status: 'pending' })
	space = await createSpace(app.database)
	expect(await stateOf((await sendInvited()).id)).toMatchObject({ status: 'pending' })
})

it('what a member decided about, or the submitter edited or withdrew, is not approved by a later confirmation', async () => {
	await approveBy('email')
	const changes = [
		`update public.testimonials set status = 'rejected' where id = $1`,
		`update public.testimonials set body = 'Other words', version = 2 where id = $1`,
		`update public.testimonials set withdrawn_at = now() where id = $1`,
		`update public.testimonials set spam_state = 'suspect' where id = $1`,
	]
	for (const change of changes) {
		const mine = await send()
		await run(change, [mine.id])
		await confirm(mine)
		expect((await stateOf(mine.id))?.status).not.toBe('approved')
	}
	const undone = await send()
	await run(`update public.testimonials set status = 'rejected' where id = $1`, [undone.id])
	await run(`update public.testimonials set status = 'pending' where id = $1`, [undone.id])
	await confirm(undone)
	expect(await stateOf(undone.id)).toMatchObject({ status: 'pending' })
})

it('a form cannot approve by stars, or by what a member says', async () => {
	for (const basis of ['rating', '5', 'vouched', 'imported']) await expect(approveBy(basis)).rejects.toThrow('check')
})

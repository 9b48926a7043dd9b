import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '#platform/pg/sql.ts'
import { invite } from '#test/support/product/invitations.ts'
import { type InvitationFields, makeInvitation } from '#test/support/product/make-invitation.ts'
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

const run = <Row extends object>(query: string, values: unknown[] = []) => asOwner<Row>(app.database, query, values)
const asked = (fields: InvitationFields = {}) => makeInvitation(app.database, app.deps.keys.secret, space, fields)
const owner = () => ({ role: 'authenticated', sub: space.owner }) as const
const erase = (id: string) => app.deps.db.as(owner(), (tx) => tx.final(sql`select public.erase_invitation(${id})`))
const reasonFor = async (email: string) => (await invite(app.deps.db, space, [{ email }]))[0]?.reason
const known = async (email: string) => {
	const query = sql`select public.known_recipients(${space.space_id}, ${JSON.stringify([email])}::jsonb) as known`
	const [row] = await app.deps.db.as(owner(), (tx) => tx.final<{ known: { reason: string; at: string }[] }>(query))
	return row?.known
}
const decline = (token: string, fields: Record<string, string>) =>
	app.fetch(`${app.url}/invitation/${token}/decline`, {
		method: 'POST',
		body: new URLSearchParams(fields),
		redirect: 'manual',
	})

it('an erased invitation leaves its testimonial with the mark that it was invited', async () => {
	const { id, token } = await asked({ email: 'ines@harbour.example' })
	const { body } = await postSubmission(app, submissionBody(space, { author: { name: 'Ines' }, invitation: token }))
	const read = () =>
		run(
			`select t.body, v.basis, v.evidence, v.verified_at from public.testimonials t
			join public.verifications v on v.testimonial_id = t.id where t.id = $1`,
			[body.id],
		)
	const before = await read()
	expect(before).toMatchObject([{ basis: 'invited', evidence: 'i…@harbour.example' }])
	await erase(id)
	expect(await run('select from public.invitations where id = $1', [id])).toEqual([])
	expect(await read()).toEqual(before)
})

it('an erased address is not asked again in the 90 days after its last mail, nor with another tag', async () => {
	const email = 'soon@harbour.example'
	const { id } = await asked({ email })
	await erase(id)
	expect(await reasonFor(email)).toBe('asked before')
	expect(await reasonFor('soon+again@harbour.example')).toBe('asked before')
	expect(await known(email)).toMatchObject([{ reason: 'asked before' }])
	await run(`update private.erased_invitations set asked_at = now() - interval '91 days'`)
	expect(await known(email)).toEqual([])
	expect(await reasonFor(email)).toBeNull()
})

it('an erased invitation that failed or was never sent does not keep its address from being asked', async () => {
	const failed = await asked({ email: 'failed@harbour.example' })
	await run(`update public.invitations set state = 'failed' where id = $1`, [failed.id])
	await erase(failed.id)
	expect(await reasonFor('failed@harbour.example')).toBeNull()
	const queued = await asked({ email: 'queued@harbour.example' })
	await run(`update public.invitations set state = 'queued', sent_at = null where id = $1`, [queued.id])
	await erase(queued.id)
	expect(await reasonFor('queued@harbour.example')).toBeNull()
})

it('a customer who declined is still never asked after the invitation is erased, until they take it back', async () => {
	const { id, token } = await asked({ email: 'never@harbour.example' })
	await decline(token, { do: 'decline' })
	await erase(id)
	expect(await reasonFor('never+tag@harbour.example')).toBe('declined before')
	await decline(token, { do: 'undo' })
	expect(await reasonFor('never@harbour.example')).toBe('asked before')
})

it('the link in the mail of an erased invitation declines, names no address and opens no prefilled form', async () => {
	const { id, token } = await asked({ email: 'later@harbour.example', name: 'Ines Castellanos' })
	await erase(id)
	const page = await (await app.fetch(`${app.url}/invitation/${token}/decline`)).text()
	expect(page).toContain('will not ask this address again')
	expect(page).not.toMatch(/@harbour|Castellanos|\/collect\//)
	expect((await decline(token, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
	expect(await reasonFor('later@harbour.example')).toBe('declined before')
	const form = await (await app.fetch(`${app.url}/collect/${space.slug}?i=${token}`)).text()
	expect(form).not.toMatch(/@harbour|Castellanos/)
})

it('a complaint about the mail of an erased invitation declines, a bounce does not', async () => {
	const email = 'spam@harbour.example'
	await erase((await asked({ email })).id)
	const report = (isComplaint: boolean) =>
		run<{ is_known: boolean }>(`select private.record_bounce(null, $1, $2, '') as is_known`, [email, isComplaint])
	expect(await report(false)).toEqual([{ is_known: false }])
	expect(await reasonFor(email)).toBe('asked before')
	expect(await report(true)).toEqual([{ is_known: true }])
	expect(await reasonFor(email)).toBe('declined before')
	expect(await report(true)).toEqual([{ is_known: true }])
})

it('the words of a mail are deleted with the last invitation that they were written for', async () => {
	const [first, last] = [await asked(), await asked()]
	await run(
		`update public.invitations i set batch_id = f.batch_id from public.invitations f where f.id = $1 and i.id = $2`,
		[first.id, last.id],
	)
	await run(
		`delete from private.invitation_batches b where space_id = $1
		and not exists (select from public.invitations i where i.batch_id = b.id)`,
		[space.space_id],
	)
	const words = () =>
		run<{ message: string }>('select message from private.invitation_batches where space_id = $1', [space.space_id])
	await erase(first.id)
	expect(await words()).toEqual([{ message: 'A few words.' }])
	await erase(last.id)
	expect(await words()).toEqual([])
})

it('an invitation with a mail that is being sent is not erased', async () => {
	const { id } = await asked()
	await run(
		`insert into private.invitation_mails (space_id, invitation_id, kind, attempts, due_at)
		values ($1, $2, 'reminder', 1, now() + interval '1 minute')`,
		[space.space_id, id],
	)
	await expect(erase(id)).rejects.toMatchObject({
		code: '22023',
		message: 'This invitation is being sent at this moment. Try again in some minutes.',
	})
	await run(`update private.invitation_mails set last_error = 'away' where invitation_id = $1`, [id])
	await erase(id)
	expect(await run('select from private.invitation_mails where invitation_id = $1', [id])).toEqual([])
})

it('the hashes of an erased invitation are deleted after 90 days', async () => {
	await erase((await asked({ email: 'old@harbour.example' })).id)
	const count = () => run('select from private.erased_invitations where space_id = $1', [space.space_id])
	await run('select private.forget_old()')
	expect(await count()).toHaveLength(1)
	await run(`update private.erased_invitations set erased_at = now() - interval '91 days'`)
	await run('select private.forget_old()')
	expect(await count()).toHaveLength(0)
})

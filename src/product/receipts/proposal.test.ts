import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#shared/form/receipt.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
type Person = Awaited<ReturnType<TestApp['person']>>
let owner: Person
let space: string
let id: string
let token: string
const words = 'I went along because my sister had paid. Ask for the wheal by the window.'
const better = 'I went along because my sister had paid. Ask for the wheel by the window.'

let spaces = 0
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person('maud')
})
beforeEach(async () => {
	const slug = `proposals-${++spaces}`
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill Pottery', slug }).throwOnError()
	space = data.space_id
	const form = await owner.client.from('forms').select('consent_text').eq('id', data.form_id).single().throwOnError()
	const sent = await postSubmission(
		app,
		submissionBody(
			{ slug, wording: form.data.consent_text },
			{ body: words, author: { name: 'Ines Castellanos', email: `ines-${spaces}@harbour.example` } },
		),
	)
	id = sent.body.id ?? ''
	token = sent.body.receipt_url?.split('/').at(-1) ?? ''
	await owner.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
})
afterAll(() => app.close())

const propose = (body = better, note = 'I think you meant wheel.', person = owner) =>
	person.client.rpc('propose_change', { testimonial_id: id, body, note })
const proposed = async () => (await propose().throwOnError()).data as string
const receipt = async (method: string, change?: object) => {
	const response = await app.fetch(`${app.url}/functions/v1/receipt`, {
		method,
		headers: { 'receipt-token': token, 'content-type': 'application/json' },
		...(change ? { body: JSON.stringify(change) } : {}),
	})
	return { status: response.status, body: (await response.json()) as Receipt & { error?: { code: string } } }
}
const answer = (proposal: string, given: string) => receipt('PATCH', { proposal: { id: proposal, answer: given } })
const row = async () =>
	(
		await owner.client
			.from('testimonials')
			.select('body,rating,status,version,approved_version,excerpt_start,proposals(state),testimonial_versions(body)')
			.eq('id', id)
			.single()
			.throwOnError()
	).data
const kinds = async () =>
	(await receipt('GET')).body.events.map(({ kind, by }) => `${kind} by ${by}`).filter((kind) => kind.startsWith('prop'))

test('nothing changes before the answer; accepted words are a new version that stays published', async () => {
	await owner.client.from('testimonials').update({ excerpt_start: 0, excerpt_end: 20 }).eq('id', id).throwOnError()
	const proposal = await proposed()
	expect(await row()).toMatchObject({ body: words, version: 1, proposals: [{ state: 'waiting' }] })
	const before = await receipt('GET')
	expect(before.body.proposal).toMatchObject({ id: proposal, body: better, note: 'I think you meant wheel.' })
	const accepted = await answer(proposal, 'accepted')
	expect(accepted.body).toMatchObject({ body: better, rating: 5, is_public: true, proposal: null, excerpt: null })
	expect(await row()).toMatchObject({
		body: better,
		rating: 5,
		status: 'approved',
		version: 2,
		proposals: [{ state: 'accepted' }],
		testimonial_versions: [{ body: words }],
	})
	expect(await kinds()).toEqual(['proposed by owner', 'proposal_accepted by submitter'])
	// A repeated request, after a lost answer, is no mistake.
	expect((await answer(proposal, 'accepted')).status).toBe(200)
	expect((await answer(proposal, 'refused')).body.error?.code).toBe('conflict')
	expect((await row()).version).toBe(2)
})

test('a refusal keeps the words, and the member who asked gets a mail, and no other member', async () => {
	const editor = await app.person()
	await joinSpace(owner.client, space, editor.client, 'editor')
	const proposal = (await propose(better, '', editor).throwOnError()).data as string
	expect((await answer(proposal, 'refused')).body).toMatchObject({ body: words, proposal: null })
	expect(await kinds()).toEqual(['proposed by owner', 'proposal_refused by submitter'])
	await app.notifications.idle()
	const rows = await asOwner<{ user_id: string }>(
		app.database,
		`select m.user_id from private.notification_items i join private.notification_mails m on m.space_id = i.space_id and m.id = i.mail_id
		where i.testimonial_id = $1 and i.kind = 'refused'`,
		[id],
	)
	expect(rows).toEqual([{ user_id: editor.id }])
})

test('one change at a time is proposed, by editors, and only for words that somebody can answer for', async () => {
	const [viewer, stranger] = [await app.person(), await app.person()]
	await joinSpace(owner.client, space, viewer.client, 'viewer')
	for (const person of [viewer, stranger]) expect((await propose(better, '', person)).error?.code).toBe('42501')
	expect((await app.client().rpc('propose_change', { testimonial_id: id, body: better })).error).not.toBeNull()
	for (const bad of ['', '  ', words, 'x'.repeat(5001), 'a\u0007b'])
		expect((await propose(bad)).error?.code).toBe('22023')
	expect((await propose(better, 'x'.repeat(501))).error?.code).toBe('22023')
	const proposal = await proposed()
	expect((await propose(`${better} Twice.`)).error).toMatchObject({ code: '23505' })
	for (const person of [viewer, stranger])
		expect((await person.client.rpc('cancel_proposal', { proposal_id: proposal })).error?.code).toBe('42501')
	expect((await stranger.client.from('proposals').select('id')).data).toEqual([])
	expect((await owner.client.from('proposals').update({ state: 'accepted' }).eq('id', proposal)).error).not.toBeNull()
	const vouched = { space_id: space, body: 'Said on the phone.', author_name: 'Otto' }
	const { data: added } = await owner.client.rpc('vouch_testimonial', vouched)
	if (added) {
		const other = await owner.client.rpc('propose_change', { testimonial_id: added, body: 'Other words.' })
		expect(other.error?.code).toBe('22023')
	}
})

test('an edit by the submitter ends the proposal; an answer to it or beside other changes is refused', async () => {
	const proposal = await proposed()
	const both = await receipt('PATCH', { body: 'Mine.', proposal: { id: proposal, answer: 'accepted' } })
	expect(both.status).toBe(422)
	for (const wrong of [
		null,
		'accepted',
		{ id: proposal },
		{ id: 'x', answer: 'accepted' },
		{ id: proposal, answer: 'maybe' },
	])
		expect((await receipt('PATCH', { proposal: wrong })).status).toBe(422)
	expect((await answer('00000000-0000-4000-8000-000000000000', 'accepted')).status).toBe(409)
	await receipt('PATCH', { body: 'My own better words.' })
	expect(await row()).toMatchObject({ body: 'My own better words.', proposals: [{ state: 'outdated' }] })
	expect((await answer(proposal, 'accepted')).status).toBe(409)
	expect((await row()).body).toBe('My own better words.')
})

test('of two answers at once, and of an answer and a cancellation at once, exactly one counts', async () => {
	for (let round = 0; round < 3; round++) {
		const proposal = (await propose(`${words} Round ${round}.`).throwOnError()).data as string
		const statuses = await Promise.all([answer(proposal, 'accepted'), answer(proposal, 'refused')])
		expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
		const [state] = (await row()).proposals.filter((one) => one.state !== 'outdated').slice(-1)
		expect(['accepted', 'refused']).toContain(state?.state)
	}
	const proposal = (await propose(`${words} At last.`).throwOnError()).data as string
	const [given, cancelled] = await Promise.all([
		answer(proposal, 'accepted'),
		owner.client.rpc('cancel_proposal', { proposal_id: proposal }).throwOnError(),
	])
	const { data } = await owner.client.from('proposals').select('state').eq('id', proposal).single().throwOnError()
	expect([given.status, cancelled.data, data.state]).toEqual(
		data.state === 'accepted' ? [200, 'accepted', 'accepted'] : [409, 'cancelled', 'cancelled'],
	)
	await propose(`${words} A fifth.`).throwOnError()
	expect((await propose(`${words} A sixth.`)).error).toMatchObject({
		code: '22023',
		message: expect.stringContaining('one day'),
	})
})

test('a proposal is mailed in the language of the words, with its note and no way to answer by opening; a cancelled one is not', async () => {
	const mailsAbout = async () => {
		await asOwner(app.database, "update plaudit.jobs set run_at = now() where kind = 'proposal_mail'")
		await runDueJobs(app.deps)
		const mails = await mailsTo(app, `ines-${spaces}@harbour.example`)
		return mails.filter(({ subject }) => subject?.includes('Fernhill Pottery') && subject.includes('Worte'))
	}
	await asOwner(app.database, `update public.testimonials set locale = 'de' where id = $1`, [id])
	await owner.client.rpc('cancel_proposal', { proposal_id: await proposed() }).throwOnError()
	expect(await mailsAbout()).toEqual([])
	const proposal = await proposed()
	const [mail, ...more] = await mailsAbout()
	expect(more).toEqual([])
	expect(mail?.subject).toBe('Fernhill Pottery bittet um eine Änderung Ihrer Worte')
	expect(mail?.text).toContain('I think you meant wheel.')
	expect(mail?.text).toContain('Ask for the wheel by')
	const link = /http:\/\/localhost:3000\/t\/[\w-]{64}\?c=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
	expect(await (await app.fetch(link)).text()).toContain('Fernhill Pottery bittet um eine Änderung Ihrer Worte</h1>')
	expect(await row()).toMatchObject({ body: words, version: 1 })
	await answer(proposal, 'refused')
	await propose(`${words} Again.`, 'Look at cheap-watches.example').throwOnError()
	const [, second] = await mailsAbout()
	expect(second?.text).not.toContain('cheap-watches')
})

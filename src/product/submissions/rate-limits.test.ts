import { afterEach, expect, test, vi } from 'vitest'
import { issueFormProof } from '#product/forms/form-proof.ts'
import { holdTheHour } from '#test/support/postgres/hold-the-hour.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture

afterEach(async () => {
	vi.useRealTimers()
	await app.close()
})

async function open(env: Record<string, string>): Promise<void> {
	app = await createTestApp(env)
	space = await createSpace(app.database)
}

/** The hour does not turn while its budgets are spent, neither in the database nor on the clock of the nodes. */
async function holdEveryHour(): Promise<void> {
	vi.useFakeTimers({ toFake: ['Date'] })
	await holdTheHour(app.database, '1 hour')
}
const states = async () =>
	(
		await asOwner<{ spam_state: string }>(
			app.database,
			'select spam_state from public.testimonials where space_id = $1 order by submitted_at',
			[space.space_id],
		)
	).map(({ spam_state }) => spam_state)

test('an address has an hourly budget, and a repeated request does not spend it again', async () => {
	await open({ RATE_LIMITS: 'on', SUBMIT_PER_ADDRESS_HOURLY: '3' })
	await holdEveryHour()
	const key = { 'idempotency-key': crypto.randomUUID() }
	for (let i = 0; i < 3; i++) expect((await postSubmission(app, submissionBody(space), key)).status).toBe(201)
	for (let i = 0; i < 2; i++) expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
	const refused = await postSubmission(app, submissionBody(space))
	expect([refused.status, refused.body.error?.code]).toEqual([429, 'proof_required'])
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	expect(await states()).toHaveLength(3)
	const rows = await asOwner<{ key: Buffer }>(app.database, 'select * from private.space_budgets')
	expect(rows).toHaveLength(1)
	expect(rows[0]?.key.toString()).not.toContain('127.0.0.1')
	// A refused submission may be sent again under the same key later.
	expect((await postSubmission(app, submissionBody(space), key)).status).toBe(201)
})

test('RATE_LIMITS=off lifts all budgets', async () => {
	await open({ RATE_LIMITS: 'off', SUBMIT_PER_ADDRESS_HOURLY: '1', SUBMIT_PER_FORM_HOURLY: '1' })
	for (let i = 0; i < 12; i++)
		expect((await postSubmission(app, submissionBody(space, { body: `Number ${i}` }))).status).toBe(201)
})

test('a filled trap, haste, many links and repeated texts are marked, never refused', async () => {
	await open({ SUBMIT_MIN_SECONDS: '30' })
	// A proof that is fresh stays so.
	vi.useFakeTimers({ toFake: ['Date'] })
	const { secret } = app.deps.keys
	const fresh = issueFormProof(secret, space.form_id)
	const read = issueFormProof(secret, space.form_id, Date.now() - 60_000)
	const links = 'https://a.example https://b.example https://c.example'
	const long = 'The very same words of some length, twice.'
	for (const changes of [
		{ proof: read },
		{ proof: fresh, body: 'In haste' },
		{ proof: read, body: 'Trapped', website: 'https://spam.example' },
		{ proof: read, body: links },
		{ proof: read, body: long },
		{ proof: read, body: `${long.toUpperCase()} ` },
		{ proof: read, author: { name: 'Buy at www.spam.example' }, body: 'A name' },
	]) {
		const answer = await postSubmission(app, submissionBody(space, changes))
		expect([answer.status, Object.keys(answer.body)]).toEqual([201, ['id', 'receipt_url', 'status']])
	}
	expect(await states()).toEqual(['clean', 'suspect', 'suspect', 'suspect', 'clean', 'suspect', 'suspect'])
})

test('a testimonial that its owner approves becomes clean', async () => {
	await open({})
	const { body } = await postSubmission(app, submissionBody(space, { website: 'x' }))
	await asOwner(app.database, "update public.testimonials set status = 'approved' where id = $1", [body.id])
	expect(await states()).toEqual(['clean'])
})

test('a form post without a proof is suspect', async () => {
	await open({})
	const { slug } = space
	await postSubmission(app, new URLSearchParams({ form: slug, body: 'Hello', name: 'Tom' }))
	const proof = issueFormProof(app.deps.keys.secret, space.form_id, Date.now() - 5000)
	await postSubmission(app, new URLSearchParams({ form: slug, body: 'Hello', name: 'Tom', proof }))
	expect(await states()).toEqual(['suspect', 'clean'])
})

test('a form post agrees to the consent text that its page showed', async () => {
	await open({})
	const proof = issueFormProof(app.deps.keys.secret, space.form_id, Date.now() - 5000)
	await asOwner(app.database, 'update public.forms set consent_text = $2 where id = $1', [
		space.form_id,
		'Everything is allowed.',
	])
	await postSubmission(
		app,
		new URLSearchParams({ form: space.slug, body: 'Hello', name: 'Tom', proof, consent: 'yes' }),
	)
	expect(await asOwner(app.database, 'select wording from public.consents')).toEqual([{ wording: space.wording }])
})

test('with too little disk space, submissions are refused and reading still works', async () => {
	await open({ MIN_FREE_DISK_MB: '1000000' })
	const answer = await postSubmission(app, submissionBody(space))
	expect([answer.status, answer.body.error?.code]).toEqual([507, 'storage_full'])
	expect((await app.fetch(`${app.url}/functions/v1/form?slug=${space.slug}`)).status).toBe(200)
	expect(await states()).toEqual([])
})

test('a space mails a limited number of private links an hour and the rest later', async () => {
	await open({ RATE_LIMITS: 'on', SUBMIT_MAILS_PER_SPACE_HOURLY: '2' })
	await holdTheHour(app.database, '1 hour')
	const another = await createSpace(app.database)
	for (const [i, form] of [space, space, space, another].entries()) {
		const author = { name: 'Ines', email: `ines-${i}@harbour.org` }
		await postSubmission(app, submissionBody(form, { author, body: `Number ${i}` }))
		await app.deps.jobs.idle()
	}
	const { readdir } = await import('node:fs/promises')
	const mails = await readdir(`${app.deps.config.DATA_DIR}/outbox`)
	expect(mails.map((name) => /ines-\d/.exec(name)?.[0]).sort()).toEqual(['ines-0', 'ines-1', 'ines-3'])
	const waiting = await asOwner(
		app.database,
		`select last_error, attempts, run_at > date_trunc('hour', created_at + interval '1 hour') as waits_for_the_next
		from plaudit.jobs where kind = 'receipt_mail'`,
	)
	const last_error = 'this space sends no more mails in this hour'
	expect(waiting).toEqual([{ last_error, attempts: 0, waits_for_the_next: true }])
})

test('the spaces of one account mail five times as many private links together', async () => {
	await open({ RATE_LIMITS: 'on', SUBMIT_MAILS_PER_SPACE_HOURLY: '1' })
	await holdTheHour(app.database, '1 hour')
	const spaces = [space]
	while (spaces.length < 6) spaces.push(await createSpace(app.database))
	await asOwner(
		app.database,
		'update private.made_spaces set user_id = (select min(user_id::text)::uuid from private.made_spaces)',
	)
	for (const [i, form] of spaces.entries()) {
		const author = { name: 'Ines', email: `ines-${i}@harbour.org` }
		await postSubmission(app, submissionBody(form, { author, body: `Number ${i}` }))
	}
	await app.deps.jobs.idle()
	const { readdir } = await import('node:fs/promises')
	const mails = await readdir(`${app.deps.config.DATA_DIR}/outbox`)
	expect(mails.filter((name) => name.includes('ines-'))).toHaveLength(5)
})

test('a private link is mailed to the submitted address at most three times an hour', async () => {
	await open({ RATE_LIMITS: 'on' })
	await holdEveryHour()
	const author = { name: 'Ines', email: 'ines@harbour.org' }
	for (let i = 0; i < 4; i++) await postSubmission(app, submissionBody(space, { author, body: `Number ${i}` }))
	const jobs = await asOwner<{ payload: object }>(
		app.database,
		"select payload from plaudit.jobs where kind = 'receipt_mail'",
	)
	expect(jobs.length).toBeLessThanOrEqual(3)
	await app.deps.jobs.idle()
	const { readdir, readFile } = await import('node:fs/promises')
	const outbox = `${app.deps.config.DATA_DIR}/outbox`
	const mails = await readdir(outbox)
	expect(mails).toHaveLength(3)
	const mail = await readFile(`${outbox}/${mails[0]}`, 'utf8')
	expect(mail).toContain('ines@harbour.org')
	expect(mail.replace(/=\r?\n/g, '')).toMatch(/localhost:3000\/t\/[\w-]{64}/)
	// Sent twice, because no one knows whether it arrived, it is recognised.
	const kept = await asOwner<{ id: string }>(app.database, 'select id from public.testimonials')
	const named = /^Message-ID: <([\da-f-]{36})@/m.exec(mail)?.[1]
	expect(kept.map(({ id }) => id)).toContain(named)
})

test('a private link has an hourly limit of changes, but may always withdraw', async () => {
	await open({ RATE_LIMITS: 'on' })
	await holdTheHour(app.database, '1 hour')
	const { body } = await postSubmission(app, submissionBody(space))
	const token = body.receipt_url?.split('/').at(-1) ?? ''
	const change = async (change: object) => {
		const headers = { 'receipt-token': token, 'content-type': 'application/json' }
		const init = { method: 'PATCH', headers, body: JSON.stringify(change) }
		const answer = await app.fetch(`${app.url}/functions/v1/receipt`, init)
		return [answer.status, answer.headers.has('retry-after')]
	}
	expect(await change({ body: 'Other words' })).toEqual([200, false])
	// As after sixty changes.
	await asOwner(
		app.database,
		`update private.space_budgets set used = 60 where key in
			(select sha256(convert_to('changes of ' || testimonial_id, 'UTF8')) from private.receipts)`,
	)
	const consent = { scope: 'private', wording: 'Not any more.' }
	expect(await change({ body: 'And others' })).toEqual([429, true])
	expect(await change({ consent })).toEqual([200, false])
	expect(await change({ consent: { ...consent, wording: 'Still not.' } })).toEqual([429, true])
	expect(await change({ withdrawn: true })).toEqual([200, false])
	expect(await change({ withdrawn: false })).toEqual([429, true])
})

import { afterEach, expect, test, vi } from 'vitest'
import { issueFormProof } from '#product/forms/form-proof.ts'
import { openLimitedForm } from '#test/support/product/limited-form.ts'
import { solve } from '#test/support/product/solve-challenge.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture

afterEach(async () => {
	vi.useRealTimers()
	await app.close()
})

async function open(env: Record<string, string>): Promise<void> {
	;({ app, space } = await openLimitedForm(env))
	vi.useFakeTimers({ toFake: ['Date'] })
	// No step of a test leads into the next hour, whose budgets are new.
	vi.setSystemTime(new Date().setMinutes(1))
}
const send = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
	postSubmission(app, submissionBody(space, changes), headers)
type Challenged = { challenge: { parameters: { data: { level: number } } } }
const challengeOf = ({ body }: Awaited<ReturnType<typeof send>>) => (body.error as unknown as Challenged).challenge
const stored = async () => (await asOwner(app.database, 'select from public.testimonials')).length
const fill = async (count: number) => {
	for (let i = 0; i < count; i++) expect((await send({ body: `Number ${i}` })).status).toBe(201)
}

test('a calm form asks for nothing', async () => {
	await open({ SUBMIT_PER_FORM_HOURLY: '5' })
	await fill(5)
	expect(await asOwner(app.database, 'select from private.spent_proofs')).toEqual([])
})

test('a busy form asks for work, and takes it once, with the same key and body', async () => {
	await open({ SUBMIT_PER_FORM_HOURLY: '2' })
	await fill(2)
	const key = { 'idempotency-key': crypto.randomUUID() }
	const formProof = issueFormProof(app.deps.keys.secret, space.form_id, Date.now() - 60_000)
	const refused = await send({ proof: formProof }, key)
	const { status, body, headers } = refused
	expect([status, body.error?.code, headers.get('retry-after')]).toEqual([429, 'proof_required', '1'])
	expect(challengeOf(refused)).toMatchObject({ parameters: { data: { form: space.form_id, level: 1 } } })
	expect(await stored()).toBe(2)
	const work = await solve(challengeOf(refused))
	const proof = `${formProof} ${work}`
	const sent = await send({ proof }, key)
	expect(sent.status).toBe(201)
	// The answer was lost: the same request is the same testimonial, and its work is not asked for again.
	expect((await send({ proof }, key)).body).toEqual(sent.body)
	expect((await send({ proof: work, body: 'Others' })).body.error?.code).toBe('proof_required')
	const [row] = await asOwner<{ spam_state: string }>(
		app.database,
		'select spam_state from public.testimonials where id = $1',
		[sent.body.id],
	)
	// The form's proof still says that a person read the page.
	expect(row?.spam_state).toBe('clean')
})

test('of many requests with one proof, one is stored', async () => {
	await open({ SUBMIT_PER_FORM_HOURLY: '1' })
	await fill(1)
	const proof = await solve(challengeOf(await send()))
	const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send({ proof, body: `At once ${i}` })))
	expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
	expect(await stored()).toBe(2)
})

test('work cannot be had more cheaply: from another form, altered, or expired', async () => {
	await open({ SUBMIT_PER_FORM_HOURLY: '1' })
	await fill(1)
	const another = await createSpace(app.database)
	await postSubmission(app, submissionBody(another))
	const foreign = await solve(challengeOf(await postSubmission(app, submissionBody(another))))
	const own = await solve(challengeOf(await send()))
	const bend = (change: (proof: { challenge: { parameters: Record<string, unknown> } }) => void) => {
		const proof = JSON.parse(Buffer.from(own, 'base64').toString())
		change(proof)
		return Buffer.from(JSON.stringify(proof)).toString('base64')
	}
	const attempts = [
		foreign,
		bend(({ challenge }) => Object.assign(challenge.parameters, { data: { form: space.form_id, level: 4 } })),
		bend(({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })),
		bend(({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 1 })),
		'eyJ9',
		'eyJ'.repeat(3000),
		{ work: own },
	]
	for (const proof of attempts) expect((await send({ proof })).body.error?.code).toBe('proof_required')
	vi.setSystemTime(Date.now() + 601_000)
	expect((await send({ proof: own })).body.error?.code).toBe('proof_required')
	expect(await stored()).toBe(2)
})

test('who solves nothing makes a form no harder for others', async () => {
	await open({ SUBMIT_PER_FORM_HOURLY: '1' })
	await fill(1)
	for (let i = 0; i < 30; i++) expect((await send()).status).toBe(429)
	expect(challengeOf(await send()).parameters.data.level).toBe(1)
})

test('a network that asks for challenges without solving them waits for the next minute', async () => {
	await open({ SUBMIT_PER_FORM_HOURLY: '1' })
	await fill(1)
	for (let i = 0; i < 60; i++) expect((await send()).body.error?.code).toBe('proof_required')
	const refused = await send()
	expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited'])
	expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
	vi.setSystemTime(Date.now() + 60_000)
	expect((await send()).body.error?.code).toBe('proof_required')
})

test('a network above its budget is asked for work that rises in steps, and waits for the next hour above ten budgets', async () => {
	await open({ SUBMIT_PER_ADDRESS_HOURLY: '2' })
	await fill(2)
	const first = challengeOf(await send())
	expect(first.parameters.data.level).toBe(1)
	expect((await send({ proof: await solve(first) })).status).toBe(201)
	await asOwner(app.database, 'update private.space_budgets set used = 8')
	expect(challengeOf(await send()).parameters.data.level).toBe(3)
	await asOwner(app.database, 'update private.space_budgets set used = 20')
	const refused = await send()
	expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited'])
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
})

test('a page without a script gets its form back as typed, with a ticket that counts after a wait, once', async () => {
	await open({ SUBMIT_PER_FORM_HOURLY: '2' })
	await fill(2)
	const post = (proof: string, body = 'My own <words>') =>
		app.fetch(`${app.url}/functions/v1/submit`, {
			method: 'POST',
			headers: { accept: 'text/html' },
			body: new URLSearchParams({ form: space.slug, name: 'Tom', body, proof, consent: 'yes' }),
			redirect: 'manual',
		})
	const askedToWait = (html: string) => /Wait [^,]+, then press Send again/.exec(html)?.[0]
	const refused = await post('')
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
	const page = await refused.text()
	expect(page.includes('My own &lt;words&gt;')).toBe(true)
	expect(askedToWait(page)).toBe('Wait 15 seconds, then press Send again')
	const proof = /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? ''
	expect(proof).toMatch(/^[\w-]+\.[\w-]+ wait\./)
	const early = await (await post(proof)).text()
	expect(early.includes(proof.split(' ')[1] ?? '?')).toBe(true)
	expect(askedToWait(early)).toMatch(/Wait 1[0-5] seconds/)
	vi.setSystemTime(Date.now() + 16_000)
	const sent = await post(proof)
	expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining('/t/')])
	// The second ticket of a network waits twice as long.
	expect(askedToWait(await (await post(proof, 'Once more')).text())).toContain('30 seconds')
	expect(await stored()).toBe(3)
})

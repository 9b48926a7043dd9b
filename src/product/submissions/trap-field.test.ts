import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueFormProof } from '#product/forms/form-proof.ts'
import { trapNameOf } from '#product/forms/trap-name.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
const question = '11111111-1111-4111-8111-111111111111'
const link = '22222222-2222-4222-8222-222222222222'

beforeAll(async () => {
	app = await createTestApp({ RATE_LIMITS: 'off', SUBMIT_MIN_SECONDS: '2' })
	space = await createSpace(app.database)
	await asOwner(
		app.database,
		`insert into public.form_questions (id, space_id, form_id, position, kind, label)
		values ($1, $3, $4, 0, 'short', 'Where?'), ($2, $3, $4, 1, 'link', 'Your shop?')`,
		[question, link, space.space_id, space.form_id],
	)
})
afterAll(() => app.close())

const trap = () => trapNameOf(app.deps.keys.secret, space.slug)
const proofOf = (seconds: number) => issueFormProof(app.deps.keys.secret, space.form_id, Date.now() - seconds * 1000)

async function stateOf(fields: Record<string, string>) {
	const form = { form: space.slug, body: `Fine ${randomBytes(8).toString('hex')}`, name: 'Tom', proof: proofOf(60) }
	const answer = await postSubmission(app, new URLSearchParams({ ...form, ...fields }), { accept: 'application/json' })
	expect(answer.status).toBe(201)
	const [row] = await asOwner<{ spam_state: string }>(
		app.database,
		'select spam_state from public.testimonials where id = $1',
		[answer.body.id],
	)
	return row?.spam_state
}

test('a trap that autofill filled in makes a testimonial suspect, never spam', async () => {
	expect(await stateOf({ [trap()]: '' })).toBe('clean')
	expect(await stateOf({ [trap()]: 'https://ines.example' })).toBe('suspect')
	expect(await stateOf({ [trap()]: 'Ines', url: 'ines.example', [`answer_${link}`]: 'ines.example' })).toBe('suspect')
})

test('a filled trap together with links in the words or a post in no time is spam', async () => {
	const filled = { [trap()]: 'https://pills.example' }
	expect(await stateOf({ ...filled, body: 'Buy at https://pills.example' })).toBe('spam')
	expect(await stateOf({ ...filled, [`answer_${question}`]: 'www.pills.example' })).toBe('spam')
	expect(await stateOf({ ...filled, name: 'www.pills.example' })).toBe('spam')
	expect(await stateOf({ ...filled, proof: proofOf(0) })).toBe('spam')
	expect(await stateOf({ ...filled, proof: '' })).toBe('spam')
})

test('the former name of the trap remains a sign, and an unknown field is none', async () => {
	expect(await stateOf({ website: 'https://pills.example' })).toBe('suspect')
	expect(await stateOf({ website: 'x', body: 'Buy at https://pills.example' })).toBe('spam')
	expect(await stateOf({ [trapNameOf(app.deps.keys.secret, 'another')]: 'x' })).toBe('clean')
	const json = await postSubmission(app, submissionBody(space, { website: 'x', proof: proofOf(60) }))
	expect(json.status).toBe(201)
})

test('the name of the trap differs between forms and servers, and has no word that a filler looks for', () => {
	const names = Array.from({ length: 500 }, (_, at) => trapNameOf(app.deps.keys.secret, `form-${at}`))
	expect(new Set(names).size).toBe(500)
	expect(trapNameOf(randomBytes(32), 'form-1')).not.toBe(names[1])
	expect(trapNameOf(app.deps.keys.secret, 'form-1')).toBe(names[1])
	for (const name of names) expect(name).toMatch(/^[bdghjkqrxz]{8}$/)
})

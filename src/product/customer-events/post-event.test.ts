import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invite } from '#test/support/product/invitations.ts'
import { makeInvitation } from '#test/support/product/make-invitation.ts'
import { addMember, createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: { space_id: string; form_id: string; slug: string; wording: string; owner: string }
let key: string

beforeAll(async () => {
	app = await createTestApp({ DATABASE_POOL: '10' })
	// No mail leaves the queue.
	await app.stopWorkers()
	owner = await app.person()
})
beforeEach(async () => {
	space = { ...(await createOwnSpace(owner.client)), owner: owner.id }
	key = await makeKey({ role: 'editor', scopes: ['invitations:write'] })
})
afterAll(() => app.close())

async function makeKey(fields: object, of: { space_id: string } = space): Promise<string> {
	const asked = { space_id: of.space_id, name: 'Shop', ...fields }
	return (await owner.client.rpc('create_api_key', asked).throwOnError()).data.key
}

const paid = (more: object = {}) => ({
	event: 'order.paid',
	reference: randomUUID(),
	at: '2026-03-01T12:00:00+01:00',
	person: { email: `${randomUUID()}@b.example`, name: 'Ana' },
	...more,
})

type Answer = {
	status: number
	id?: string
	state?: string
	reason?: string | null
	error?: { code: string; fields?: Record<string, string> }
}

async function send(body: unknown, token = key): Promise<Answer> {
	const response = await app.fetch(`${app.url}/functions/v1/events-in`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})
	return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}
const stored = () => app.sql('select * from public.customer_events where space_id = $1', [space.space_id])
const invitations = () => app.sql('select * from public.invitations where space_id = $1', [space.space_id])
const decline = (email: string) =>
	app.sql('insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, $2))', [
		space.space_id,
		email,
	])

it('an event is stored with what its sender knows, and waits', async () => {
	const answer = await send(
		paid({
			reference: ' 1042 ',
			person: { email: 'Ana@Bücher.example', name: ' Ana  Bo ', company: 'Bowls', locale: 'de-CH' },
			data: { total: 12.5, items: ['Bowl'] },
		}),
	)
	expect(answer).toEqual({ status: 202, id: expect.any(String), state: 'waiting', reason: null })
	expect(await stored()).toMatchObject([
		{
			id: answer.id,
			event: 'order.paid',
			reference: '1042',
			at: new Date('2026-03-01T11:00:00Z'),
			email: 'ana@xn--bcher-kva.example',
			name: 'Ana Bo',
			company: 'Bowls',
			locale: 'de-CH',
			data: { total: 12.5, items: ['Bowl'] },
			state: 'waiting',
			invitation_id: null,
		},
	])
	expect(await invitations()).toEqual([])
})

it('the same reference is one event, also when it is sent many times at once and asks', async () => {
	const body = paid({ ask: { form: space.slug, now: true } })
	const answers = await Promise.all(Array.from({ length: 12 }, () => send(body)))
	expect(new Set(answers.map(({ status, id, state }) => `${status} ${id} ${state}`)).size).toBe(1)
	expect(answers[0]?.state).toBe('asked')
	expect(await stored()).toHaveLength(1)
	expect(await invitations()).toHaveLength(1)
	const other = await send({ ...body, event: 'order.shipped', person: { email: 'other@b.example' } })
	expect(other).toMatchObject({ id: answers[0]?.id, state: 'asked' })
	expect(await invitations()).toHaveLength(1)
})

it('events that a key sends at once share transactions, in any order, and one that is refused is refused alone', async () => {
	// From now on the key is known.
	await send({})
	const bodies = Array.from({ length: 40 }, (_, n) => paid({ reference: String(n) }))
	const answers = await Promise.all([...bodies, ...bodies.toReversed()].map((body) => send(body)))
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
	expect(new Set(answers.map(({ id }) => id)).size).toBe(40)
	expect(answers.slice(0, 40).map(({ id }) => id)).toEqual(
		answers
			.slice(40)
			.map(({ id }) => id)
			.toReversed(),
	)
	expect(await stored()).toHaveLength(40)
	const transactions = await app.sql('select distinct xmin from public.customer_events where space_id = $1', [
		space.space_id,
	])
	expect(transactions.length).toBeLessThan(20)
	const isBad = (n: number) => n % 13 === 7
	const mixed = await Promise.all(
		Array.from({ length: 40 }, (_, n) => send(paid(isBad(n) ? { person: { email: 'nobody' } } : {}))),
	)
	expect(mixed.map(({ status }) => status)).toEqual(mixed.map((_, n) => (isBad(n) ? 422 : 202)))
	expect(await stored()).toHaveLength(80 - mixed.filter((_, n) => isBad(n)).length)
})

it('a customer who is asked at once gets the suggested words in the language of the form, once in 90 days', async () => {
	await app.sql(`update public.forms set locale = 'de' where id = $1`, [space.form_id])
	const person = { email: 'ana@b.example', name: 'Ana', company: 'Bowls' }
	const first = await send(paid({ person, ask: { form: space.form_id, now: true } }))
	expect(first).toMatchObject({ status: 202, state: 'asked', reason: null })
	const [batch] = await app.sql<{ subject: string }>(
		'select subject, message from private.invitation_batches where space_id = $1',
		[space.space_id],
	)
	expect(batch?.subject).toBe('Ein paar Worte über {space}?')
	expect(await invitations()).toMatchObject([
		{ email: 'ana@b.example', name: 'Ana', company: 'Bowls', state: 'queued' },
	])
	const second = await send(paid({ person, ask: { form: space.form_id, now: true } }))
	expect(second).toMatchObject({ status: 202, state: 'left_out', reason: 'asked before' })
	expect(await invitations()).toHaveLength(1)
})

it('an event waits while the budget of the space is used up', async () => {
	await app.sql(
		`insert into private.limits (name, most) values ('invitations_daily', 0) on conflict (name) do update set most = 0`,
	)
	const answer = await send(paid({ ask: { form: space.slug, now: true } }))
	await app.sql(`delete from private.limits where name = 'invitations_daily'`)
	expect(answer).toMatchObject({ status: 202, state: 'waiting', reason: 'budget' })
	expect(await invitations()).toEqual([])
})

it('an address that declined or was erased is never stored, and its reference keeps one id', async () => {
	await decline('ana@b.example')
	await send(paid({ person: { email: 'ines@b.example' } }))
	await owner.client.rpc('erase_person', { space_id: space.space_id, address: 'ines@b.example' }).throwOnError()
	for (const email of ['Ana+tag@b.example', 'ines@b.example']) {
		const body = paid({ person: { email }, ask: { form: space.slug, now: true } })
		const first = await send(body)
		expect(first).toEqual({ status: 202, id: expect.any(String), state: 'left_out', reason: 'never asked' })
		expect(await send(body)).toEqual(first)
	}
	expect(await stored()).toEqual([])
})

it('an invitation in any other way settles the waiting events of its address, and cancelling it lets them wait again', async () => {
	await send(paid({ person: { email: 'ana@b.example' } }))
	await send(paid({ person: { email: 'ana@b.example' } }))
	await send(paid({ person: { email: 'no@b.example' } }))
	const [asked] = await invite(app.deps.db, space, [{ email: 'ana@b.example' }])
	const states = async () =>
		(
			await app.sql<{ s: string }>(
				'select email || state as s from public.customer_events where space_id = $1 order by 1',
				[space.space_id],
			)
		).map(({ s }) => s)
	expect(await states()).toEqual(['ana@b.exampleasked', 'ana@b.exampleasked', 'no@b.examplewaiting'])
	await owner.client.rpc('cancel_invitation', { invitation_id: asked?.invitation_id }).throwOnError()
	expect(await states()).toEqual(['ana@b.examplewaiting', 'ana@b.examplewaiting', 'no@b.examplewaiting'])
})

it('an answer to the invitation answers its event, and a customer who declines leaves no waiting event', async () => {
	const { id, token } = await makeInvitation(app.database, app.deps.keys.secret, space, { email: 'ana@b.example' })
	const sent = await send(paid({ person: { email: 'ana@b.example' } }))
	await app.sql(`update public.customer_events set state = 'asked', invitation_id = $2 where id = $1`, [sent.id, id])
	const answered = await postSubmission(app, submissionBody(space, { invitation: token }))
	expect(answered.status).toBe(201)
	expect(await stored()).toMatchObject([{ id: sent.id, state: 'answered' }])
	await send(paid({ person: { email: 'no@b.example' } }))
	await app.sql(`select private.decline_address($1, 'no@b.example')`, [space.space_id])
	expect(await stored()).toMatchObject([{ id: sent.id, state: 'answered' }])
})

it.each(['erase_person', 'erase_invitation', 'the submitter'])(
	'events of a customer go with an erasure: %s',
	async (way) => {
		const person = { email: 'ana@b.example', name: 'Ana' }
		await send(paid({ person }))
		await send(paid({ person: { email: 'other@b.example' } }))
		const { id, token } = await makeInvitation(app.database, app.deps.keys.secret, space, person)
		if (way === 'erase_person') {
			const named = { space_id: space.space_id, address: 'Ana@B.example' }
			const { data: found } = await owner.client.rpc('find_person', named).throwOnError()
			expect(found).toMatchObject({ customer_event_count: 1, invitation_count: 1 })
			const { data: erased } = await owner.client.rpc(way, named).throwOnError()
			expect(erased).toMatchObject({ customer_events: 1, invitations: 1 })
		} else if (way === 'erase_invitation') await owner.client.rpc(way, { invitation_id: id }).throwOnError()
		else {
			const author = { name: 'Ana', email: 'ANA@b.example' }
			const { body } = await postSubmission(app, submissionBody(space, { author, invitation: token }))
			const headers = { 'receipt-token': body.receipt_url?.split('/').at(-1) ?? '' }
			const gone = await app.fetch(`${app.url}/functions/v1/receipt`, { method: 'DELETE', headers })
			expect(gone.status).toBe(204)
		}
		expect(await stored()).toMatchObject([{ email: 'other@b.example' }])
	},
)

it('an erasure is repeated for the events of an older backup', async () => {
	await send(paid({ person: { email: 'ana@b.example' } }))
	const [row] = await app.sql<Record<string, unknown>>('select * from public.customer_events where space_id = $1', [
		space.space_id,
	])
	await owner.client.rpc('erase_person', { space_id: space.space_id, address: 'ana@b.example' }).throwOnError()
	await app.sql(
		'insert into public.customer_events select * from jsonb_populate_record(null::public.customer_events, $1)',
		[JSON.stringify(row)],
	)
	await app.sql(
		'select private.repeat_erasures((select jsonb_agg(to_jsonb(e)) from plaudit.erasures e where e.space_id = $1))',
		[space.space_id],
	)
	expect(await stored()).toEqual([])
})

it('a member who edits sends events to a space that they name; others, and keys of other spaces, may not', async () => {
	const editor = await addMember(app, space.space_id, 'editor')
	const viewer = await addMember(app, space.space_id, 'viewer')
	const stranger = await app.person()
	const named = () => paid({ space_id: space.space_id })
	expect((await send(named(), editor.token)).status).toBe(202)
	expect(await send(paid(), editor.token)).toMatchObject({
		status: 422,
		error: { fields: { space_id: expect.any(String) } },
	})
	for (const { token } of [viewer, stranger])
		expect(await send(named(), token)).toMatchObject({ status: 403, error: { code: 'forbidden' } })
	const elsewhere = await createOwnSpace(owner.client)
	const others = await makeKey({ role: 'editor' }, elsewhere)
	expect((await send(named(), others)).status).toBe(403)
	expect((await send(paid(), await makeKey({ role: 'editor', scopes: ['testimonials:write'] }))).status).toBe(403)
	expect((await send(paid(), await makeKey({ role: 'viewer' }))).status).toBe(403)
	expect(await send(paid({ ask: { form: space.slug, now: true } }), others)).toMatchObject({
		status: 422,
		error: { fields: { 'ask.form': 'This space has no such form.' } },
	})
	expect(await stored()).toHaveLength(1)
})

it('a closed form is refused, and nothing is stored', async () => {
	await app.sql('update public.forms set is_open = false where id = $1', [space.form_id])
	expect(await send(paid({ ask: { form: space.slug, now: true } }))).toMatchObject({
		status: 422,
		error: { fields: { 'ask.form': expect.stringContaining('closed') } },
	})
	expect(await stored()).toEqual([])
})

const deep = (levels: number) => ['{"a":'.repeat(levels), '1', '}'.repeat(levels)].join('')

it.each([
	['event', { event: '' }],
	['event', { event: 'x'.repeat(81) }],
	['event', { event: 7 }],
	['reference', { reference: undefined }],
	['reference', { reference: 'a\nb' }],
	['reference', { reference: '\ud800' }],
	['at', { at: undefined }],
	['at', { at: 'yesterday' }],
	['at', { at: '2026-02-30T00:00:00Z' }],
	['at', { at: '2026-03-01T12:00:00' }],
	['at', { at: '1899-12-31T23:59:59Z' }],
	['at', { at: '9999-01-01T00:00:00Z' }],
	['at', { at: 1772366400 }],
	['person', { person: undefined }],
	['person', { person: 'ana@b.example' }],
	['person.email', { person: {} }],
	['person.email', { person: { email: 'nobody' } }],
	['person.email', { person: { email: 'a@b.example\r\nBcc: c@d.example' } }],
	['person.email', { person: { email: { $ne: 1 } } }],
	['person.locale', { person: { email: 'a@b.example', locale: 'germanesque!' } }],
	['person.phone', { person: { email: 'a@b.example', phone: '1' } }],
	['data', { data: [] }],
	['data', { data: { a: 'x'.repeat(9000) } }],
	['data', { data: { a: 'nul\0' } }],
	['data', { data: { '\udfff': 1 } }],
	['data', { data: JSON.parse(deep(12)) }],
	['data', { data: Object.fromEntries(Array.from({ length: 600 }, (_, n) => [n, 1])) }],
	['ask.now', { ask: { form: 'x' } }],
	['ask.now', { ask: { form: 'x', now: 'true' } }],
	['ask.form', { ask: { now: true } }],
	['ask.form', { ask: { form: 'no-such-form', now: true } }],
	['ask.after', { ask: { form: 'x', now: true, after: 3 } }],
	['colour', { colour: 'red' }],
	['space_id', { space_id: 'x' }],
])('a bad field is refused by its name: %s', async (field, more) => {
	const answer = await send({ ...paid(), ...more })
	expect(answer).toMatchObject({ status: 422, error: { code: 'invalid' } })
	expect(Object.keys(answer.error?.fields ?? {})).toContain(field)
})

it('a body that is huge, deep or no object is refused before it is read as an event', async () => {
	expect((await send(`{"data":"${'x'.repeat(40_000)}"}`)).status).toBe(413)
	expect((await send(deep(5000))).status).toBe(400)
	expect((await send([paid()])).status).toBe(400)
	expect((await send('{')).status).toBe(400)
	expect((await send(JSON.stringify(paid()), 'plk_unknown')).status).toBe(401)
	expect(await stored()).toEqual([])
})

it('waiting events go after 30 days, those of customers who were asked after 90', async () => {
	await app.sql(
		`insert into public.customer_events (space_id, event, reference, at, email, state, received_at)
		select $1, 'x', n || state, now(), n || '@b.example', state, now() - make_interval(days => n)
		from unnest('{29,31,91}'::int[]) n, unnest('{waiting,asked,answered,left_out}'::text[]) state`,
		[space.space_id],
	)
	await app.sql('select private.forget_old()')
	const left = await app.sql<{ reference: string }>(
		'select reference from public.customer_events where space_id = $1 order by reference collate "C"',
		[space.space_id],
	)
	expect(left.map(({ reference }) => reference)).toEqual([
		'29answered',
		'29asked',
		'29left_out',
		'29waiting',
		'31answered',
		'31asked',
	])
})

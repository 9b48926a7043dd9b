import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { type SubmissionRow, type SubmitOutcome, submitTestimonials } from './queries.ts'

let app: TestApp
let space: SpaceFixture
let definition: string
beforeAll(async () => {
	app = await createTestApp()
	await app.stopWorkers()
})
beforeEach(async () => {
	space = await createSpace(app.database)
	definition = await definitionOf(space.form_id)
})
afterAll(() => app.close())

const definitionOf = async (form: string) => {
	const rows = await asOwner<{ at: string }>(
		app.database,
		`select to_json(updated_at) #>> '{}' as at from public.forms where id = $1`,
		[form],
	)
	return rows[0]?.at ?? ''
}
const bytes = () => `\\x${randomBytes(32).toString('hex')}`
const row = (fields: SubmissionRow = {}): SubmissionRow => ({
	form: space.form_id,
	definition,
	key: randomUUID(),
	fingerprint: bytes(),
	testimonial: randomUUID(),
	token_hash: bytes(),
	kind: 'text',
	body: 'A cup that sings.',
	rating: 5,
	author_name: 'Ines Castellanos',
	locale: 'en',
	scope: 'public',
	wording: space.wording,
	spam_state: 'clean',
	words_mark: null,
	...fields,
})
const submit = async (...rows: SubmissionRow[]) => {
	const answers = await app.deps.db.as({ role: 'anon' }, (tx) =>
		tx.final<SubmitOutcome & { place: number }>(submitTestimonials(rows)),
	)
	expect(answers.map(({ place }) => place)).toEqual(rows.map((_, place) => place))
	return answers.map(({ outcome }) => outcome)
}
const stored = (...rows: SubmissionRow[]) =>
	asOwner<{ id: string; spam_state: string }>(
		app.database,
		'select id, spam_state from public.testimonials where id = any ($1) order by array_position($1, id)',
		[rows.map(({ testimonial }) => testimonial)],
	)

it('submissions of several forms are stored together, each with its consent, history, receipt, alert and place in the queue', async () => {
	const other = await createSpace(app.database)
	const sent = [
		row(),
		row({
			form: other.form_id,
			definition: await definitionOf(other.form_id),
			wording: other.wording,
			scope: 'anonymous',
		}),
		row({ spam_state: 'spam', email: 'ines@harbour.example' }),
	]
	expect(await submit(...sent)).toEqual(['sent', 'sent', 'sent'])
	const rows = await asOwner(
		app.database,
		`select t.space_id = $2 as is_here, t.live_scope, t.status, t.source,
			(select c.scope || ':' || (c.wording = any ($3)) from public.consents c where c.testimonial_id = t.id) as consent,
			(select string_agg(e.kind, ',' order by e.seq) from public.testimonial_events e where e.testimonial_id = t.id) as events,
			(select count(*)::int from private.receipts r where r.testimonial_id = t.id and r.space_id = t.space_id) as receipts,
			(select count(*)::int from private.notification_events n where n.testimonial_id = t.id) as alerts,
			(select count(*)::int from private.unindexed_testimonials u where u.testimonial_id = t.id) as waiting,
			(select c.email from public.testimonial_contacts c where c.testimonial_id = t.id) as email,
			(select count(*)::int from plaudit.jobs j where j.payload ->> 'testimonial_id' = t.id::text) as mails
		from public.testimonials t where t.id = any ($1) order by array_position($1, t.id)`,
		[sent.map(({ testimonial }) => testimonial), space.space_id, [space.wording, other.wording]],
	)
	const one = { status: 'pending', source: 'form', events: 'submitted,consented', receipts: 1, waiting: 1, mails: 0 }
	expect(rows).toEqual([
		{ ...one, is_here: true, live_scope: 'public', consent: 'public:true', alerts: 1, email: null },
		{ ...one, is_here: false, live_scope: 'anonymous', consent: 'anonymous:true', alerts: 1, email: null },
		{ ...one, is_here: true, live_scope: 'public', consent: 'public:true', alerts: 0, email: 'ines@harbour.example' },
	])
	const broken = await asOwner(app.database, 'select broken from private.broken_entries(null, 100)')
	expect(broken).toEqual([{ broken: [] }])
})

it('a key that comes twice in one call is stored once, and another body under it is refused', async () => {
	const first = row()
	const again = { ...first, testimonial: randomUUID(), token_hash: bytes() }
	const other = { ...again, testimonial: randomUUID(), token_hash: bytes(), fingerprint: bytes() }
	expect(await submit(first, again, other)).toEqual(['sent', 'replayed', 'other_body'])
	expect(await stored(first, again, other)).toHaveLength(1)
	expect(await submit(again)).toEqual(['replayed'])
})

it('a refused submission leaves nothing, and its key is free for the next in the same call', async () => {
	const closed = row({ definition: '2020-01-01T00:00:00Z' })
	const again = row({ key: closed.key, fingerprint: closed.fingerprint })
	const unknown = row({ form: randomUUID() })
	expect(await submit(closed, unknown, again)).toEqual(['outdated', 'form_not_found', 'sent'])
	expect((await stored(closed, unknown, again)).map(({ id }) => id)).toEqual([again.testimonial])
	await asOwner(app.database, 'update public.forms set is_open = false where id = $1', [space.form_id])
	const late = row({ definition: await definitionOf(space.form_id) })
	expect(await submit(late)).toEqual(['form_not_found'])
	const receipts = 'select from private.receipts where testimonial_id = any ($1)'
	expect(
		await asOwner(app.database, receipts, [[closed, unknown, late].map(({ testimonial }) => testimonial)]),
	).toEqual([])
})

it('the same words twice in one call are suspect from the second on, as one after another', async () => {
	const mark = '4711'
	const [one, two, other] = [row({ words_mark: mark }), row({ words_mark: mark }), row({ words_mark: '4712' })]
	expect(await submit(one, two, other)).toEqual(['sent', 'sent', 'sent'])
	expect((await stored(one, two, other)).map(({ spam_state }) => spam_state)).toEqual(['clean', 'suspect', 'clean'])
})

it('the limits of an address and of its mails count each submission of a call', async () => {
	const limited = { address: bytes(), most_per_hour: 2, mail_address: bytes(), email: 'ines@harbour.example' }
	const sent = [
		row(limited),
		row(limited),
		row(limited),
		row({ ...limited, address: bytes() }),
		row({ ...limited, address: bytes() }),
	]
	expect(await submit(...sent)).toEqual(['sent', 'sent', 'rate_limited', 'sent', 'sent'])
	const mails = await asOwner(
		app.database,
		`select from plaudit.jobs where kind = 'receipt_mail' and payload ->> 'testimonial_id' = any ($1)`,
		[sent.map(({ testimonial }) => testimonial)],
	)
	expect(mails).toHaveLength(3)
})

it('a recording that two submissions of a call name is taken by the first', async () => {
	const upload = randomUUID()
	await asOwner(
		app.database,
		`insert into private.recording_uploads (id, space_id, form_id, kind, bytes) values ($1, $2, $3, 'video', 5)`,
		[upload, space.space_id, space.form_id],
	)
	await asOwner(
		app.database,
		`insert into storage.objects (bucket_id, name, version, metadata) values ('recordings', 'unsent/' || $1, 'v', '{}')`,
		[upload],
	)
	const files = [
		{ role: 'recording', id: upload, kind: 'video', mime: 'video/mp4', bytes: 5, cover: 0, extension: 'mp4' },
	]
	const [one, two] = [row({ kind: 'video', files }), row({ kind: 'video', files })]
	expect(await submit(one, two)).toEqual(['sent', 'upload_missing'])
	expect(await stored(one, two)).toHaveLength(1)
})

it('one that the database refuses takes the whole call back, and fields that the database fills are not taken from the caller', async () => {
	const [good, bad] = [row(), row({ author_name: 'x'.repeat(121) })]
	await expect(submit(good, bad)).rejects.toMatchObject({ code: '23514' })
	expect(await stored(good, bad)).toEqual([])
	const other = await createSpace(app.database)
	const forged = row({
		space_id: other.space_id,
		disclosure: 'Bought.',
		avatar: 'x',
		is_checked: true,
		gets_mail: true,
		recording: {},
	})
	expect(await submit(forged)).toEqual(['sent'])
	const [kept] = await asOwner(
		app.database,
		`select space_id, reward_disclosure, author_avatar_path from public.testimonials where id = $1`,
		[forged.testimonial],
	)
	expect(kept).toEqual({ space_id: space.space_id, reward_disclosure: '', author_avatar_path: null })
	const jobs = `select from plaudit.jobs where payload ->> 'testimonial_id' = $1`
	expect(await asOwner(app.database, jobs, [forged.testimonial])).toEqual([])
})

it('text with a lone surrogate is stored, and the first testimonial of a space ticks its step', async () => {
	const odd = row({ body: 'A cup \ud83c that sings.' })
	expect(await submit(odd)).toEqual(['sent'])
	const [kept] = await asOwner(
		app.database,
		`select t.body, s.milestones ->> 'first' is not null as is_ticked
		from public.testimonials t join public.spaces s on s.id = t.space_id where t.id = $1`,
		[odd.testimonial],
	)
	expect(kept).toEqual({ body: 'A cup \ufffd that sings.', is_ticked: true })
})

import { setTimeout as pause } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let smtp: SmtpServer
let app: TestApp
let space: SpaceFixture
let to: string

beforeAll(async () => {
	smtp = await startSmtpServer()
	app = await createTestApp({ SMTP_URL: smtp.url, MAIL_AUTOCONFIRM: 'on' })
})
afterAll(async () => {
	await app.close()
	await smtp.close()
})
beforeEach(async () => {
	smtp.received.splice(0)
	space = await createSpace(app.database)
	to = `${space.slug}@example.test`
	await asOwner(app.database, 'update auth.users set email_confirmed_at = now() where id = $1', [space.owner])
})

let number = 0
/** Each text differs: a repeated one is possible spam. */
async function submit(fields: Record<string, unknown> = {}): Promise<string> {
	const body = `The bowl number ${++number} sings when it is filled.`
	const { status, body: answer } = await postSubmission(app, submissionBody(space, { body, ...fields }))
	expect(status).toBe(201)
	return answer.id ?? ''
}
const mailsTo = (address: string) => smtp.received.filter((mail) => mail.to?.[0]?.address === address)
async function settled(): Promise<Email[]> {
	app.notifications.wake()
	await app.notifications.idle()
	return mailsTo(to)
}
const run = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)
const makeDue = () =>
	run('update private.notification_mails set run_at = now() where closed_at is null and space_id = $1', [
		space.space_id,
	])
const choose = (choice: string, changes = true) =>
	run(
		`insert into public.notification_settings (space_id, user_id, new_testimonial, edited_or_withdrawn) values ($1, $2, $3, $4)
		on conflict (space_id, user_id) do update set new_testimonial = excluded.new_testimonial, edited_or_withdrawn = excluded.edited_or_withdrawn`,
		[space.space_id, space.owner, choice, changes],
	)
const headerOf = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value

it('a member without settings gets a mail for a new testimonial, with links that decide nothing', async () => {
	const id = await submit({ author: { name: 'Ines Castellanos', title: 'Nurse', company: 'Harbour' }, rating: 4 })
	const [mail, ...others] = await settled()
	expect(others).toEqual([])
	expect(mail?.subject).toBe('Ines Castellanos wrote about Fernhill Pottery')
	expect(mail?.text).toContain(`The bowl number ${number} sings`)
	expect(mail?.text).toContain('4 of 5 stars')
	expect(mail?.text).toContain('Ines Castellanos, Nurse, Harbour')
	expect(mail?.text).toContain(`http://localhost:3000/dashboard/inbox/${id}\n`)
	expect(mail?.text).toContain(`http://localhost:3000/dashboard/inbox/${id}?reply`)
	expect(mail?.html).toContain('Read and decide')
	const unsubscribe = /^<(http:\/\/localhost:3000\/unsubscribe\/[\w-]{86})>$/.exec(
		headerOf(mail, 'list-unsubscribe') ?? '',
	)
	expect(mail?.text).toContain(unsubscribe?.[1])
	expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

it('an alert is handed to the mail server after the commit, without being asked for', async () => {
	await submit()
	await expect.poll(() => mailsTo(to)).toHaveLength(1)
})

it('a missing rating is said to be missing, and possible spam in words', async () => {
	await submit({ rating: null, body: 'See https://a.example and https://b.example and https://c.example today.' })
	const [mail] = await settled()
	expect(mail?.text).toContain('No rating')
	expect(mail?.text).toContain('Possible spam')
})

it('a long name is cut in the subject only', async () => {
	const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim()
	await submit({ author: { name } })
	const [mail] = await settled()
	expect(mail?.subject).toBe('Wolfeschlegelsteinhausenbergerdorff Wolf… wrote about Fernhill Pottery')
	expect(mail?.html).toContain(`${name} wrote about Fernhill Pottery`)
})

it('spam raises no mail', async () => {
	const body = new URLSearchParams({
		form: space.slug,
		kind: 'text',
		body: 'Buy now',
		name: 'Bot',
		website: 'x',
		scope: 'public',
	})
	await postSubmission(app, body)
	const id = await submit()
	await run("update public.testimonials set spam_state = 'spam' where id = $1", [id])
	expect(await settled()).toEqual([])
})

it('the sixth and later testimonials of ten minutes become one mail when the ten minutes are over', async () => {
	for (let i = 0; i < 12; i++) await submit({ author: { name: `Person ${i}` } })
	expect(await settled()).toHaveLength(5)
	const [bundle] = await run<{ due: number }>(
		`select extract(epoch from run_at - now())::int as due from private.notification_mails
		where space_id = $1 and closed_at is null`,
		[space.space_id],
	)
	expect(bundle?.due).toBeGreaterThan(580)
	expect(bundle?.due).toBeLessThanOrEqual(600)
	await makeDue()
	const mail = (await settled())[5]
	expect(mail?.subject).toBe('7 new testimonials for Fernhill Pottery')
	expect(mail?.text).toContain('7 people wrote within ten minutes')
	expect(mail?.text).toContain('Person 5')
	expect(mail?.text).toContain('And 1 more.')
	// While it goes on, a bundle follows a bundle after ten minutes at the earliest.
	await submit()
	expect(await settled()).toHaveLength(6)
	const [next] = await run<{ due: number }>(
		`select extract(epoch from run_at - now())::int as due from private.notification_mails
		where space_id = $1 and closed_at is null`,
		[space.space_id],
	)
	expect(next?.due).toBeGreaterThan(580)
})

it('a thousand testimonials at once are few rows and one bundle', async () => {
	await run(
		`insert into public.testimonials (space_id, form_id, kind, body, author_name, source)
		select $1, $2, 'text', 'Words ' || n, 'Person ' || n, 'form' from generate_series(1, 1000) n`,
		[space.space_id, space.form_id],
	)
	await run(
		`insert into private.notification_events (space_id, testimonial_id, kind)
		select space_id, id, 'new' from public.testimonials where space_id = $1`,
		[space.space_id],
	)
	expect(await settled()).toHaveLength(5)
	const [stored] = await run('select count(*)::int as items from private.notification_items where space_id = $1', [
		space.space_id,
	])
	expect(stored).toEqual({ items: 105 })
	await makeDue()
	expect((await settled())[5]?.subject).toBe('995 new testimonials for Fernhill Pottery')
})

it('a daily digest collects what happened, and there is none when nothing did', async () => {
	await choose('daily')
	await run("update public.profiles set time_zone = 'Asia/Kathmandu' where id = $1", [space.owner])
	await submit({ author: { name: 'Ines' } })
	const edited = await submit({ author: { name: 'Tomasz' } })
	await run("insert into private.notification_events (space_id, testimonial_id, kind) values ($1, $2, 'edited')", [
		space.space_id,
		edited,
	])
	await run("update public.testimonials set spam_state = 'spam' where id = $1", [
		await submit({ author: { name: 'Bot' } }),
	])
	expect(await settled()).toEqual([])
	const [digest] = await run<{ at: string }>(
		`select to_char(run_at at time zone 'Asia/Kathmandu', 'HH24:MI') as at from private.notification_mails where space_id = $1`,
		[space.space_id],
	)
	expect(digest?.at).toBe('08:00')
	await makeDue()
	const [mail] = await settled()
	expect(mail?.subject).toMatch(/^Fernhill Pottery on \w+day: 2 new$/)
	expect(mail?.text).toContain('2 wait for a decision')
	expect(mail?.text).toContain('1 lies in Spam')
	// Nothing happened since.
	await makeDue()
	expect(await settled()).toHaveLength(1)
})

it('the digest waits for 08:00 of a changed time zone', async () => {
	await choose('daily')
	await submit()
	await settled()
	await run("update public.profiles set time_zone = 'Australia/Adelaide' where id = $1", [space.owner])
	const [digest] = await run<{ at: string }>(
		`select to_char(run_at at time zone 'Australia/Adelaide', 'HH24:MI') as at from private.notification_mails where space_id = $1`,
		[space.space_id],
	)
	expect(digest?.at).toBe('08:00')
})

it('an edit and a withdrawal raise mails, unless the member does not want them', async () => {
	const answer = await postSubmission(app, submissionBody(space, { body: 'The first words of mine.' }))
	await settled()
	const token = answer.body.receipt_url?.split('/t/')[1] ?? ''
	const change = (body: object) =>
		app.fetch(`${app.url}/functions/v1/receipt`, {
			method: 'PATCH',
			headers: { 'receipt-token': token, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	await change({ body: 'Better words of mine.' })
	await settled()
	await change({ withdrawn: true })
	const [, edited, withdrawn] = await settled()
	expect(edited?.subject).toBe('Ines Castellanos edited their testimonial for Fernhill Pottery')
	expect(edited?.text).toContain('Better words of mine.')
	expect(withdrawn?.subject).toBe('Ines Castellanos withdrew their testimonial from Fernhill Pottery')
	expect(withdrawn?.text).not.toContain('Better words')
	await choose('immediate', false)
	await change({ withdrawn: false })
	await change({ withdrawn: true })
	expect(await settled()).toHaveLength(3)
})

it('a member who wants no mails gets none, and a member without a confirmed address neither', async () => {
	await choose('off')
	await submit()
	expect(await settled()).toEqual([])
	await choose('immediate')
	await run('update auth.users set email_confirmed_at = null where id = $1', [space.owner])
	await submit()
	expect(await settled()).toEqual([])
})

it('an account that was added without its consent gets mails only after it chose them', async () => {
	const added = await app.person()
	await run("insert into public.space_members (space_id, user_id, role) values ($1, $2, 'viewer')", [
		space.space_id,
		added.id,
	])
	await run('update public.space_members set has_agreed = false where user_id = $1', [added.id])
	await submit()
	expect(await settled()).toHaveLength(1)
	expect(mailsTo(added.email)).toEqual([])
	const choice = { space_id: space.space_id, user_id: added.id, new_testimonial: 'immediate' }
	await added.client.from('notification_settings').insert(choice).throwOnError()
	await submit()
	await settled()
	expect(mailsTo(added.email)).toHaveLength(1)
})

it('words that were withdrawn or erased before the mail was sent are not sent', async () => {
	await choose('daily')
	const gone = await submit({ author: { name: 'Erased' } })
	const back = await submit({ author: { name: 'Withdrawn' } })
	await settled()
	await run('delete from public.testimonials where id = $1', [gone])
	await run('update public.testimonials set withdrawn_at = now() where id = $1', [back])
	await makeDue()
	expect(await settled()).toEqual([])
})

it('a mail that the server defers is sent later with the same Message-ID, once', async () => {
	smtp.deferCount = 2
	await submit()
	for (let attempt = 0; attempt < 3; attempt++) {
		await settled()
		const [open] = await run<{ due: number }>(
			'select extract(epoch from run_at - now())::float as due from private.notification_mails where space_id = $1 and closed_at is null',
			[space.space_id],
		)
		if (attempt < 2) expect(open?.due).toBeGreaterThan(2)
		await makeDue()
	}
	const mails = await settled()
	expect(mails).toHaveLength(1)
	const [stored] = await run<{ id: string }>('select id from private.notification_mails where space_id = $1', [
		space.space_id,
	])
	expect(mails[0]?.messageId).toContain(stored?.id)
})

it('an address that is refused for good is shown to its member alone, and does not delay the mails of others', async () => {
	const colleague = await app.person(`colleague-${number}`)
	await run("insert into public.space_members (space_id, user_id, role) values ($1, $2, 'viewer')", [
		space.space_id,
		colleague.id,
	])
	smtp.refused.set(to, 'no such mailbox')
	await submit()
	expect(await settled()).toEqual([])
	expect(mailsTo(colleague.email)).toHaveLength(1)
	const settings = () =>
		run('select user_id, refusal from public.notification_settings where space_id = $1', [space.space_id])
	expect(await settings()).toEqual([{ user_id: space.owner, refusal: expect.stringContaining('550') }])
	const { data } = await colleague.client.from('notification_settings').select('*')
	expect(data).toEqual([])
	smtp.refused.clear()
	await submit()
	expect(await settled()).toHaveLength(1)
	expect(await settings()).toEqual([{ user_id: space.owner, refusal: null }])
})

it('a mail that the server answers slowly delays no other', async () => {
	const colleague = await app.person(`slow-${number}`)
	await run("insert into public.space_members (space_id, user_id, role) values ($1, $2, 'viewer')", [
		space.space_id,
		colleague.id,
	])
	smtp.stalled.add(to)
	await submit()
	await submit()
	while (mailsTo(colleague.email).length < 2) await pause(20)
	expect(mailsTo(to)).toEqual([])
	smtp.stalled.clear()
	smtp.release()
	expect(await settled()).toHaveLength(2)
})

it('two nodes send each mail once, and a mail of a node that ended is taken over', async () => {
	const other = await createTestApp({ SMTP_URL: smtp.url }, app.database)
	for (let i = 0; i < 4; i++) await submit()
	app.notifications.wake()
	other.notifications.wake()
	await Promise.all([app.notifications.idle(), other.notifications.idle()])
	expect(mailsTo(to)).toHaveLength(4)
	await submit()
	await settled()
	// As if a node had claimed it and ended before the mail was handed over.
	await run(
		'update private.notification_mails set closed_at = null, outcome = null, attempts = 1, run_at = now() where space_id = $1',
		[space.space_id],
	)
	smtp.received.splice(0)
	expect(await settled()).toHaveLength(5)
	await other.close()
})

it('an event of a process that ended before mails were made of it is mailed by the next that starts', async () => {
	const id = await submit()
	await settled()
	await run("insert into private.notification_events (space_id, testimonial_id, kind) values ($1, $2, 'edited')", [
		space.space_id,
		id,
	])
	const next = await createTestApp({ SMTP_URL: smtp.url }, app.database)
	await next.notifications.idle()
	await next.close()
	expect(mailsTo(to).map(({ subject }) => subject)).toEqual([
		'Ines Castellanos wrote about Fernhill Pottery',
		'Ines Castellanos edited their testimonial for Fernhill Pottery',
	])
})

it('the mail is in the language of the member, else of the space', async () => {
	await run("update public.spaces set locale = 'de' where id = $1", [space.space_id])
	await submit()
	expect((await settled())[0]?.subject).toBe('Ines Castellanos hat über Fernhill Pottery geschrieben')
	await run("update public.profiles set locale = 'ar-EG' where id = $1", [space.owner])
	await submit()
	expect((await settled())[1]?.html).toContain('<html lang="ar" dir="rtl">')
	await run(`update auth.users set raw_user_meta_data = '{"locale":"fr"}' where id = $1`, [space.owner])
	await submit()
	expect((await settled())[2]?.subject).toBe('Ines Castellanos a écrit à propos de Fernhill Pottery')
})

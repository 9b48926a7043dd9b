import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSmtpServer } from '#test/fakes/smtp-server.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { uploadRecording, webm } from '#test/support/product/upload-recording.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let email: string
let number = 0

beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
	space = await createSpace(app.database)
	email = `ines-${++number}@harbour.example`
})

const run = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)
async function submit(fields: Record<string, unknown> = {}): Promise<string> {
	const author = { name: 'Ines Castellanos', email }
	const body = `The bowl number ${++number} sings when it is filled.`
	const answer = await postSubmission(app, submissionBody(space, { author, body, ...fields }))
	return answer.body.id ?? ''
}
const decide = (id: string, status: string) =>
	run('update public.testimonials set status = $2 where id = $1', [id, status])
/** Mails in the order of their jobs: that of an approval waits for some seconds, in which it may be undone. */
async function received() {
	await runDueJobs(app.deps)
	await run("update plaudit.jobs set run_at = now() where kind = 'published_mail'")
	await runDueJobs(app.deps)
	return mailsTo(app, email)
}

it('the mail with the private link quotes the words, names the shop as its sender, and can be stopped', async () => {
	await run(`update public.spaces set brand = '{"color":"#b4531f"}' where id = $1`, [space.space_id])
	await submit()
	const [mail] = await received()
	expect(mail?.subject).toBe('Your words have arrived at Fernhill Pottery')
	expect(mail?.from?.name).toBe('Fernhill Pottery')
	expect(mail?.text).toContain('> The bowl number')
	expect(mail?.text).toMatch(/http:\/\/localhost:3000\/t\/[\w-]{64}/)
	const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
	const url = /^<(.+)>$/.exec(header)?.[1] ?? ''
	expect(mail?.text).toContain(url)
	const stop = await app.fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
	expect(stop.status).toBe(200)
})

it('words with a web address are not quoted, as anybody may type any address into a form', async () => {
	await submit({ body: 'Look at cheap-watches.example for a good bowl.' })
	const [mail] = await received()
	expect(mail?.text).toContain('Your words have arrived.')
	expect(mail?.text).not.toContain('cheap-watches')
	expect(mail?.html).not.toContain('cheap-watches')
})

it.each([
	['cheap-watches.example', 'watches.e'],
	['時計.com', '時計.com'],
	['часы.рф', 'часы.рф'],
	['192.0.2.7/x', '192.0.2.7'],
])('the web address %s is in no mail to an address that anybody may type', async (address, sign) => {
	await submit({ body: `Look at ${address} for a bowl.`, author: { name: `Win at ${address}`, email } })
	const [mail] = await received()
	expect(mail?.text).toContain('Thank you. Your words have arrived.')
	for (const part of [mail?.text, mail?.html, mail?.subject]) expect(part).not.toContain(sign)
})

it('the submitter hears of the first publication, with the wall that shows it, and never again', async () => {
	const id = await submit()
	await decide(id, 'approved')
	const [, mail] = await received()
	expect(mail?.subject).toBe('Your words are public at Fernhill Pottery')
	expect(mail?.text).toContain(`http://localhost:3000/w/${space.slug}#t-${id}`)
	expect(mail?.text).toMatch(/Your private page\nhttp:\/\/localhost:3000\/t\/[\w-]{64}/)
	await decide(id, 'archived')
	await decide(id, 'approved')
	expect(await received()).toHaveLength(2)
})

it('an approval that is undone at once sends no mail, and the next one does', async () => {
	const id = await submit()
	await decide(id, 'approved')
	await decide(id, 'pending')
	expect(await received()).toHaveLength(1)
	await decide(id, 'approved')
	expect(await received()).toHaveLength(2)
})

it('a publication without the name is told as that, and only the shown part is quoted', async () => {
	const id = await submit({
		consent: { scope: 'anonymous', wording: space.wording },
		body: 'The bowl sings. The cup is quiet.',
	})
	await run('update public.testimonials set excerpt_start = 0, excerpt_end = 15 where id = $1', [id])
	await decide(id, 'approved')
	const [, mail] = await received()
	expect(mail?.text).toContain('> The bowl sings.\n')
	expect(mail?.text).not.toContain('The cup')
	expect(mail?.text).toContain('without your name and photo')
})

it('an approval that publishes nothing, a submitter without an address and one who stopped the mails get none', async () => {
	await decide(await submit({ consent: { scope: 'private', wording: space.wording } }), 'approved')
	await decide(await submit({ author: { name: 'Ines' } }), 'approved')
	const stopped = await submit()
	await run('update public.testimonial_contacts set mails_stopped_at = now() where testimonial_id = $1', [stopped])
	await decide(stopped, 'approved')
	expect((await received()).map(({ subject }) => subject)).not.toContain('Your words are public at Fernhill Pottery')
})

it('the mails are in the language of the testimonial', async () => {
	const id = await submit({ locale: 'de-AT' })
	await decide(id, 'approved')
	const [first, second] = await received()
	expect(first?.subject).toBe('Ihre Worte sind bei Fernhill Pottery angekommen')
	expect(second?.subject).toBe('Ihre Worte sind bei Fernhill Pottery öffentlich')
})

it.each([
	['video', 'en', 'Your video has arrived at Fernhill Pottery', 'Your video is public at Fernhill Pottery'],
	['audio', 'en', 'Your recording has arrived at Fernhill Pottery', 'Your recording is public at Fernhill Pottery'],
	['video', 'fr', 'Votre vidéo est arrivée chez Fernhill Pottery', 'Votre vidéo est publique chez Fernhill Pottery'],
] as const)('the mails about a %s in %s name it and quote no words', async (kind, locale, arrived, published) => {
	await run('update public.forms set accepts = $2 where id = $1', [space.form_id, [kind]])
	const upload = await uploadRecording(app, space.slug, kind, webm(1000), `${kind}/webm`)
	const id = await submit({ kind, body: '', media: [upload], locale })
	await run(`update public.media set state = 'ready' where testimonial_id = $1`, [id])
	await decide(id, 'approved')
	const [first, second] = await received()
	expect([first?.subject, second?.subject]).toEqual([arrived, published])
	for (const text of [first?.text, second?.text]) expect(text).not.toMatch(/your words|vos mots|^> /im)
})

it('a mail that the mail server refuses for good is tried once, and the reason is kept with its job', async () => {
	const server = await startSmtpServer()
	server.refused.set('gone@harbour.example', '5.1.1 No such person')
	const refusing = await createTestApp({ SMTP_URL: server.url, LOG_LEVEL: 'silent' })
	try {
		const form = await createSpace(refusing.database)
		await postSubmission(refusing, submissionBody(form, { author: { name: 'Ines', email: 'gone@harbour.example' } }))
		await refusing.deps.jobs.idle()
		const jobs = `select attempts, failed_at is not null as is_over, last_error from plaudit.jobs where kind = 'receipt_mail'`
		expect(await asOwner(refusing.database, jobs)).toEqual([
			{ attempts: 1, is_over: true, last_error: 'the mail server refused the mail: 550 5.1.1 No such person' },
		])
	} finally {
		await refusing.close()
		await server.close()
	}
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let server: SmtpServer
let app: TestApp
let space: SpaceFixture
let email: string
let number = 0

beforeAll(async () => {
	server = await startSmtpServer()
	app = await createTestApp({ SMTP_URL: server.url })
})
afterAll(async () => {
	await app.close()
	await server.close()
})
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
const write = (mail: string, locale: string, subject: string, body: string) =>
	run('insert into public.customer_mail_texts (space_id, mail, locale, subject, body) values ($1, $2, $3, $4, $5)', [
		space.space_id,
		mail,
		locale,
		subject,
		body,
	])
const switchOff = (mail: string) =>
	run('insert into public.customer_mails_off (space_id, mail) values ($1, $2)', [space.space_id, mail])
const decide = (id: string, status: string) =>
	run('update public.testimonials set status = $2 where id = $1', [id, status])
async function mails() {
	await run("update plaudit.jobs set run_at = now() where kind = 'published_mail'")
	await runDueJobs(app.deps)
	await app.deps.jobs.idle()
	return server.received.filter(({ to }) => to?.some(({ address }) => address === email))
}

it('the words of the space go out with the private link between them, and with the foot that stops the mails', async () => {
	await write(
		'received',
		'en',
		'Hello {name} from {space}',
		'Dear {name},\n\nwith tea.\n\n{link}\n\nMaren, at the wheel',
	)
	await submit()
	const [mail] = await mails()
	expect(mail?.subject).toBe('Hello Ines Castellanos from Fernhill Pottery')
	expect(mail?.text).toMatch(
		/Dear Ines Castellanos,\n\nwith tea\.[\s\S]*> The bowl number[\s\S]*\nhttp:\/\/localhost:3000\/t\/[\w-]{64}\?c=\S+[\s\S]*Maren, at the wheel[\s\S]*\/unsubscribe\//,
	)
	expect(mail?.text).not.toContain('Your words have arrived')
	expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true)
})

it('the published mail keeps the wall and the private page, and a proposal keeps what is proposed', async () => {
	await write('published', 'en', 'You are on our wall', 'Look!\n\n{link}\n\nMaren')
	await write('proposal', 'en', 'May we?', 'One small change.\n\n{link}')
	const id = await submit()
	await decide(id, 'approved')
	const [proposal] = await run<{ id: string }>(
		`insert into public.proposals (space_id, testimonial_id, version, body, note)
		select t.space_id, t.id, t.version, 'The bowl sings.', '' from public.testimonials t where t.id = $1 returning id`,
		[id],
	)
	await run(
		`insert into plaudit.jobs (kind, payload) values ('proposal_mail', jsonb_build_object('proposal_id', $1::text))`,
		[proposal?.id],
	)
	const [, ...later] = await mails()
	const bySubject = (subject: string) => later.find((mail) => mail.subject === subject)?.text
	expect(bySubject('You are on our wall')).toMatch(/Look![\s\S]*\/w\/[\s\S]*\/t\/[\s\S]*Maren/)
	expect(bySubject('May we?')).toMatch(/One small change\.[\s\S]*> The bowl sings\.[\s\S]*\/t\//)
})

it('a name that is a web address is left out of the words, as anybody may type any name', async () => {
	await write('received', 'en', 'Thanks, {name}!', 'Dear {name},\n\n{link}')
	await submit({ author: { name: 'Win at evil.example', email } })
	const [mail] = await mails()
	expect(mail?.subject).toBe('Thanks!')
	expect(mail?.text).toContain('Hello,')
	expect(mail?.text).not.toContain('evil')
})

it.each([
	['de-AT', 'de', 'Deutsch'],
	['ar', 'ar', 'عربي'],
	['fr', 'en', 'Vos mots sont arrivés chez Fernhill Pottery'],
	['ja', 'en', 'English'],
])('a testimonial in %s gets the words in %s', async (locale, _, subject) => {
	for (const [language, words] of [
		['en', 'English'],
		['de', 'Deutsch'],
		['ar', 'عربي'],
	] as const)
		await write('received', language, words, 'x\n\n{link}')
	await submit({ locale })
	expect((await mails()).map((mail) => mail.subject)).toEqual([subject])
})

it('a testimonial in a language without mails is answered in the language of the form, then of the space', async () => {
	await run(`update public.forms set locale = 'de' where id = $1`, [space.form_id])
	await submit({ locale: 'ja' })
	expect((await mails())[0]?.subject).toBe('Ihre Worte sind bei Fernhill Pottery angekommen')
})

it('a mail that is queued takes the words of the moment in which it is sent', async () => {
	const id = await submit()
	await decide(id, 'approved')
	await write('published', 'en', 'Written after the approval', '{link}')
	expect((await mails()).map(({ subject }) => subject)).toContain('Written after the approval')
})

it('a mail that is switched off is not sent, also when it is queued already, and takes no share of the hourly limit', async () => {
	await switchOff('received')
	const id = await submit()
	await decide(id, 'approved')
	await switchOff('published')
	expect(await mails()).toEqual([])
	expect(await run('select from private.space_budgets where space_id = $1', [space.space_id])).toEqual([])
})

it('a first publication that ends while its mail is switched off is mailed when it comes again', async () => {
	await switchOff('received')
	await switchOff('published')
	const id = await submit()
	await decide(id, 'approved')
	await decide(id, 'pending')
	expect(await mails()).toEqual([])
	await run('delete from public.customer_mails_off where space_id = $1', [space.space_id])
	await decide(id, 'approved')
	expect(await mails()).toHaveLength(1)
})

it('a private page that an owner mails is sent although the mail after a submission is switched off', async () => {
	await switchOff('received')
	const id = await submit()
	const claims = JSON.stringify({ sub: space.owner, role: 'authenticated' })
	await run(
		`with claims as materialized (select set_config('request.jwt.claims', $1, false))
		select public.mail_private_pages($2, array[$3::uuid]) from claims`,
		[claims, space.space_id, id],
	)
	expect(await mails()).toHaveLength(1)
})

it.each([
	['a link', 'Look at https://evil.example\n\n{link}'],
	['no private link', 'Dear {name}'],
	['an unknown placeholder', '{password}\n\n{link}'],
])('stored words with %s, as an archive may bring them, are not sent: the mail goes out in ours', async (_, body) => {
	await write('received', 'en', 'Bad', body)
	await submit()
	expect((await mails())[0]?.subject).toBe('Your words have arrived at Fernhill Pottery')
})

it('while Received is off, the form and the private page promise no mail', async () => {
	const form = async () => (await app.fetch(`${app.url}/functions/v1/form?slug=${space.slug}`)).json()
	const sent = await postSubmission(app, submissionBody(space, { author: { name: 'Ines', email } }))
	const token = sent.body.receipt_url?.split('/').at(-1) ?? ''
	const headers = { 'Receipt-Token': token }
	const receipt = async () => (await app.fetch(`${app.url}/functions/v1/receipt`, { headers })).json()
	expect(await form()).not.toHaveProperty('no_mail')
	expect((await receipt()).form.is_mailed).toBe(true)
	await switchOff('received')
	expect((await receipt()).form.is_mailed).toBe(false)
	await run('update public.forms set name = name where id = $1', [space.form_id])
	await expect.poll(async () => (await form()).no_mail).toBe(true)
})

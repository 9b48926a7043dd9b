import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { outboxFolder } from '#platform/mail/outbox.ts'
import { sql } from '#platform/pg/sql.ts'
import { createInvitationSender } from '#product/invitations/invitation-sender.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { inviteByMail } from '#test/support/product/join-link.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: { slug: string; wording: string; space_id: string; form_id: string }
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
beforeEach(async () => {
	space = await makeSpace()
})
afterAll(() => app.close())

const makeSpace = (slug?: string) => createOwnSpace(owner.client, { name: 'Fernhill', ...(slug && { slug }) })

async function send(words: string, email: string, to = space) {
	const { body } = await postSubmission(
		app,
		submissionBody(to, { body: words, author: { name: 'Ines Calder', email } }),
	)
	await app.notifications.idle()
	await mailsTo(app, email)
	return { id: body.id ?? '', token: body.receipt_url?.split('/').at(-1) ?? '' }
}

async function invite(email: string) {
	const recipients = [{ email, name: 'Ines Calder' }]
	const mail = {
		form_id: space.form_id,
		recipients,
		subject: 'How was it?',
		message: 'Hello {name},',
		remind_after_days: 7,
	}
	await owner.client.rpc('invite_customers', mail).throwOnError()
	const before = (await mailsTo(app, email)).length
	await createInvitationSender(app.deps).sendDue()
	await expect.poll(async () => (await mailsTo(app, email)).length).toBe(before + 1)
}

/** Counts the written mails that hold a text, in their names or contents. */
async function holding(text: string): Promise<number> {
	const folder = outboxFolder(app.deps.config)
	let count = 0
	for (const name of await readdir(folder)) {
		const content = await readFile(join(folder, name), 'utf8').catch(() => '')
		if (`${name}\n${content}`.includes(text)) count++
	}
	return count
}

it('an erased person leaves no written mail: neither their own nor those that repeat their words to members', async () => {
	const [words, email] = ['The kiln sings in my kitchen now.', 'ines.one@harbour.example']
	await send(words, email)
	await invite(email)
	const other = await makeSpace(`${space.slug}-other`)
	await send('Words for another space.', email, other)
	expect([await holding(words), (await mailsTo(app, email)).length]).toEqual([2, 3])
	await owner.client.rpc('erase_person', { space_id: space.space_id, address: email }).throwOnError()
	await expect.poll(() => holding(words)).toBe(0)
	// The mail of another space stays: its owner decides.
	await expect.poll(async () => (await mailsTo(app, email)).length).toBe(1)
	expect(await holding('Words for another space.')).toBe(2)
})

it('a testimonial that its submitter or an owner erases takes its written mails along, and no others', async () => {
	const kept = await send('These words stay in the outbox.', 'ines.two@harbour.example')
	const one = await send('I erase these words myself.', 'ines.three@harbour.example')
	const two = await send('An owner erases these words.', 'ines.four@harbour.example')
	const receipt = `${app.url}/functions/v1/receipt`
	expect((await app.fetch(receipt, { method: 'DELETE', headers: { 'receipt-token': one.token } })).status).toBe(204)
	await owner.client.rpc('erase_testimonial', { space_id: space.space_id, testimonial_id: two.id }).throwOnError()
	for (const text of ['erase these words', 'ines.three@', 'ines.four@', one.id, two.id])
		await expect.poll(() => holding(text), { message: text }).toBe(0)
	expect([await holding('These words stay'), await holding(kept.id)]).toEqual([2, 2])
})

it('a deleted space takes its written mails along', async () => {
	await send('Words of a space that goes.', 'ines.five@harbour.example')
	await invite('otto.five@harbour.example')
	await inviteByMail(app, owner.client, space.space_id, 'guest.five@harbour.example')
	await owner.client.from('spaces').delete().eq('id', space.space_id).throwOnError()
	for (const text of ['a space that goes', 'five@harbour.example', space.space_id])
		await expect.poll(() => holding(text), { message: text }).toBe(0)
})

it('a deleted account takes along what was written to it, and what waits for its address', async () => {
	const leaving = await app.person()
	await joinSpace(owner.client, space.space_id, leaving.client, 'editor')
	await send('Words that a member is told.', 'ines.six@harbour.example')
	const data = { email: leaving.email, requestedAt: new Date().toISOString(), link: `${app.url}/auth` }
	const about = { about: [leaving.id], template: 'new_device', data }
	const service = { role: 'service_role' } as const
	await app.deps.db.as(service, (tx) => tx.final(app.deps.jobs.enqueue('mail', { ...about, to: leaving.email })))
	// A mail of the invitation is among them only when it was sent before the member joined.
	const subjects = async () => (await mailsTo(app, leaving.email)).map(({ subject }) => subject)
	const told = expect.arrayContaining(['Ines Calder wrote about Fernhill', 'A new sign-in to your Plaudit account'])
	await expect.poll(subjects).toEqual(told)
	await app.deps.db.as(service, (tx) =>
		tx.final(app.deps.jobs.enqueue('mail', { ...about, to: leaving.email.toUpperCase() }, 3600)),
	)
	await leaving.client.rpc('delete_account').throwOnError()
	await expect.poll(() => holding(leaving.email)).toBe(0)
	const waiting = sql`select from plaudit.jobs where payload::text ilike ${`%${leaving.email}%`}`
	expect(await app.deps.db.as(service, (tx) => tx.final(waiting))).toEqual([])
	expect(await holding('Words that a member is told.')).toBe(2)
})

it('an erasure keeps keyed hashes of address and words in the database, and no address and no words', async () => {
	const [words, email] = ['Nobody sets a table like them.', 'Ines.Seven+news@harbour.example']
	const { token } = await send(words, email)
	await app.fetch(`${app.url}/functions/v1/receipt`, { method: 'DELETE', headers: { 'receipt-token': token } })
	const ask = (kind: string, value: string, of = space.space_id) =>
		app
			.sql<{ known: boolean }>(
				'select exists (select from private.erased e where e.space_id = $1 and e.kind = $2 and e.hash = private.erased_hash($1, $2, $3)) as known',
				[of, kind, value],
			)
			.then(([row]) => row?.known)
	expect(await ask('words', ' nobody sets a  table like them')).toBe(true)
	expect(await ask('address', 'ines.seven@harbour.example')).toBe(true)
	expect(await ask('words', 'Nobody sets a chair like them.')).toBe(false)
	expect(await ask('address', 'ines.eight@harbour.example')).toBe(false)
	const other = await makeSpace(`${space.slug}-other`)
	expect(await ask('address', 'ines.seven@harbour.example', other.space_id)).toBe(false)
})

it('erased rows are listed in DATA_DIR by hashes of their ids, once, and without an address', async () => {
	const { id, token } = await send('Listed when it is gone.', 'ines.nine@harbour.example')
	await app.fetch(`${app.url}/functions/v1/receipt`, { method: 'DELETE', headers: { 'receipt-token': token } })
	const folder = join(app.deps.config.DATA_DIR, 'erased')
	const lists = async () =>
		Promise.all((await readdir(folder).catch(() => [])).map((name) => readFile(join(folder, name), 'utf8')))
	const [row] = await app.sql<{ hash: string }>('select private.row_hash($1) as hash', [id])
	await expect.poll(async () => (await lists()).join('').split(row?.hash ?? 'none').length).toBe(2)
	expect((await lists()).join('')).not.toMatch(/harbour|Ines|gone/)
})

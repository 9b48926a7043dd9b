import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashToken } from '#platform/keys/secret-token.ts'
import { sql } from '#platform/pg/sql.ts'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { createInvitationSender } from './invitation-sender.ts'
import { invitationTokenOf } from './invitation-token.ts'
import { claimInvitationMails } from './queries.ts'

let opened: TestDeps
let server: SmtpServer
let space: SpaceFixture
beforeEach(async () => {
	server = await startSmtpServer()
	const env = { SITE_URL: 'https://praise.example', SMTP_URL: server.url, LOG_LEVEL: 'silent' }
	opened = await openTestDeps(env)
	space = await createSpace(opened.database)
})
afterEach(async () => {
	await opened.close()
	await server.close()
})

const node = () => createInvitationSender(opened.deps)
const run = <Row extends object = Record<string, unknown>>(query: string, values: unknown[] = []) =>
	asOwner<Row>(opened.database, query, values)
const list = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `person-${n}@b.example`, name: `Person ${n}` }))
const ask = (count: number, options?: Parameters<typeof invite>[3]) =>
	invite(opened.deps.db, space, list(count), options)
const states = async () => {
	const rows = await run<{ state: string; n: number }>(
		'select state, count(*)::int as n from public.invitations group by state',
	)
	return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}
/** As if the time that waiting mails wait for had come. */
const letTimePass = async () => {
	await run('update private.invitation_mails set due_at = now() where sent_at is null')
	await run('update private.invitation_queues set due_at = now()')
}
const recipients = () => server.received.map(({ to }) => to?.[0]?.address).sort()

it('an invitation arrives with the shop as sender, the owner’s words, a personal link and a way to decline', async () => {
	const [asked] = await invite(opened.deps.db, space, [{ email: 'ines@b.example', name: 'Ines' }], {
		subject: '{name}, how was {space}?',
		message: 'Dear {name},\n\nhow did <it> go?',
		replyToMe: true,
	})
	await node().sendDue()
	const [mail] = server.received
	const id = asked?.invitation_id ?? ''
	const token = invitationTokenOf(opened.deps.keys.secret, id, 'ines@b.example')
	expect(mail?.from).toEqual({ name: 'Fernhill Pottery', address: 'plaudit@praise.example' })
	expect(mail?.replyTo?.[0]?.address).toBe('member@example.test')
	expect(mail?.subject).toBe('Ines, how was Fernhill Pottery?')
	const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
		Date.now() + 90 * 86_400_000,
	)
	for (const words of [mail?.text, mail?.html?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')]) {
		expect(words).toContain('Dear Ines,')
		expect(words).toContain('how did <it> go?')
		expect(words).toContain(`https://praise.example/collect/${space.slug}?i=${token}`)
		expect(words).toContain(`https://praise.example/invitation/${token}/decline`)
		expect(words).toContain(`The link is yours alone until ${until}, and works once.`)
		expect(words).toContain('Do not ask me again')
	}
	expect(mail?.html).not.toContain('<it>')
	const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value
	expect(header('list-unsubscribe')).toBe(`<https://praise.example/invitation/${token}/decline>`)
	expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
	const [stored] = await run(
		`select i.state, i.sent_at is not null as is_sent, round(extract(epoch from i.expires_at - i.sent_at) / 86400)::int as days,
			t.token_hash, m.id as mail_id
		from public.invitations i join private.invitation_tokens t on t.invitation_id = i.id
		join private.invitation_mails m on m.invitation_id = i.id`,
	)
	expect(stored).toMatchObject({ state: 'sent', is_sent: true, days: 90, token_hash: hashToken(token) })
	expect(mail?.messageId).toBe(`<${stored?.mail_id}@praise.example>`)
})

it('the mail is in the language of the form', async () => {
	const languages = {
		ar: ['rtl', 'لا تسألوني مرة أخرى'],
		de: ['ltr', 'Bitte nicht mehr fragen'],
		es: ['ltr', 'No volver a pedírmelo'],
		fr: ['ltr', 'Ne plus me solliciter'],
		ja: ['ltr', 'Do not ask me again'],
	} as const
	for (const locale of Object.keys(languages)) {
		await run('update public.forms set locale = $1', [locale])
		await invite(opened.deps.db, space, [{ email: `${locale}@b.example` }])
		await node().sendDue()
	}
	for (const [n, [locale, [direction, decline]]] of Object.entries(languages).entries()) {
		const mail = server.received[n]
		expect(mail?.html).toContain(`<html lang="${locale === 'ja' ? 'en' : locale}" dir="${direction}">`)
		expect(mail?.html).toContain(decline)
	}
})

it('an address that the mail server refuses has failed with its words, and the others are sent', async () => {
	server.refused.set('person-4@b.example', '5.1.1 No such person')
	await ask(10)
	await node().sendDue()
	expect(await states()).toEqual({ sent: 9, failed: 1 })
	expect(await run("select email, failure from public.invitations where state = 'failed'")).toEqual([
		{ email: 'person-4@b.example', failure: '550 5.1.1 No such person' },
	])
	expect(server.received).toHaveLength(9)
	await letTimePass()
	await node().sendDue()
	expect(server.received).toHaveLength(9)
})

it('while the mail server is away, invitations wait, and each arrives once when it is back', async () => {
	const port = Number(new URL(server.url).port)
	await server.close()
	await ask(30)
	const sender = node()
	await sender.sendDue()
	await sender.sendDue()
	expect(await states()).toEqual({ queued: 30 })
	// After the first claim failed as a whole, the sender pauses.
	expect(await run('select from private.invitation_mails where attempts > 0')).toHaveLength(8)
	expect(await run('select from private.invitation_mails where attempts > 0 and due_at > now()')).toHaveLength(8)
	server = await startSmtpServer(port)
	await letTimePass()
	await node().sendDue()
	expect(await states()).toEqual({ sent: 30 })
	expect(new Set(recipients()).size).toBe(30)
	expect(server.received).toHaveLength(30)
})

it('a mail that the server defers waits with a growing pause, and does not stop the others', async () => {
	server.deferCount = 1
	await ask(5)
	await node().sendDue()
	expect(await states()).toEqual({ sent: 4, queued: 1 })
	const pause = () =>
		run<{ seconds: number }>(
			`select round(extract(epoch from due_at - now()) / 10)::int * 10 as seconds from private.invitation_mails
				where sent_at is null`,
		)
	expect(await pause()).toEqual([{ seconds: 60 }])
	await run('update private.invitation_mails set attempts = 9 where sent_at is null')
	await letTimePass()
	server.deferCount = 1
	await node().sendDue()
	expect(await pause()).toEqual([{ seconds: 3600 }])
	await run('update private.invitation_mails set attempts = 47 where sent_at is null')
	await letTimePass()
	server.deferCount = 1
	await node().sendDue()
	expect(await run("select failure from public.invitations where state = 'failed'")).toEqual([
		{ failure: expect.stringContaining('try again later') },
	])
})

it('with a slow mail server four mails are in progress at a time, and two nodes send none twice', async () => {
	const waiting: (() => void)[] = []
	server.hold = () => new Promise<void>((resolve) => waiting.push(resolve))
	await ask(40)
	const [one, two] = [node(), node()]
	const sending = Promise.all([one.sendDue(), two.sendDue()])
	await expect.poll(() => waiting.length).toBe(8)
	server.hold = async () => {}
	for (const release of waiting) release()
	await sending
	expect(await states()).toEqual({ sent: 40 })
	expect(server.received).toHaveLength(40)
	expect(new Set(recipients()).size).toBe(40)
})

it('a mail whose node died after taking it is sent when the lease ends, with the same Message-ID', async () => {
	await ask(1)
	const [taken] = await opened.deps.db.as({ role: 'service_role' }, (tx) =>
		tx.final<{ mail_id: string }>(claimInvitationMails(8, 900)),
	)
	await node().sendDue()
	expect(server.received).toEqual([])
	await letTimePass()
	await node().sendDue()
	// As if the second node had died before it noted that the mail was sent.
	await run(
		"update private.invitation_mails set sent_at = null, due_at = now(); update public.invitations set state = 'queued'",
	)
	await run('update private.invitation_queues set due_at = now()')
	await node().sendDue()
	expect(server.received.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${taken?.mail_id}@praise.example>`))
	expect(await states()).toEqual({ sent: 1 })
})

it.each([
	['closed', 'update public.forms set is_open = false'],
	['deleted', 'delete from public.forms'],
])('an invitation whose form was %s in the meantime is not sent, and says why', async (fate, change) => {
	await ask(300)
	await run(change)
	await node().sendDue()
	expect(server.received).toEqual([])
	expect(await run('select distinct state, failure from public.invitations')).toEqual([
		{ state: 'failed', failure: `The form was ${fate} before this invitation was sent.` },
	])
	expect(await run('select from private.invitation_mails')).toEqual([])
})

it('a deleted space sends nothing and leaves nothing behind', async () => {
	await ask(3)
	await run('delete from public.spaces')
	await node().sendDue()
	expect(server.received).toEqual([])
	for (const table of [
		'public.invitations',
		'private.invitation_mails',
		'private.invitation_queues',
		'private.invitation_batches',
	])
		expect([table, await run(`select from ${table}`)]).toEqual([table, []])
})

it('an address that declined while its invitation waited gets no mail', async () => {
	await ask(2)
	await run(
		'insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, $2))',
		[space.space_id, 'person-0@b.example'],
	)
	await node().sendDue()
	expect(recipients()).toEqual(['person-1@b.example'])
	expect(await states()).toEqual({ declined: 1, sent: 1 })
})

it('one reminder goes out after its days, and a second one never', async () => {
	await ask(1, { remindAfterDays: 7, subject: 'How was it, {name}?' })
	await node().sendDue()
	const due =
		'select round(extract(epoch from due_at - now()) / 86400)::int as days from private.invitation_mails where sent_at is null'
	expect(await run(due)).toEqual([{ days: 7 }])
	await letTimePass()
	await node().sendDue()
	await letTimePass()
	await node().sendDue()
	const [first, reminder] = server.received
	expect(server.received).toHaveLength(2)
	expect(reminder?.subject).toBe('A reminder: How was it, Person 0?')
	expect(reminder?.messageId).not.toBe(first?.messageId)
	const link = (text = '') => /https:\S+\?i=\S+/.exec(text)?.[0]
	expect(link(reminder?.text)).toBe(link(first?.text))
	expect(await run('select state, reminded_at is not null as is_reminded from public.invitations')).toEqual([
		{ state: 'sent', is_reminded: true },
	])
	expect(await run('select from private.invitation_queues')).toEqual([])
})

it.each([
	['it was answered', "update public.invitations set state = 'answered', answered_at = now()"],
	['it has failed', "update public.invitations set state = 'failed'"],
	['the link expired', "update public.invitations set expires_at = now() - interval '1 s'"],
	['the form was closed', 'update public.forms set is_open = false'],
	['the form was deleted', 'delete from public.forms'],
	['the space was deleted', 'delete from public.spaces'],
	[
		'the customer declined',
		'insert into private.declined_addresses (space_id, address_hash) select space_id, private.address_hash(space_id, email) from public.invitations',
	],
])('no reminder goes out after %s', async (_, change) => {
	await ask(1, { remindAfterDays: 1 })
	await node().sendDue()
	await run(change)
	const before = await run('select * from public.invitations')
	await letTimePass()
	await node().sendDue()
	expect(server.received).toHaveLength(1)
	expect(await run('select * from public.invitations')).toEqual(before)
	expect(await run('select from private.invitation_queues')).toEqual([])
})

it('a message without a name has no gap where the name would stand', async () => {
	await invite(opened.deps.db, space, [{ email: 'x@b.example' }], {
		subject: '{name}',
		message: 'Hello {name},\n\nbye',
	})
	await node().sendDue()
	expect(server.received[0]?.subject).toBe('Fernhill Pottery')
	expect(server.received[0]?.text).toContain('Hello,\n')
})

it('invitations whose link has ended are expired, and others are not', async () => {
	await ask(3)
	await node().sendDue()
	await run("update public.invitations set expires_at = now() - interval '1 s' where email <> 'person-0@b.example'")
	await run("update public.invitations set state = 'answered' where email = 'person-1@b.example'")
	await opened.deps.db.as({ role: 'service_role' }, (tx) => tx.final(sql`select private.expire_invitations()`))
	expect(await states()).toEqual({ sent: 1, answered: 1, expired: 1 })
})

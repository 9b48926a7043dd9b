import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashToken } from '#platform/keys/secret-token.ts'
import type { Role } from '#platform/pg/begin-transaction.ts'
import { sql } from '#platform/pg/sql.ts'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { createInvitationSender } from './invitation-sender.ts'

let opened: TestDeps
let server: SmtpServer
let space: SpaceFixture
let id: string
beforeEach(async () => {
	server = await startSmtpServer()
	opened = await openTestDeps({ SITE_URL: 'https://praise.example', SMTP_URL: server.url, LOG_LEVEL: 'silent' })
	space = await createSpace(opened.database)
	const [asked] = await invite(opened.deps.db, space, [{ email: 'ines@b.example' }])
	id = asked?.invitation_id ?? ''
})
afterEach(async () => {
	await opened.close()
	await server.close()
})

const run = <Row extends object = Record<string, unknown>>(query: string, values: unknown[] = []) =>
	asOwner<Row>(opened.database, query, values)
const send = () => createInvitationSender(opened.deps).sendDue()
const as = (by: string, role: Role = 'authenticated') => ({ role, ...(role === 'anon' ? {} : { sub: by }) })
const remind = async (newEmail: string | null = null, claims = as(space.owner)) => {
	const query = sql`select public.remind_invitation(${id}, ${newEmail}) as state`
	return (await opened.deps.db.as(claims, (tx) => tx.final<{ state: string }>(query)))[0]?.state
}
const cancel = (claims = as(space.owner)) =>
	opened.deps.db.as(claims, (tx) => tx.final(sql`select public.cancel_invitation(${id})`))
const erase = (claims = as(space.owner)) =>
	opened.deps.db.as(claims, (tx) => tx.final(sql`select public.erase_invitation(${id})`))
const change = (assignment: string) => run(`update public.invitations set ${assignment} where id = $1`, [id])
const refused = (message: string) => ({ code: '22023', message })

/** Those who may neither remind, cancel nor erase. */
async function outsiders() {
	const [viewer, former] = [randomUUID(), randomUUID()]
	for (const [member, role] of [
		[viewer, 'viewer'],
		[former, 'editor'],
	] as const) {
		await run('insert into auth.users (id, email) values ($1, $2)', [member, `${member}@example.test`])
		await run('insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)', [
			space.space_id,
			member,
			role,
		])
	}
	await run('delete from public.space_members where user_id = $1', [former])
	const other = await createSpace(opened.database)
	return [as(viewer), as(former), as(other.owner), as(randomUUID()), as('', 'anon')]
}

it('a member reminds at once, and one reminder is the most', async () => {
	await send()
	expect(await remind()).toBe('sent')
	expect(await remind()).toBe('sent')
	await send()
	expect(server.received.map(({ subject }) => subject)).toEqual(['How was it?', 'A reminder: How was it?'])
	await expect(remind()).rejects.toMatchObject(
		refused('This customer was reminded already. There is one reminder at most.'),
	)
})

it('a planned reminder that a member sends early does not go out a second time', async () => {
	const [asked] = await invite(opened.deps.db, space, [{ email: 'early@b.example' }], { remindAfterDays: 7 })
	id = asked?.invitation_id ?? ''
	await send()
	await remind()
	await send()
	await run('update private.invitation_mails set due_at = now() where sent_at is null')
	await run('update private.invitation_queues set due_at = now()')
	await send()
	expect(server.received.filter(({ to }) => to?.[0]?.address === 'early@b.example')).toHaveLength(2)
})

it('a failed invitation is tried again, to a corrected address if one is given', async () => {
	server.refused.set('ines@b.example', 'No such person')
	await send()
	expect(await run('select state, failure from public.invitations')).toEqual([
		{ state: 'failed', failure: '550 No such person' },
	])
	expect(await remind(' Ines@C.example')).toBe('queued')
	await send()
	expect(await run('select email, state, failure from public.invitations')).toEqual([
		{ email: 'ines@c.example', state: 'sent', failure: null },
	])
	expect(server.received.map(({ to }) => to?.[0]?.address)).toEqual(['ines@c.example'])
})

it('the link that went to a wrong address ends when the address is corrected', async () => {
	await send()
	const linkOf = (position: number) => /[?]i=([\w-]{43})/.exec(server.received[position]?.text ?? '')?.[1] ?? ''
	await change("state = 'failed', failure = 'The mail came back.'")
	await remind('ines@c.example')
	const decline = (token: string) =>
		run<{ is_known: boolean }>('select private.decline_invitation($1, false) as is_known', [hashToken(token)])
	expect(await decline(linkOf(0))).toEqual([{ is_known: false }])
	await send()
	expect(linkOf(1)).not.toBe(linkOf(0))
	expect(await decline(linkOf(0))).toEqual([{ is_known: false }])
	expect(await decline(linkOf(1))).toEqual([{ is_known: true }])
})

it('a correction to a bad, a declined or an already invited address is refused', async () => {
	await invite(opened.deps.db, space, [{ email: 'open@b.example' }])
	await change("state = 'failed', failure = 'no'")
	await run(
		'insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, $2))',
		[space.space_id, 'never@b.example'],
	)
	await expect(remind('nobody')).rejects.toMatchObject({ code: '22023', column: 'new_email' })
	await expect(remind('never@b.example')).rejects.toMatchObject(refused('This customer asked not to be asked again.'))
	await expect(remind('open@b.example')).rejects.toMatchObject({
		code: '23505',
		message: 'This address has another open invitation.',
	})
	expect(await run("select email from public.invitations where state = 'failed'")).toEqual([
		{ email: 'ines@b.example' },
	])
})

it('an invitation that must not be reminded is refused with the reason', async () => {
	await expect(remind()).rejects.toMatchObject(refused('This invitation has not been sent yet.'))
	await send()
	await expect(remind('other@b.example')).rejects.toMatchObject({ code: '22023', column: 'new_email' })
	for (const [assignment, reason] of [
		["state = 'answered'", 'This customer has answered.'],
		["state = 'declined'", 'This customer asked not to be asked again.'],
		["state = 'expired'", 'This invitation has expired. Invite the customer again.'],
		["state = 'sent', expires_at = now()", 'This invitation has expired. Invite the customer again.'],
	] as const) {
		await change(assignment)
		await expect(remind()).rejects.toMatchObject(refused(reason))
	}
	await run('update public.forms set is_open = false')
	await expect(remind()).rejects.toMatchObject(refused('The form of this invitation is closed or deleted.'))
	await send()
	expect(server.received).toHaveLength(1)
})

it('a waiting invitation is cancelled, one that is being sent or was sent is not', async () => {
	await run("update private.invitation_mails set attempts = 1, due_at = now() + interval '1 minute'")
	await expect(cancel()).rejects.toMatchObject(
		refused('This invitation is being sent at this moment. Try again in some minutes.'),
	)
	await run("update private.invitation_mails set last_error = 'away'")
	await cancel()
	await send()
	expect(server.received).toEqual([])
	expect(await run('select from public.invitations')).toEqual([])
	const [again] = await invite(opened.deps.db, space, [{ email: 'ines@b.example' }])
	expect(again?.state).toBe('queued')
	id = again?.invitation_id ?? ''
	await send()
	await expect(cancel()).rejects.toMatchObject(refused('This invitation has left the queue and cannot be cancelled.'))
})

it('an editor erases, and of several calls at once one does', async () => {
	const editor = randomUUID()
	await run('insert into auth.users (id, email) values ($1, $2)', [editor, 'editor@example.test'])
	const row = [space.space_id, editor]
	await run(`insert into public.space_members (space_id, user_id, role) values ($1, $2, 'editor')`, row)
	await send()
	const calls = await Promise.allSettled(Array.from({ length: 5 }, () => erase(as(editor))))
	expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	for (const call of calls)
		if (call.status === 'rejected') expect(['22023', '42501']).toContain((call.reason as { code: string }).code)
	expect(await run('select from public.invitations')).toEqual([])
	expect(await run('select from private.erased_invitations')).toHaveLength(1)
})

it('only editors and owners of the space remind, cancel and erase', async () => {
	for (const claims of await outsiders()) {
		await expect(remind(null, claims)).rejects.toMatchObject({ code: '42501' })
		await expect(cancel(claims)).rejects.toMatchObject({ code: '42501' })
		await expect(erase(claims)).rejects.toMatchObject({ code: '42501' })
	}
	expect(await run('select state from public.invitations')).toEqual([{ state: 'queued' }])
})

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '#platform/keys/secret-token.ts'
import { startSmtpServer } from '#test/fakes/smtp-server.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { holdTheHour } from '#test/support/postgres/hold-the-hour.ts'
import { copiedJoinToken, inviteByMail, mailedJoinToken } from '#test/support/product/join-link.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { joinTokenOf } from './join-token.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

async function openSpace(name = 'Fernhill Pottery') {
	const owner = await app.person()
	return { owner, spaceId: (await createOwnSpace(owner.client, { name })).space_id }
}

it('an invitation is mailed from the owner, in the language of the space, with the role in words', async () => {
	const { owner, spaceId } = await openSpace()
	await owner.client.from('profiles').update({ full_name: 'Maud Okonkwo-Lindqvist' }).eq('id', owner.id).throwOnError()
	await inviteByMail(app, owner.client, spaceId, 'tomasz@kilnworks.example')
	const [mail] = await mailsTo(app, 'tomasz@kilnworks.example')
	expect(mail?.subject).toBe('Maud Okonkwo-Lindqvist asks you to join Fernhill Pottery')
	expect(mail?.text).toContain('Join Fernhill Pottery as an editor')
	expect(mail?.text).toContain('You can read, approve and reply, and change forms and walls.')
	expect(mail?.text).toContain('For tomasz@kilnworks.example only')
	expect(mail?.html).toContain(`${app.url}/join/`)

	await owner.client.from('spaces').update({ locale: 'de' }).eq('id', spaceId).throwOnError()
	await inviteByMail(app, owner.client, spaceId, 'jonas@kilnworks.example', 'viewer')
	const [german] = await mailsTo(app, 'jonas@kilnworks.example')
	expect(german?.subject).toBe('Maud Okonkwo-Lindqvist lädt Sie zu Fernhill Pottery ein')
})

it('line breaks in the name of an inviter begin no line of the mail', async () => {
	const { owner, spaceId } = await openSpace()
	const full_name = 'Eve\r\nBcc: victim@kiln.example\n\nYour account is closed.'
	await owner.client.from('profiles').update({ full_name }).eq('id', owner.id).throwOnError()
	await inviteByMail(app, owner.client, spaceId, 'line@kilnworks.example')
	const [mail] = await mailsTo(app, 'line@kilnworks.example')
	expect(mail?.subject).toContain('Eve Bcc: victim@ kiln. example Your account is closed. asks you')
	expect(mail?.bcc).toBeUndefined()
	expect(mail?.text).not.toMatch(/^Your account is closed/m)
})

it('no web address of a space or an inviter is in a mail to an address that anybody may type', async () => {
	const { owner, spaceId } = await openSpace('Win at cheap-watches.example')
	const full_name = 'Go to https://evil.example/login'
	await owner.client.from('profiles').update({ full_name }).eq('id', owner.id).throwOnError()
	await inviteByMail(app, owner.client, spaceId, 'lure@kilnworks.example')
	const [mail] = await mailsTo(app, 'lure@kilnworks.example')
	expect(mail?.subject).toBe('Go to https: //evil. example/login asks you to join Win at cheap-watches.\u200cexample')
	for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/watches\.e|evil\.e/)
})

it('neither the queue nor the table of tokens contains the token of a link', async () => {
	// Without a mail server, the job stays in the queue.
	const unsent = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_AUTOCONFIRM: 'on', LOG_LEVEL: 'silent' })
	const owner = await unsent.person()
	const made = await owner.client.rpc('create_space', { name: 'Kiln', slug: 'unsent' }).throwOnError()
	const answer = await owner.client.rpc('invite_member', {
		space_id: made.data.space_id,
		email: 'a@hidden.example',
		role: 'viewer',
	})
	expect(Object.keys(answer.data).sort()).toEqual(['email', 'expires_at', 'id', 'renewed', 'role'])
	await unsent.deps.jobs.idle()
	const [job] = await unsent.sql<{ payload: object; row: string }>(
		`select payload, to_jsonb(j)::text as row from plaudit.jobs j where kind = 'member_invitation_mail'`,
	)
	expect(job?.payload).toEqual({ invitation_id: answer.data.id, mail_id: expect.stringMatching(/^[\da-f-]{36}$/) })
	const token = joinTokenOf(unsent.deps.keys.secret, answer.data.id, 1, 'mail')
	const stored = await unsent.sql<{ row: string; is_its_hash: boolean }>(
		'select to_jsonb(t)::text as row, token_hash = $1 as is_its_hash from private.member_invitation_tokens t',
		[hashToken(token)],
	)
	expect(stored).toMatchObject([{ is_its_hash: true }])
	for (const row of [job?.row, stored[0]?.row]) expect(row).not.toContain(token)
	await unsent.close()
})

it('an address is normalised, and a second invitation of it renews the first', async () => {
	const { owner, spaceId } = await openSpace()
	const invite = (email: string, role: string) => owner.client.rpc('invite_member', { space_id: spaceId, email, role })
	const first = await invite('  Aino@Salmela.Example ', 'viewer')
	expect(first.data).toMatchObject({ email: 'aino@salmela.example', role: 'viewer', renewed: false })
	const before = await mailedJoinToken(app, 'aino@salmela.example')
	const second = await invite('aino@salmela.example', 'editor')
	expect(second.data).toMatchObject({ id: first.data.id, role: 'editor', renewed: true })
	expect(await mailedJoinToken(app, 'aino@salmela.example')).toBe(before)
	expect(await mailsTo(app, 'aino@salmela.example')).toHaveLength(2)
	const { data } = await owner.client.from('member_invitations').select('role').eq('space_id', spaceId)
	expect(data).toEqual([{ role: 'editor' }])
})

it.each([
	['', 'editor', 'This does not look like an e-mail address.'],
	['not an address', 'editor', 'This does not look like an e-mail address.'],
	['a@b', 'editor', 'This does not look like an e-mail address.'],
	['a@b.example\r\nBcc: c@d.example', 'editor', 'This does not look like an e-mail address.'],
	['a@b.example', 'admin', 'A role is owner, editor or viewer.'],
	['a@b.example', null, 'A role is owner, editor or viewer.'],
])('an invitation of %j as %j is refused with a sentence', async (email, role, message) => {
	const { owner, spaceId } = await openSpace()
	const { error } = await owner.client.rpc('invite_member', { space_id: spaceId, email, role })
	expect(error).toMatchObject({ code: '22023', message })
})

it('a member is not invited again', async () => {
	const { owner, spaceId } = await openSpace()
	const { error } = await owner.client.rpc('invite_member', {
		space_id: spaceId,
		email: owner.email.toUpperCase(),
		role: 'viewer',
	})
	expect(error).toMatchObject({ hint: 'member_already', message: `${owner.email} is a member already.` })
})

it('an expired invitation that is sent again gets another link, and the former one stays ended', async () => {
	const { owner, spaceId } = await openSpace()
	const former = await inviteByMail(app, owner.client, spaceId, 'late@kilnworks.example')
	await app.sql(`update member_invitations set expires_at = now() where space_id = $1`, [spaceId])
	const { data } = await owner.client
		.from('member_invitations')
		.select('id')
		.eq('space_id', spaceId)
		.single()
		.throwOnError()
	await owner.client.rpc('resend_member_invitation', { invitation_id: data.id }).throwOnError()
	const renewed = await mailedJoinToken(app, 'late@kilnworks.example')
	expect(renewed).not.toBe(former)
	const show = async (token: string) => (await app.client().rpc('member_invitation', { token })).data
	expect(await show(former)).toBeNull()
	expect(await show(renewed)).toMatchObject({
		state: 'open',
		space: 'Fernhill Pottery',
		email: 'late@kilnworks.example',
	})
})

it('a revoked invitation is not sent, not shown and not revoked again by a second call', async () => {
	const { owner, spaceId } = await openSpace()
	const token = await inviteByMail(app, owner.client, spaceId, 'gone@kilnworks.example')
	const { data } = await owner.client
		.from('member_invitations')
		.select('id')
		.eq('space_id', spaceId)
		.single()
		.throwOnError()
	const revoke = () => owner.client.rpc('revoke_member_invitation', { invitation_id: data.id }).throwOnError()
	await revoke()
	await revoke()
	expect((await app.client().rpc('member_invitation', { token })).data).toEqual({ state: 'revoked', member: null })
	const again = await owner.client.rpc('resend_member_invitation', { invitation_id: data.id })
	expect(again.error?.hint).toBe('invitation_revoked')
	const link = await owner.client.functions.invoke('member-link', { body: { invitation_id: data.id } })
	expect(link.response?.status).toBe(404)
})

it('a mail that waits in the queue is not sent once its invitation was revoked', async () => {
	const { owner, spaceId } = await openSpace()
	await inviteByMail(app, owner.client, spaceId, 'q@kilnworks.example')
	const { data } = await owner.client.from('member_invitations').select('id').eq('space_id', spaceId).single()
	await owner.client.rpc('revoke_member_invitation', { invitation_id: data?.id }).throwOnError()
	const payload = JSON.stringify({ invitation_id: data?.id, mail_id: crypto.randomUUID() })
	await app.sql(`insert into plaudit.jobs (kind, payload) values ('member_invitation_mail', $1)`, [payload])
	await runDueJobs(app.deps)
	expect(await mailsTo(app, 'q@kilnworks.example')).toHaveLength(1)
})

it('the link that an owner copies is another one than the mailed one, and both lead to the invitation', async () => {
	const { owner, spaceId } = await openSpace()
	const mailed = await inviteByMail(app, owner.client, spaceId, 'both@kilnworks.example')
	const copied = await copiedJoinToken(owner.client, spaceId, 'both@kilnworks.example')
	expect(copied).not.toBe(mailed)
	for (const token of [mailed, copied])
		expect((await app.client().rpc('member_invitation', { token })).data).toMatchObject({ state: 'open' })
})

it('a space mails a limited number of invitations an hour, and one address gets three', async () => {
	const limited = await createTestApp({ RATE_LIMITS: 'on', TEAM_MAILS_PER_SPACE_HOURLY: '5' })
	await holdTheHour(limited.database)
	const owner = await limited.person()
	const { data } = await owner.client.rpc('create_space', { name: 'Flood', slug: 'flood' }).throwOnError()
	const invite = (email: string) =>
		owner.client.rpc('invite_member', { space_id: data.space_id, email, role: 'viewer' })
	for (let i = 0; i < 3; i++) expect((await invite('same@flood.example')).error).toBeNull()
	expect((await invite('same@flood.example')).error).toMatchObject({
		hint: 'too_many_mails',
		message: 'This address got three invitations within this hour. Wait an hour, or copy the link.',
	})
	// Mail servers ignore what follows a plus sign.
	expect((await invite('same+1@flood.example')).error?.hint).toBe('too_many_mails')
	for (const n of [1, 2]) expect((await invite(`${n}@flood.example`)).error).toBeNull()
	expect((await invite('6@flood.example')).error?.message).toBe(
		'A space sends up to 5 invitations to its team in an hour. Wait an hour, then send this one.',
	)
	// A refused invitation leaves no row behind.
	const { data: rows } = await owner.client.from('member_invitations').select('email').order('email')
	expect(rows?.map(({ email }) => email)).toEqual(['1@flood.example', '2@flood.example', 'same@flood.example'])
	await limited.close()
})

it('the owner reads why a mail server refused an invitation, and that a later one was sent', async () => {
	let responseCode = 550
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo: (_, __, done) => done(responseCode ? Object.assign(new Error('No such person'), { responseCode }) : null),
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.server.address() as AddressInfo
	const mailing = await createTestApp({
		SMTP_URL: `smtp://127.0.0.1:${port}`,
		MAIL_AUTOCONFIRM: 'on',
		MAIL_NOTICES: 'off',
	})
	const owner = await mailing.person()
	const made = await owner.client.rpc('create_space', { name: 'Kiln', slug: 'refused' }).throwOnError()
	const invited = { space_id: made.data.space_id, email: 'nobody@kiln.example', role: 'viewer' }
	const read = async () => {
		await mailing.deps.jobs.idle()
		const { data } = await owner.client.from('member_invitations').select('sent_at, failure').single().throwOnError()
		return data
	}
	await owner.client.rpc('invite_member', invited).throwOnError()
	expect(await read()).toEqual({ sent_at: null, failure: expect.stringContaining('No such person') })
	responseCode = 0
	await owner.client.rpc('invite_member', invited).throwOnError()
	expect(await read()).toEqual({ sent_at: expect.any(String), failure: null })
	await mailing.close()
	await new Promise<void>((resolve) => server.close(resolve))
})

it('addresses of invitations that were never accepted are deleted after 90 days', async () => {
	const { owner, spaceId } = await openSpace()
	await inviteByMail(app, owner.client, spaceId, 'old@kilnworks.example')
	await inviteByMail(app, owner.client, spaceId, 'newer@kilnworks.example')
	await app.sql(
		`update member_invitations set expires_at = now() - case email when 'old@kilnworks.example' then interval '91 days' else interval '89 days' end
		where space_id = $1`,
		[spaceId],
	)
	await app.sql('select private.forget_old()')
	const { data } = await owner.client.from('member_invitations').select('email').eq('space_id', spaceId)
	expect(data).toEqual([{ email: 'newer@kilnworks.example' }])
})

it('an invitation whose mail the server defers is sent later with the same Message-ID', async () => {
	const server = await startSmtpServer()
	server.deferCount = 1
	const mailing = await createTestApp({
		SMTP_URL: server.url,
		MAIL_AUTOCONFIRM: 'on',
		MAIL_NOTICES: 'off',
		LOG_LEVEL: 'silent',
	})
	const owner = await mailing.person()
	const made = await owner.client.rpc('create_space', { name: 'Kiln', slug: 'deferred' }).throwOnError()
	const invited = { space_id: made.data.space_id, email: 'late@kiln.example', role: 'viewer' }
	await owner.client.rpc('invite_member', invited).throwOnError()
	await mailing.deps.jobs.idle()
	expect([server.deferred.length, server.received.length]).toEqual([1, 0])
	await mailing.sql('update plaudit.jobs set run_at = now()')
	await runDueJobs(mailing.deps)
	expect(server.received.map(({ messageId }) => messageId)).toEqual([server.deferred[0]?.messageId])
	// A mail that is asked for again is another one.
	await owner.client.rpc('invite_member', invited).throwOnError()
	await mailing.deps.jobs.idle()
	expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(2)
	await mailing.close()
	await server.close()
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInvitationSender } from '#product/invitations/invitation-sender.ts'
import { inviteByMail } from '#test/support/product/join-link.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['person']>>
const run = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)

/** Tables of every schema whose rows contain a text, with the number of those rows. */
async function tablesWith(text: string): Promise<Record<string, number>> {
	const tables = await run<{ name: string }>(
		`select format('%I.%I', schemaname, tablename) as name from pg_tables
		where schemaname in ('public', 'private', 'plaudit', 'auth', 'storage') order by 1`,
	)
	const counts: Record<string, number> = {}
	for (const { name } of tables) {
		const [row] = await run<{ n: number }>(
			`select count(*)::int as n from ${name} t where strpos(to_jsonb(t)::text, $1) > 0`,
			[text],
		)
		if (row && row.n > 0) counts[name] = row.n
	}
	return counts
}

/** A space with something in every table of it that members and customers fill. */
async function fullSpace(owner: Person, slug: string) {
	const { data: made } = await owner.client.rpc('create_space', { name: 'Fernhill', slug }).throwOnError()
	const { space_id, form_id, wall_id } = made
	const { data: form } = await owner.client
		.from('forms')
		.select('consent_text')
		.eq('id', form_id)
		.single()
		.throwOnError()
	const body = submissionBody(
		{ slug, wording: form.consent_text },
		{ author: { name: 'Ines', email: 'ines@harbour.example' } },
	)
	const sent = await postSubmission(app, body)
	expect(sent.status).toBe(201)
	await owner.client.rpc('propose_change', { testimonial_id: sent.body.id, body: 'Other words.' }).throwOnError()
	await app.notifications.idle()
	await owner.client
		.from('notification_settings')
		.upsert({ space_id, user_id: owner.id, new_testimonial: 'daily' })
		.throwOnError()
	await owner.client.rpc('send_test_notification', { space_id }).throwOnError()
	await owner.client
		.rpc('invite_customers', {
			form_id,
			recipients: [{ email: 'otto@harbour.example', name: 'Otto' }],
			subject: 'How was it?',
			message: 'Hello {name},',
			remind_after_days: 7,
			reply_to_me: true,
		})
		.throwOnError()
	await owner.client.functions.invoke('order-key', { body: { space_id } })
	await inviteByMail(app, owner.client, space_id, 'guest@harbour.example')
	await run('insert into private.erased_invitations (space_id, address_hash) values ($1, $2)', [
		space_id,
		Buffer.alloc(32),
	])
	await run('insert into private.declined_addresses (space_id, address_hash) values ($1, $2)', [
		space_id,
		Buffer.alloc(32),
	])
	await run(`insert into private.spent_proofs (space_id, id, expires_at) values ($1, '\\x01', now())`, [space_id])
	await owner.client.rpc('find_person', { space_id, address: 'ines@harbour.example' }).throwOnError()
	await run(
		`insert into public.wall_embeds (space_id, wall_id, host, kind, reserves) values ($1, $2, 'shop.example', 'script', '')`,
		[space_id, wall_id],
	)
	const path = `${space_id}/csv/${slug}.csv`
	await run(
		`with made as (insert into storage.objects (bucket_id, name, version) values ('exports', $2, gen_random_uuid()::text))
		insert into public.exports (space_id, format, with_emails, state, made_by, path) values ($1, 'csv', true, 'ready', $3, $2)`,
		[space_id, path, owner.id],
	)
	await run(
		`insert into private.former_receipt_tokens (space_id, testimonial_id, token_hash)
		select t.space_id, t.id, sha256(t.id::text::bytea) from public.testimonials t where t.space_id = $1`,
		[space_id],
	)
	const rows = new FormData()
	rows.set('space_id', space_id)
	rows.set('rows', 'Name,Text,E-mail\nJon,Good.,jon@harbour.example\nNo words,,ada@harbour.example')
	const imported = await app.fetch(`${app.url}/functions/v1/import`, {
		method: 'POST',
		headers: { authorization: `Bearer ${owner.token}` },
		body: rows,
	})
	expect(imported.status).toBe(202)
	await app.deps.longJobs.idle()
	return space_id as string
}

it('a deleted space leaves no row of any table behind, nor an address of its customers and guests', async () => {
	const owner = await app.person()
	const space = await fullSpace(owner, 'gone')
	const before = Object.keys(await tablesWith(space))
	for (const table of [
		'private.former_receipt_tokens',
		'private.invitation_batches',
		'private.invitation_mails',
		'private.invitation_tokens',
		'private.member_invitation_tokens',
		'private.notification_mails',
		'private.order_keys',
		'private.declined_addresses',
		'private.erased_invitations',
		'public.exports',
		'private.spent_proofs',
		'public.import_rows',
		'public.imports',
		'public.invitations',
		'public.member_invitations',
		'public.notification_settings',
		'public.proposals',
		'public.space_events',
		'public.wall_embeds',
	])
		expect(before).toContain(table)
	await owner.client.from('spaces').delete().eq('id', space).throwOnError()
	await app.deps.jobs.idle()
	await app.notifications.idle()
	await run('select private.fold_counts()')
	expect(await tablesWith(space)).toEqual({})
	expect(await tablesWith('@harbour.example')).toEqual({})
})

it('an erased invitation leaves its customer in no table', async () => {
	const owner = await app.person()
	const { data: made } = await owner.client.rpc('create_space', { name: 'Fernhill', slug: 'erased' }).throwOnError()
	const recipient = { email: 'uma@erased.example', name: 'Uma Erasmus', company: 'Erasmus Kilns', note: 'erased later' }
	const ask = { form_id: made.form_id, subject: 'How was it?', message: 'Dear Uma Erasmus,', reply_to_me: false }
	const asked = { ...ask, recipients: [recipient], remind_after_days: 7 }
	const { data } = await owner.client.rpc('invite_customers', asked).throwOnError()
	const state = async () => (await owner.client.from('invitations').select('state').single()).data?.state
	await expect.poll(() => createInvitationSender(app.deps).sendDue().then(state)).toBe('sent')
	expect(Object.keys(await tablesWith('Uma Erasmus'))).toEqual(['private.invitation_batches', 'public.invitations'])
	await owner.client.rpc('erase_invitation', { invitation_id: data[0]?.invitation_id ?? '' }).throwOnError()
	for (const trace of [...Object.values(recipient), data[0]?.invitation_id ?? ''])
		expect(await tablesWith(trace)).toEqual({})
})

it('an erased person is in no table, by name, address, words or id', async () => {
	const owner = await app.person()
	const { data: made } = await owner.client.rpc('create_space', { name: 'Fernhill', slug: 'person' }).throwOnError()
	const { space_id, form_id } = made
	const { data: form } = await owner.client
		.from('forms')
		.select('consent_text')
		.eq('id', form_id)
		.single()
		.throwOnError()
	const email = 'vera@canary.example'
	const ask = {
		form_id,
		subject: 'How was it?',
		message: 'Dear Vera Canary,',
		reply_to_me: false,
		remind_after_days: 7,
	}
	const recipients = [{ email, name: 'Vera Canary', company: 'Canary Wharf', note: 'a canary' }]
	await owner.client.rpc('invite_customers', { ...ask, recipients }).throwOnError()
	const author = { name: 'Vera Canary', title: 'Miner of canaries', url: 'https://canary.example', email }
	const { body } = await postSubmission(
		app,
		submissionBody({ slug: 'person', wording: form.consent_text }, { author, body: 'A canary sang here.' }),
	)
	const token = body.receipt_url?.split('/').at(-1) ?? ''
	await app.client().functions.invoke('receipt', {
		method: 'PATCH',
		headers: { 'receipt-token': token },
		body: { body: 'Two canaries sang here.' },
	})
	await owner.client.from('testimonials').update({ status: 'approved' }).eq('id', body.id).throwOnError()
	expect(Object.keys(await tablesWith('anar')).length).toBeGreaterThan(4)
	// A mail that is being sent is waited for.
	const erase = () => owner.client.rpc('erase_person', { space_id, address: 'VERA@canary.example' })
	await expect.poll(async () => (await erase()).error).toBeNull()
	await app.deps.jobs.idle()
	await app.notifications.idle()
	for (const trace of ['anar', 'Vera', body.id ?? '']) expect(await tablesWith(trace)).toEqual({})
})

it('a deleted account leaves neither its id nor its address in the spaces where it was a member', async () => {
	const [owner, leaving] = [await app.person('stays'), await app.person('leaves')]
	const space = await fullSpace(owner, 'kept')
	const token = await inviteByMail(app, owner.client, space, leaving.email, 'owner')
	await leaving.client.rpc('accept_member_invitation', { token }).throwOnError()
	const own = await fullSpace(leaving, 'own')
	const { data: form } = await owner.client.from('forms').select('id').eq('space_id', space).single().throwOnError()
	const ask = { form_id: form.id, subject: 'How was it?', message: 'Hello,', remind_after_days: 7, reply_to_me: true }
	await leaving.client.rpc('invite_customers', { ...ask, recipients: [{ email: 'uma@quay.example' }] }).throwOnError()
	await leaving.client.functions.invoke('order-key', { body: { space_id: space } })
	await inviteByMail(app, leaving.client, space, 'guest-of-leaving@quay.example')
	await leaving.client.rpc('send_test_notification', { space_id: space }).throwOnError()
	await leaving.client
		.from('saved_views')
		.insert({ space_id: space, user_id: leaving.id, name: 'Mine', filter: { view: 'all' } })
		.throwOnError()

	const { data: records } = await leaving.client.rpc('my_records').throwOnError()
	const counts = Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, (rows as object[]).length]))
	expect(counts).toEqual({
		notification_settings: 1,
		notification_mails: expect.any(Number),
		team_invitations_made: 2,
		team_invitations_received: 1,
		customer_invitations: 2,
		proposals: 1,
		order_keys: 2,
		saved_views: 1,
	})
	expect(counts.notification_mails).toBeGreaterThan(1)
	expect(records.team_invitations_received).toMatchObject([{ space: 'Fernhill', email: leaving.email, role: 'owner' }])
	expect(records.customer_invitations).toMatchObject([{ reply_to: leaving.email, recipients: 1 }, { space_id: space }])
	const { data: others } = await owner.client.rpc('my_records').throwOnError()
	expect(JSON.stringify(others)).not.toContain('quay.example')

	await leaving.client.rpc('delete_account').throwOnError()
	await app.deps.jobs.idle()
	await app.notifications.idle()
	await run('select private.fold_counts()')
	expect(await tablesWith(own)).toEqual({})
	// The operator's log of sign-ins and deletions is all that is kept.
	for (const trace of [leaving.id, leaving.email])
		expect(Object.keys(await tablesWith(trace))).toEqual(['auth.audit_log_entries'])
	// The account's work for the space stays.
	const asked = await owner.client
		.from('invitations')
		.select('email')
		.eq('space_id', space)
		.order('email')
		.throwOnError()
	expect(asked.data.map(({ email }) => email)).toEqual(['otto@harbour.example', 'uma@quay.example'])
	expect((await owner.client.rpc('order_key_made_at', { space_id: space })).data).not.toBeNull()
})

it('replies to invitations reach a former member no more', async () => {
	const [owner, editor] = [await app.person(), await app.person()]
	const space = await fullSpace(owner, 'replies')
	await joinSpace(owner.client, space, editor.client, 'editor')
	const { data: form } = await owner.client.from('forms').select('id').eq('space_id', space).single().throwOnError()
	const ask = { form_id: form.id, subject: 'How was it?', message: 'Hello,', remind_after_days: 7, reply_to_me: true }
	await editor.client.rpc('invite_customers', { ...ask, recipients: [{ email: 'vera@quay.example' }] }).throwOnError()
	const replies = () =>
		run<{ reply_to: string | null }>('select reply_to from private.invitation_batches where created_by = $1', [
			editor.id,
		])
	expect(await replies()).toEqual([{ reply_to: editor.email }])
	await editor.client.from('space_members').delete().eq('user_id', editor.id).throwOnError()
	expect(await replies()).toEqual([{ reply_to: null }])
})

import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mailsTo } from '#test/support/outbox.ts'
import { invite } from '#test/support/product/invitations.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { type InvitationFields, makeInvitation } from '#test/support/product/make-invitation.ts'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { readZip } from '#test/support/read-zip.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let editor: Person
let space: { space_id: string; form_id: string; slug: string; wording: string; owner: string }

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	editor = await app.person()
})
beforeEach(async () => {
	space = { ...(await createOwnSpace(owner.client, { name: 'Fernhill' })), owner: owner.id }
})
afterAll(() => app.close())

const send = async (author: object, more: object = {}) => {
	const { body, status } = await postSubmission(app, submissionBody(space, { author, ...more }))
	expect(status).toBe(201)
	return { id: body.id ?? '', token: body.receipt_url?.split('/').at(-1) ?? '' }
}
const sendPhoto = async (author: { name: string; email: string }) => {
	const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
		.jpeg()
		.toBuffer()
	const form = new FormData()
	const fields = { form: space.slug, kind: 'photo', body: 'The photo of it', consent: 'yes', ...author }
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	form.set('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'p.jpg')
	const { body, status } = await postSubmission(app, form, { accept: 'application/json' })
	expect(status).toBe(201)
	return body.id ?? ''
}
const asked = (fields: InvitationFields) => makeInvitation(app.database, app.deps.keys.secret, space, fields)
const call = (name: string, given: object = {}, { client } = owner) =>
	client.rpc(name, { space_id: space.space_id, ...given })
const find = async (given: object) => (await call('find_person', given).throwOnError()).data
const history = () =>
	app.sql<{ kind: string; actor: string | null; detail: Record<string, unknown> }>(
		'select kind, actor, detail from public.space_events where space_id = $1 order by id',
		[space.space_id],
	)

it('a person is found by the whole address, however it is written, over testimonials and invitations', async () => {
	const one = await send({ name: 'Ines Castellanos', email: 'Ines@Harbour.example' })
	await send({ name: 'Otto', email: 'ines@harbour.example.org' })
	await asked({ email: 'ines@harbour.example', name: 'Ines C' })
	const linked = await asked({ email: 'ines@harbour.example', state: 'opened' }).catch(() => null)
	expect(linked).toBeNull()
	const found = await find({ address: ' INES@harbour.EXAMPLE ' })
	expect(found).toMatchObject({
		addresses: ['ines@harbour.example'],
		is_declined: false,
		testimonial_count: 1,
		invitation_count: 1,
		testimonials: [{ id: one.id, author_name: 'Ines Castellanos', versions: 1, may_mail: true, walls: 0 }],
		invitations: [{ email: 'ines@harbour.example', name: 'Ines C' }],
	})
	expect(await find({ address: 'harbour.example' })).toMatchObject({ testimonial_count: 0, invitation_count: 0 })
})

it('an address with a domain in another script is found in both spellings', async () => {
	await send({ name: 'Jörg', email: 'joerg@töpferei.example' })
	for (const address of ['joerg@töpferei.example', 'joerg@xn--tpferei-90a.example'])
		expect(await find({ address })).toMatchObject({ testimonial_count: 1 })
})

it('a testimonial that came by the link of an address counts as its own, unless it names another address', async () => {
	const own = await asked({ email: 'una@harbour.example' })
	await send({ name: 'Una' }, { invitation: own.token })
	const passedOn = await asked({ email: 'ada@harbour.example' })
	const foreign = await send({ name: 'Bea', email: 'bea@harbour.example' }, { invitation: passedOn.token })
	expect(await find({ address: 'una@harbour.example' })).toMatchObject({ testimonial_count: 1, invitation_count: 1 })
	expect(await find({ address: 'ada@harbour.example' })).toMatchObject({ testimonial_count: 0, invitation_count: 1 })
	expect(await find({ address: 'bea@harbour.example' })).toMatchObject({ testimonial_count: 1, invitation_count: 0 })
	expect(await find({ testimonial_ids: [foreign.id] })).toMatchObject({ invitation_count: 0 })
})

it('testimonials that name the address are proposed, and count as the person’s only when an owner says so', async () => {
	const address = 'ines@harbour.example'
	const { id } = await send({ name: 'Otto' }, { body: 'Write to Ines@Harbour.example, she knows.' })
	const found = await find({ address })
	expect(found).toMatchObject({ testimonial_count: 0, mentions: [{ id, author_name: 'Otto' }] })
	expect((await call('erase_person', { address }).throwOnError()).data).toEqual({
		testimonials: 0,
		invitations: 0,
		import_rows: 0,
		customer_events: 0,
	})
	expect(await find({ address, testimonial_ids: [id] })).toMatchObject({ testimonial_count: 1, mentions: [] })
})

it('a name proposes people by present and former names and by invitations, and then works on the chosen ones', async () => {
	const first = await send({ name: 'Maren Holloway' })
	await send({ name: 'Maren Holloway', email: 'other@harbour.example' })
	await app.client().functions.invoke('receipt', {
		method: 'PATCH',
		headers: { 'receipt-token': first.token },
		body: { author: { name: 'M. H.' } },
	})
	await asked({ email: 'maren@harbour.example', name: 'Maren Holloway' })
	await asked({ email: 'isil@harbour.example', name: 'IŞIL Yıldız' })
	for (const name of ['yildiz', 'YILDIZ', 'Yıldız', 'işil', 'ışıl', 'IŞIL']) {
		const { data: turkish } = await call('find_people', { name }).throwOnError()
		expect([name, turkish.invitations]).toMatchObject([name, [{ email: 'isil@harbour.example' }]])
	}
	const { data } = await call('find_people', { name: 'holloWAY' }).throwOnError()
	expect(data.testimonials).toHaveLength(2)
	expect(data.invitations).toMatchObject([{ email: 'maren@harbour.example' }])
	const chosen = await find({ testimonial_ids: [first.id] })
	expect(chosen).toMatchObject({ testimonial_count: 1, invitation_count: 0, testimonials: [{ versions: 2 }] })
	expect((await call('find_people', { name: 'x' })).error?.code).toBe('22023')
	expect((await call('find_person', { address: ' ' })).error?.code).toBe('22023')
})

it('searches are in the history with a salted hash and never with the address or name', async () => {
	await find({ address: 'ines@harbour.example' })
	await find({ address: 'ines@harbour.example' })
	await call('find_people', { name: 'Ines' }).throwOnError()
	const entries = await history()
	expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
		['person_searched', owner.id],
		['person_searched', owner.id],
		['people_searched', owner.id],
	])
	expect(JSON.stringify(entries)).not.toMatch(/ines/i)
	const [one, two] = entries.map(({ detail }) => detail)
	expect(one?.hash).not.toBe(two?.hash)
	const salt = Buffer.from(String(one?.salt), 'hex')
	expect(createHash('sha256').update(salt).update('ines@harbour.example').digest('hex')).toBe(one?.hash)
})

it('an erased person is gone from every table and file, leaves a tombstone, and is never asked again', async () => {
	const email = 'ines@harbour.example'
	const { token } = await send({ name: 'Ines Castellanos', email })
	const photo = await sendPhoto({ name: 'Ines Castellanos', email })
	const other = await send({ name: 'Otto', email: 'otto@harbour.example' })
	await asked({ email, name: 'Ines Castellanos' })
	await owner.client.from('testimonials').update({ status: 'approved' }).eq('id', photo).throwOnError()
	const [file] = await app.sql<{ version: string }>(`select version from storage.objects where name like $1`, [
		`%${photo}%`,
	])
	const wall = async () => (await app.fetch(`${app.url}/functions/v1/wall?slug=${space.slug}`)).text()
	expect(await wall()).toContain(photo)
	const { data } = await call('erase_person', { address: email }).throwOnError()
	expect(data).toEqual({ testimonials: 2, invitations: 1, import_rows: 0, customer_events: 0 })
	await runDueJobs(app.deps)
	await expect.poll(wall).not.toContain(photo)
	const left = await app.sql<{ t: string }>(
		`select 'testimonial' as t from public.testimonials where space_id = $1 and author_name like 'Ines%'
		union all select 'contact' from public.testimonial_contacts where space_id = $1 and lower(email) = $2
		union all select 'invitation' from public.invitations where space_id = $1 and email = $2
		union all select 'object' from storage.objects where name like '%' || $3 || '%'
		union all select 'job' from plaudit.jobs where payload::text like '%' || $3 || '%'
		union all select 'event' from public.space_events where detail::text like '%ines%'`,
		[space.space_id, email, photo],
	)
	expect(left).toEqual([])
	expect(await app.deps.files.read(file?.version ?? '')).toBeUndefined()
	expect(await app.sql('select from private.tombstones where space_id = $1', [space.space_id])).toHaveLength(2)
	expect((await invite(app.deps.db, space, [{ email }]))[0]?.reason).toBe('declined before')
	expect((await history()).at(-1)).toMatchObject({
		kind: 'person_erased',
		actor: owner.id,
		detail: { testimonials: 2, invitations: 1 },
	})
	const page = await app.fetch(`${app.url}/functions/v1/receipt`, { headers: { 'receipt-token': token } })
	expect(page.status).toBe(404)
	expect(await find({ testimonial_ids: [other.id] })).toMatchObject({ testimonial_count: 1 })
	const again = await call('erase_person', { address: email }).throwOnError()
	expect(again.data).toEqual({ testimonials: 0, invitations: 0, import_rows: 0, customer_events: 0 })
	expect((await history()).filter(({ kind }) => kind === 'person_erased')).toHaveLength(1)
})

it('nothing is erased while a mail to the person is being sent', async () => {
	const email = 'busy@harbour.example'
	await send({ name: 'Busy', email })
	const { id } = await asked({ email })
	await app.sql(
		`insert into private.invitation_mails (space_id, invitation_id, kind, attempts, due_at)
		values ($1, $2, 'reminder', 1, now() + interval '1 minute')`,
		[space.space_id, id],
	)
	const { error } = await call('erase_person', { address: email })
	expect(error?.message).toContain('being sent at this moment')
	expect(await find({ address: email })).toMatchObject({ testimonial_count: 1, invitation_count: 1 })
})

it('an erasure and an edit by the submitter at once end with nothing left', async () => {
	for (let round = 0; round < 5; round++) {
		const email = `race${round}@harbour.example`
		const { token } = await send({ name: 'Ines', email })
		const edit = (words: string) =>
			app.fetch(`${app.url}/functions/v1/receipt`, {
				method: 'PATCH',
				headers: { 'receipt-token': token, 'content-type': 'application/json' },
				body: JSON.stringify({ body: words }),
			})
		const answers = await Promise.all([
			edit('First edit of these words'),
			call('erase_person', { address: email }),
			edit('Second edit of these words'),
			call('erase_person', { address: email }),
		])
		expect([answers[0].status, answers[2].status].every((status) => [200, 404].includes(status))).toBe(true)
		expect([answers[1].error, answers[3].error]).toEqual([null, null])
		expect(answers[1].data.testimonials + answers[3].data.testimonials).toBe(1)
		expect(await find({ address: email })).toMatchObject({ testimonial_count: 0 })
	}
})

it('the download holds everything about the person, files included, and nothing about others', async () => {
	const email = 'ines@harbour.example'
	const answered = await asked({ email, name: 'Ines <Castellanos>', company: 'Harbour' })
	const first = await send({ name: 'Ines <Castellanos>', email }, { invitation: answered.token })
	await app.client().functions.invoke('receipt', {
		method: 'PATCH',
		headers: { 'receipt-token': first.token },
		body: { body: 'The <b>second</b> words of it' },
	})
	const photo = await sendPhoto({ name: 'Ines', email })
	await send({ name: 'Somebody Else', email: 'else@harbour.example' }, { body: 'Words of somebody else' })
	await owner.client.from('testimonials').update({ status: 'approved' }).eq('id', photo).throwOnError()
	const link = await owner.client.functions.invoke<{ url: string }>('person-link', {
		body: { space_id: space.space_id, address: email },
	})
	expect(link.data?.url).not.toMatch(/ines|harbour/)
	const answer = await app.fetch(link.data?.url ?? '')
	expect(answer.status).toBe(200)
	expect(answer.headers.get('content-disposition')).toBe('attachment; filename="personal-data.zip"')
	const files = readZip(Buffer.from(await answer.arrayBuffer()))
	const names = [...files.keys()]
	expect(names.slice(0, 2)).toEqual(['index.html', 'data.json'])
	const data = JSON.parse(String(files.get('data.json')))
	expect(data).toMatchObject({
		format: 'plaudit-person',
		version: 1,
		addresses: [email],
		testimonials: [
			{
				id: first.id,
				body: 'The <b>second</b> words of it',
				former_versions: [{ version: 1 }],
				consents: [{ scope: 'public', wording: space.wording }],
				verifications: expect.arrayContaining([expect.objectContaining({ basis: 'invited' })]),
			},
			{ id: photo, files: [{ mime: 'image/jpeg', path: expect.stringMatching(/^files\/2\//) }] },
		],
		invitations: [{ name: 'Ines <Castellanos>', state: 'answered', message: 'A few words.' }],
	})
	const [picture] = data.testimonials[1].files
	expect(names).toContain(picture.path)
	expect((await sharp(files.get(picture.path)).metadata()).width).toBe(20)
	const page = String(files.get('index.html'))
	expect(page).toContain('&#60;b&#62;second')
	expect(page).not.toMatch(/<b>second|<script|https?:/)
	for (const text of [page, JSON.stringify(data)]) expect(text).not.toMatch(/else|owner|person-\d/i)
	expect((await history()).at(-1)).toMatchObject({ kind: 'person_downloaded', actor: owner.id })
	expect((await app.fetch(`${app.url}/functions/v1/person?link=${'x'.repeat(80)}`)).status).toBe(404)
})

it('a download link ends with the ownership of the person who asked for it', async () => {
	await joinSpace(owner.client, space.space_id, editor.client, 'owner')
	await send({ name: 'Ines', email: 'ines@harbour.example' })
	const body = { space_id: space.space_id, address: 'ines@harbour.example' }
	const link = await editor.client.functions.invoke<{ url: string }>('person-link', { body })
	expect((await app.fetch(link.data?.url ?? '')).status).toBe(200)
	await owner.client
		.from('space_members')
		.update({ role: 'editor' })
		.match({ space_id: space.space_id, user_id: editor.id })
		.throwOnError()
	expect((await app.fetch(link.data?.url ?? '')).status).toBe(404)
	const { response } = await editor.client.functions.invoke('person-link', { body })
	expect(response?.status).toBe(404)
})

it('the private page goes to the address on file, three times an hour at most, and never to the owner', async () => {
	const email = `page-${randomUUID()}@harbour.example`
	const { id, token } = await send({ name: 'Ines', email })
	await runDueJobs(app.deps)
	const before = await mailsTo(app, email)
	const mail = async () => (await call('mail_private_pages', { testimonial_ids: [id] }).throwOnError()).data
	expect([await mail(), await mail(), await mail(), await mail()]).toEqual([1, 1, 1, 0])
	await runDueJobs(app.deps)
	const mails = await mailsTo(app, email)
	expect(mails).toHaveLength(before.length + 3)
	expect(String(mails.at(-1)?.text)).toContain(`/t/${token}`)
	expect((await history()).map(({ kind }) => kind)).toEqual(Array(3).fill('private_page_mailed'))
	await app.sql('update public.testimonial_contacts set mails_stopped_at = now() where testimonial_id = $1', [id])
	expect(await find({ address: email })).toMatchObject({ testimonials: [{ may_mail: false, mail_refusal: 'stopped' }] })
	expect(await mail()).toBe(0)
})

it('a private page that cannot be mailed has its reason: no form, no address, Spam', async () => {
	const { id } = await send({ name: 'Ines' })
	expect(await find({ testimonial_ids: [id] })).toMatchObject({ testimonials: [{ mail_refusal: 'no_address' }] })
	await app.sql("update public.testimonials set spam_state = 'spam' where id = $1", [id])
	expect(await find({ testimonial_ids: [id] })).toMatchObject({ testimonials: [{ mail_refusal: 'spam' }] })
	await app.sql('delete from private.receipts where testimonial_id = $1', [id])
	expect(await find({ testimonial_ids: [id] })).toMatchObject({ testimonials: [{ mail_refusal: 'no_page' }] })
})

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import type { Receipt } from '#shared/form/receipt.ts'
import { pasteCorpus } from '#test/support/paste-corpus/paste-corpus.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let client: SupabaseClient
let form: string
let wording: string
const slug = 'fernhill-titles'
type Rule = 'off' | 'optional' | 'required'

beforeAll(async () => {
	app = await createTestApp({ RATE_LIMITS: 'off' })
	client = (await app.person()).client
	const { data } = await client.rpc('create_space', { name: 'Fernhill Pottery', slug }).throwOnError()
	form = data.form_id
	const row = await client.from('forms').select('consent_text').eq('id', form).single().throwOnError()
	wording = row.data.consent_text
})
afterAll(() => app.close())
beforeEach(() => useRule('optional'))

/** Sets the rule, and waits until the server's cache of forms has it. */
async function useRule(title_rule: Rule): Promise<void> {
	await client.from('forms').update({ title_rule }).eq('id', form).throwOnError()
	const served = async () => (await app.fetch(`${app.url}/functions/v1/form?slug=${slug}`)).json()
	await expect.poll(async () => (await served()).title_rule).toBe(title_rule)
}

type Sent = { status: number; body: { id: string; receipt_url: string; error?: { fields: Record<string, string> } } }

async function send(changes: object, key: string = crypto.randomUUID()): Promise<Sent> {
	const headers = { 'content-type': 'application/json', 'idempotency-key': key }
	const body = JSON.stringify(submissionBody({ slug, wording }, { ...changes }))
	const response = await app.fetch(`${app.url}/functions/v1/submit`, { method: 'POST', headers, body })
	return { status: response.status, body: await response.json() }
}

const tokenOf = ({ body }: Sent) => body.receipt_url.split('/').at(-1) ?? ''

async function receipt(token: string, change?: object) {
	const response = await app.fetch(`${app.url}/functions/v1/receipt`, {
		method: change ? 'PATCH' : 'GET',
		headers: { 'receipt-token': token, 'content-type': 'application/json' },
		...(change ? { body: JSON.stringify(change) } : {}),
	})
	return {
		status: response.status,
		body: (await response.json()) as Receipt & { error?: { fields: Record<string, string> } },
	}
}

const titleOf = async (id: string) =>
	(await client.from('testimonials').select('title, version').eq('id', id).single().throwOnError()).data
const shownTitle = async (id: string) =>
	(
		await asOwner<{ title: string | null }>(
			app.database,
			'select title from private.shown_testimonials where id = $1',
			[id],
		)
	)[0]?.title
const approve = (id: string) => client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()

test.each([
	['at its longest', '\u{1F600}'.repeat(200), '\u{1F600}'.repeat(200)],
	['in Arabic', 'هدية لا تُنسى', 'هدية لا تُنسى'],
	['as one emoji', '👩‍👩‍👧', '👩‍👩‍👧'],
	['between spaces', '  Lovely glaze \u00a0', 'Lovely glaze'],
	['with letters and accents apart', 'Cafe\u0301', 'Caf\u00e9'],
	['with direction controls', '\u202eLovely\u202c \u200eglaze\u2066', 'Lovely glaze'],
	['of spaces alone', ' \u3000 ', null],
	['that is empty', '', null],
	['that is null', null, null],
])('a title %s is stored on one line in composed form', async (_, given, kept) => {
	const sent = await send({ title: given })
	expect(sent.status).toBe(201)
	expect(await titleOf(sent.body.id)).toEqual({ title: kept, version: 1 })
})

test.each([
	['of 201 characters', 'a'.repeat(201)],
	['of 201 characters that are emoji', '\u{1F600}'.repeat(201)],
	['of forty thousand characters', 'a'.repeat(40_000)],
	['of two lines', 'Lovely\nglaze'],
	['with a control character', 'Lovely\u0007glaze'],
	['with NUL', 'Lovely\u0000glaze'],
	['with half of a surrogate pair', 'Lovely \ud800'],
	['that is a number', 5],
	['that is a list', ['Lovely']],
	['that is an object', { text: 'Lovely' }],
])('a title %s is refused by the name of its field', async (_, title) => {
	const { status, body } = await send({ title })
	expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, ['title']])
})

it('a title that is required is asked for, and blank counts as missing', async () => {
	await useRule('required')
	for (const title of [undefined, null, '', '  ', '\u200b'])
		expect((await send({ title })).body.error?.fields).toEqual({ title: 'Add a title.' })
	expect((await send({ title: 'Lovely glaze' })).status).toBe(201)
})

it('a title is ignored by a form that does not ask for one, whatever it is', async () => {
	await useRule('off')
	for (const title of ['Lovely glaze', 'a'.repeat(201), 5]) {
		const { status, body } = await send({ title })
		expect(status).toBe(201)
		expect((await titleOf(body.id))?.title).toBeNull()
	}
	expect(await (await app.fetch(`${app.url}/collect/${slug}`)).text()).not.toMatch(/headline/)
})

it('a form post has the title as headline, beside the job as title', async () => {
	const fields = { form: slug, body: 'Fine', name: 'Tom', title: 'Potter', headline: 'Lovely\tglaze' }
	const response = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { accept: 'application/json' },
		body: new URLSearchParams(fields),
	})
	const { id } = await response.json()
	const { data } = await client.from('testimonials').select('title, author_title').eq('id', id).single().throwOnError()
	expect(data).toEqual({ title: 'Lovely glaze', author_title: 'Potter' })
})

it.each(pasteCorpus.filter(({ lines }) => !lines))(
	'a pasted title keeps its words ($about)',
	async ({ pasted, kept }) => {
		const headline = pasted.toWellFormed().replaceAll('\ufffd', '')
		const response = await app.fetch(`${app.url}/functions/v1/submit`, {
			method: 'POST',
			headers: { accept: 'application/json' },
			body: new URLSearchParams({ form: slug, body: 'Fine', name: 'Tom', headline: `x${headline}` }),
		})
		const { id } = await response.json()
		expect((await titleOf(id))?.title).toBe(`x${kept.normalize('NFC').trim()}`.trim())
	},
)

it('a refused form post comes back with its title and the problem at its field', async () => {
	const response = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { accept: 'text/html' },
		body: new URLSearchParams({ form: slug, body: '', name: 'Tom', headline: `Lovely ${'a'.repeat(200)}` }),
	})
	const html = await response.text()
	expect(response.status).toBe(422)
	expect(html).toContain('href="#headline"')
	expect(html).toMatch(/<input[^>]*id="headline"[^>]*value="Lovely aaa/)
})

it('the same request with another title is another submission', async () => {
	const key = crypto.randomUUID()
	const first = await send({ title: 'Lovely glaze' }, key)
	expect((await send({ title: 'Lovely glaze' }, key)).body.id).toBe(first.body.id)
	expect((await send({ title: 'Lovely bowl' }, key)).status).toBe(422)
})

it('a changed title is a new version, and the approved one stays public until it is read', async () => {
	const sent = await send({ title: 'Lovely glaze' })
	const { id } = sent.body
	await approve(id)
	expect(await shownTitle(id)).toBe('Lovely glaze')
	expect((await receipt(tokenOf(sent), { title: 'Deep glaze' })).body).toMatchObject({
		title: 'Deep glaze',
		edit_pending: true,
	})
	expect(await titleOf(id)).toEqual({ title: 'Deep glaze', version: 2 })
	expect(await shownTitle(id)).toBe('Lovely glaze')
	await approve(id)
	expect(await shownTitle(id)).toBe('Deep glaze')
	expect((await receipt(tokenOf(sent), { title: null })).body.title).toBeNull()
	expect(await shownTitle(id)).toBe('Deep glaze')
	const { data } = await client
		.from('testimonial_versions')
		.select('version, title')
		.eq('testimonial_id', id)
		.order('version')
	expect(data).toEqual([
		{ version: 1, title: 'Lovely glaze' },
		{ version: 2, title: 'Deep glaze' },
	])
})

it('the page of the submitter shows the title, and takes it out', async () => {
	const sent = await send({ title: 'Lovely <b>glaze</b>' })
	const path = `/t/${tokenOf(sent)}`
	const page = async () => (await app.fetch(app.url + path)).text()
	expect(await page()).toContain('Lovely &lt;b&gt;glaze&lt;/b&gt;')
	expect(await page()).toContain('Take the title out')
	const post = (fields: Record<string, string>) =>
		app.fetch(app.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
	expect((await post({ do: 'untitle' })).status).toBe(303)
	expect(await titleOf(sent.body.id)).toEqual({ title: null, version: 2 })
	expect(await page()).not.toContain('Take the title out')
	await post({ do: 'edit', headline: 'Deep\tglaze', body: 'Fine', name: 'Tom' })
	expect(await titleOf(sent.body.id)).toEqual({ title: 'Deep glaze', version: 3 })
	expect((await post({ do: 'edit', headline: 'a'.repeat(201), body: 'Fine', name: 'Tom' })).status).toBe(422)
})

it('a form that asks for no title takes no new one by the private link, and lets one be taken out', async () => {
	const [titled, untitled] = [await send({ title: 'Lovely glaze' }), await send({})]
	await useRule('off')
	const refused = await receipt(tokenOf(untitled), { title: 'Deep glaze' })
	expect(refused.body.error?.fields).toEqual({ title: 'This form does not ask for a title.' })
	expect((await receipt(tokenOf(titled), { title: null })).body.title).toBeNull()
})

it('members read a title, choose whether it is shown, and write none', async () => {
	const { id } = (await send({ title: 'Lovely glaze' })).body
	await approve(id)
	const mine = client.from('testimonials')
	expect((await mine.update({ title: 'Better' }).eq('id', id)).error?.code).toBe('42501')
	await client.from('testimonials').update({ shows_title: false }).eq('id', id).throwOnError()
	expect(await shownTitle(id)).toBeNull()
	const { data } = await client.from('public_testimonials').select('title, item').eq('id', id).single().throwOnError()
	expect([data.title, JSON.parse(data.item).title]).toEqual([null, null])
	const events = await client.from('testimonial_events').select('kind, detail').eq('testimonial_id', id).order('seq')
	expect(events.data?.at(-1)).toMatchObject({ kind: 'excerpted', detail: { title: false } })
	const stranger = (await app.person()).client
	expect((await stranger.from('testimonials').update({ shows_title: true }).eq('id', id).select()).data).toEqual([])
	expect((await stranger.from('testimonials').select('title').eq('id', id)).data).toEqual([])
	expect((await app.client().from('testimonials').select('title').eq('id', id)).error?.code).toBe('42501')
})

it('the service may not rewrite a title without a new version, and no title breaks the rules of its column', async () => {
	const { id } = (await send({ title: 'Lovely glaze' })).body
	const write = (title: string, more = '') =>
		asOwner(app.database, `update public.testimonials set title = $2 ${more} where id = $1`, [id, title])
	await expect(write('Better')).rejects.toThrow('its submitter')
	for (const title of ['', ' a', 'a\nb', 'a'.repeat(201)])
		await expect(write(title, ', version = version + 1')).rejects.toThrow('title_is_one_line')
})

it('a title is found by the search of the inbox', async () => {
	const { id } = (await send({ title: 'Kaleidoscopic ashtray', body: 'Nothing to add.' })).body
	const space = (await client.from('forms').select('space_id').eq('id', form).single().throwOnError()).data.space_id
	await app.indexing.idle()
	const { data } = await client.rpc('search_testimonials', { space_id: space, query: 'kaleidoscopic' })
	expect((data as { id: string }[]).map((row) => row.id)).toEqual([id])
})

it('exports carry the title', async () => {
	const { id } = (await send({ title: 'Exported glaze', author: { name: 'Tom', title: 'Potter' } })).body
	const session = (await client.auth.getSession()).data.session
	const space = (await client.from('forms').select('space_id').eq('id', form).single().throwOnError()).data.space_id
	const load = async (format: string) =>
		(
			await app.fetch(`${app.url}/functions/v1/export?space_id=${space}&format=${format}`, {
				headers: { authorization: `Bearer ${session?.access_token}` },
			})
		).text()
	const row = JSON.parse(await load('json')).testimonials.find((one: { id: string }) => one.id === id)
	expect(row).toMatchObject({ title: 'Exported glaze', author: { title: 'Potter' } })
	const csv = await load('csv')
	expect(csv.split('\r\n')[0]).toMatch(/,title,.*,headline$/)
	expect(csv).toMatch(/Exported glaze\r\n/)
})

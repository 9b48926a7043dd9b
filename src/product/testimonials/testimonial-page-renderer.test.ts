import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { publishRecording, sampleCaptions } from '#test/support/product/add-recording.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let service: SupabaseClient
let space: SpaceFixture
beforeAll(async () => {
	app = await createTestApp()
	service = app.admin()
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const open = async (id: string) => {
	const answer = await app.fetch(`${app.url}/p/${id}`)
	return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

async function publishText(fields: Record<string, unknown> = {}): Promise<string> {
	const { body } = await postSubmission(app, submissionBody(space, fields))
	await service.from('testimonials').update({ status: 'approved' }).eq('id', body.id).throwOnError()
	return body.id ?? ''
}

it('the page of a testimonial shows words, person, stars, reply and a link to a wall, and allows no inline script', async () => {
	const id = await publishText({ body: 'Two hours <well> spent.', rating: 4, author: { name: 'Ines', title: 'Nurse' } })
	const reply = { space_id: space.space_id, testimonial_id: id, body: 'Thank you, Ines.' }
	await service.from('replies').insert(reply).throwOnError()
	const { status, headers, html } = await open(id)
	expect(status).toBe(200)
	expect(html).toContain('Two hours &lt;well&gt; spent.')
	for (const part of ['Ines', 'Nurse', '4 of 5 stars', 'Thank you, Ines.', `href="/w/${space.slug}"`])
		expect(html).toContain(part)
	expect(html).toContain('<title>Ines on Fernhill Pottery</title>')
	expect(html).toContain(`<link rel="canonical" href="${app.url}/p/${id}">`)
	expect(html).toContain('property="og:description" content="Two hours &#60;well&#62; spent."')
	expect(html).not.toMatch(/ style="|noindex|recordings-client/)
	expect(headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
	expect(headers.get('content-security-policy')).not.toContain('unsafe')
})

it('any website reads a public testimonial as data, until it is withdrawn', async () => {
	const id = await publishText({
		body: 'Two hours <well> spent.',
		rating: 4,
		author: { name: 'Ines', email: 'ines@example.test' },
	})
	const { status, headers, html } = await open(`${id}.json`)
	expect(status).toBe(200)
	expect(headers.get('access-control-allow-origin')).toBe('*')
	expect(JSON.parse(html)).toMatchObject({
		item: { id, text: 'Two hours <well> spent.', rating: 4, author: { name: 'Ines' } },
		url: `${app.url}/p/${id}`,
		space: { name: 'Fernhill Pottery', locale: 'en' },
	})
	expect(html).not.toContain('ines@example.test')
	const withdrawn_at = new Date().toISOString()
	await service.from('testimonials').update({ withdrawn_at }).eq('id', id).throwOnError()
	await expect.poll(async () => (await open(`${id}.json`)).status).toBe(404)
})

it('a testimonial that is not public, or not there, has no page', async () => {
	const id = await publishText()
	expect((await open(id)).status).toBe(200)
	expect((await open(id.toUpperCase())).status).toBe(200)
	for (const change of [
		{ spam_state: 'spam' },
		{ spam_state: 'clean', status: 'archived' },
		{ status: 'approved', withdrawn_at: new Date().toISOString() },
	]) {
		await service.from('testimonials').update(change).eq('id', id).throwOnError()
		const answer = async () => {
			const { status, headers } = await open(id)
			return [status, headers.get('cache-control')]
		}
		await expect.poll(answer, { message: JSON.stringify(change) }).toEqual([404, 'no-store'])
	}
	for (const other of [randomUUID(), 'x', `${id}x`, "'"]) expect((await open(other)).status).toBe(404)
})

it('the page of a video has a player that loads nothing, and its transcript as text', async () => {
	const { id, path } = await publishRecording(service, space.space_id, {
		author: { name: 'Amelia' },
		captions: { en: sampleCaptions },
		quote: 'Parking is hopeless.',
		trim: { start: 0, end: 1.5 },
	})
	const { html } = await open(id)
	expect(html).toContain(`src="/media/${path}#t=0,1.5"`)
	expect(html).toMatch(/<video[^>]* controls="" playsinline="" preload="none"/)
	expect(html).toMatch(/<track kind="captions" src="[^"]+\.en\.vtt" srclang="en" label="English"\/>/)
	expect(html).toContain('<mark>Parking is hopeless.</mark>')
	expect(html, 'what the owner trimmed away').not.toContain('kiln room')
	expect(html).toContain('testimonial-client')
	expect(html).toContain('property="og:image"')
})

it('a draft of captions is on no page, and a recording without captions has no transcript', async () => {
	const draft = await publishRecording(service, space.space_id, { captions: { en: sampleCaptions }, draft: true })
	const bare = await publishRecording(service, space.space_id, { kind: 'audio' })
	for (const { id } of [draft, bare]) {
		const { status, html } = await open(id)
		expect(status).toBe(200)
		expect(html).not.toMatch(/kiln room|Transcript|<track/)
	}
})

it('the hosted wall folds transcripts under their players, and a testimonial of a withdrawn consent is gone from it', async () => {
	const { id } = await publishRecording(service, space.space_id, {
		captions: { en: sampleCaptions, de: sampleCaptions },
	})
	const wall = async () => (await app.fetch(`${app.url}/w/${space.slug}`)).text()
	const html = await wall()
	expect(html).toContain('Transcript, German')
	expect(html).toContain('Parking is hopeless. Then the kiln room warms up, and nobody wants to leave.')
	expect(html).toContain(`href="/p/${id}"`)
	const { data } = await service.from('consents').select('id').eq('testimonial_id', id).throwOnError()
	await service.from('consents').update({ revoked_at: new Date().toISOString() }).eq('id', data[0]?.id).throwOnError()
	await expect.poll(async () => (await open(id)).status).toBe(404)
	await expect.poll(wall).not.toContain('kiln room')
})

it('a testimonial whose author is withheld has a page without a name', async () => {
	const id = await publishText({
		author: { name: 'Ines Secret' },
		consent: { scope: 'anonymous', wording: space.wording },
	})
	const { html } = await open(id)
	expect(html).not.toContain('Ines Secret')
	expect(html).toContain('Name withheld')
})

it('the language of a testimonial comes first, and the quoted words are marked where they are said', async () => {
	const arabic = sampleCaptions.replace('Parking is hopeless.', 'موقف السيارات ميؤوس منه.')
	const quote = 'is hopeless. Then the kiln room'
	const captions = { ar: arabic, en: sampleCaptions }
	const { id } = await publishRecording(service, space.space_id, { captions, quote })
	const { html } = await open(id)
	const found = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => text)
	expect(found(/<h2[^>]*>([^<]+)<\/h2>/g)).toEqual(['Transcript, English', 'Transcript, Arabic', 'Share'])
	expect(found(/<track[^>]* srclang="(\w+)"/g)).toEqual(['en', 'ar'])
	expect(found(/<mark>([^<]+)<\/mark>/g)).toEqual(['is hopeless.', 'Then the kiln room'])
})

it('answers that may be shown stand on the hosted wall and in its JSON, and private ones never do', async () => {
	const question = { form_id: space.form_id, kind: 'short' }
	const { data: questions } = await service
		.from('form_questions')
		.insert([
			{ ...question, label: 'What did we frame?', is_public: true, position: 0 },
			{ ...question, label: 'Your phone number', is_public: false, position: 1 },
		])
		.select('id, is_public')
		.throwOnError()
	const answers = questions.map(({ id, is_public }) => ({
		question_id: id,
		value: is_public ? 'A <b>map</b> of Lisbon' : '555 0100',
	}))
	await publishText({ answers })
	const html = await (await app.fetch(`${app.url}/w/${space.slug}`)).text()
	expect(html).toMatch(/<dl class="answers">.*What did we frame\?.*A &lt;b&gt;map&lt;\/b&gt; of Lisbon/s)
	const wall = await (await app.fetch(`${app.url}/functions/v1/wall?slug=${space.slug}`)).json()
	expect(wall.items[0].answers).toEqual([{ label: 'What did we frame?', value: 'A <b>map</b> of Lisbon' }])
	for (const text of [html, JSON.stringify(wall)]) expect(text).not.toMatch(/555 0100|phone number/)
})

it('search engines may list the page of a testimonial only where a published wall that they may list shows it', async () => {
	const id = await publishText()
	const isListed = async () => {
		const { status, headers, html } = await open(id)
		expect(status).toBe(200)
		const inHtml = html.includes('<meta name="robots" content="noindex">')
		expect(headers.get('x-robots-tag')).toBe(inHtml ? 'noindex' : null)
		return !inHtml
	}
	const wall = (change: object) => service.from('walls').update(change).eq('space_id', space.space_id).throwOnError()
	expect(await isListed()).toBe(true)
	for (const [change, expected] of [
		[{ is_published: false }, false],
		[{ is_published: true }, true],
		[{ selection: { kinds: ['video'] } }, false],
		[{ selection: { ids: [id] } }, true],
		[{ noindex: true }, false],
		[{ noindex: false }, true],
	] as const) {
		await wall(change)
		await expect.poll(isListed, { message: JSON.stringify(change) }).toBe(expected)
	}
	await service.from('walls').delete().eq('space_id', space.space_id).throwOnError()
	await expect.poll(isListed).toBe(false)
})

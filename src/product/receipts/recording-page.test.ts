import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Receipt } from '#shared/form/receipt.ts'
import { mediaProblems } from '#shared/recording/media-problems.ts'
import { sendRecording } from '#test/support/product/send-recording.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { webm } from '#test/support/product/upload-recording.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let path: string
const film = webm(1000)

beforeAll(async () => {
	app = await createTestApp()
	await app.stopWorkers()
})
beforeEach(async () => {
	space = await createSpace(app.database)
	await asOwner(app.database, `update public.forms set accepts = '{text,video,audio}' where id = $1`, [space.form_id])
	path = await send('video')
})
afterAll(() => app.close())

/** @returns the path of the private page */
async function send(kind: 'video' | 'audio', locale = 'en'): Promise<string> {
	const sent = await sendRecording(app, space, { kind, bytes: film, locale, author: { name: 'Ines' } })
	return new URL(sent.receiptUrl).pathname
}
const get = (address = path, headers: Record<string, string> = {}) => app.fetch(`${app.url}${address}`, { headers })
const html = async (address = path) => (await get(address)).text()
const post = (fields: Record<string, string>) =>
	app.fetch(`${app.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const set = (changes: string) =>
	asOwner(
		app.database,
		`update public.media set ${changes} where testimonial_id in (select id from public.testimonials where space_id = $1)`,
		[space.space_id],
	)
const addCaptions = (locale: string, isDraft: boolean) =>
	asOwner(
		app.database,
		`insert into public.captions (space_id, testimonial_id, media_id, locale, vtt, transcript, source, is_draft)
		select space_id, testimonial_id, id, $2, 'WEBVTT', $3, 'typed', $4 from public.media where space_id = $1`,
		[space.space_id, locale, `Said in ${locale}.`, isDraft],
	)
const receipt = async () => (await (await get(`${path}/download`)).json()) as Receipt

it('while a video is prepared the page shows how far it is, and a player once it is ready', async () => {
	await set('progress = 40')
	const before = await html()
	expect(before).toContain('<title>Your video for Fernhill Pottery</title>')
	expect(before).toMatch(/<progress max="100" value="40" aria-label="Preparing your video">/)
	expect(before).toMatch(/<noscript><a [^>]*href="\?">Reload this page/)
	expect(before).not.toContain('<video')
	await set(`state = 'ready', seconds = 8, width = 640, height = 360, trim_start = 2`)
	const after = await html()
	expect(after).not.toContain('<progress')
	expect(after).toMatch(/<video [^>]*src="\/media\/[^"]+\.mp4\?until=\d+&amp;key=/)
	expect(after).toMatch(/<video [^>]*preload="none"/)
	expect(after).toMatch(/<video [^>]*width="640" height="360"/)
	expect(after).toContain('Fernhill Pottery shows 0:02 to 0:08 of it. All of it is kept.')
	// There are no words to quote.
	expect(after).not.toContain('<blockquote')
})

it('a transcript is read with the recording, and a draft of one is not', async () => {
	await set(`state = 'ready'`)
	await addCaptions('en', false)
	await addCaptions('de', true)
	const page = await html()
	expect(page).toContain('<p lang="en" dir="auto">Said in en.</p>')
	expect(page).not.toContain('Said in de.')
	expect(page).not.toContain('<q ')
	await set(`quote = 'Said in'`)
	expect(await html()).toContain(
		'Where a wall needs words, Fernhill Pottery shows: <q dir="auto" lang="en">Said in</q></p>',
	)
})

it('captions play on the private page before anything is public, and drafts do not', async () => {
	await set(`state = 'ready'`)
	await addCaptions('fr', false)
	await addCaptions('de', true)
	const tracks = [...(await html()).matchAll(/<track [^>]*>/g)].map(([track]) => track)
	expect(tracks).toEqual([expect.stringContaining('srcLang="fr" label="French"')])
	const address = /src="([^"]+)"/.exec(tracks[0] ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
	const captions = await get(address)
	expect([captions.status, await captions.text()]).toEqual([200, 'WEBVTT'])
	expect((await get(address.replace('.fr.', '.de.'))).status).toBe(404)
	expect((await get(address.replace(/\?.*/, ''))).status).toBe(404)
})

it.each(mediaProblems)(
	'a recording that failed with %s says why, and asks for another only where that helps',
	async (code) => {
		await set(`state = 'failed', problem = '${code}'`)
		const page = await html()
		expect(page).toContain('Your video could not be prepared')
		const isOfServer = ['no_ffmpeg', 'storage_full', 'interrupted'].includes(code)
		expect(page.includes('you need not do anything')).toBe(isOfServer)
		expect(page.includes('Send another recording')).toBe(!isOfServer)
	},
)

it('the page allows the camera, which no other secret page does', async () => {
	const policy = async (address: string) => (await get(address)).headers.get('permissions-policy')
	expect(await policy(path)).toContain('camera=(self), microphone=(self)')
	const text = await postSubmission(
		app,
		submissionBody(space, { author: { name: 'Ines', email: 'ines@harbour.example' } }),
	)
	const texts = new URL(text.body.receipt_url ?? '').pathname
	for (const address of [texts, '/t/nobody', '/unsubscribe/nobody'])
		expect(await policy(address), address).toContain('camera=(), microphone=()')
	expect((await get()).headers.get('referrer-policy')).toBe('no-referrer')
	expect((await get('/t/nobody')).headers.get('referrer-policy')).toBe('no-referrer')
})

it('what was sent is a download for the holder of the link, in ranges, and nothing that a page may show', async () => {
	const [media] = (await receipt()).media
	const original = media?.original_url ?? ''
	expect(original).toMatch(new RegExp(`^${path}/recording/[0-9a-f-]{36}-original\\.webm$`))
	const whole = await get(original)
	expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true)
	expect(Object.fromEntries(whole.headers)).toMatchObject({
		'content-disposition': 'attachment; filename="my-recording.webm"',
		'content-security-policy': "default-src 'none'; sandbox",
		'x-content-type-options': 'nosniff',
		'cache-control': 'no-store',
	})
	const part = await get(original, { range: 'bytes=0-3' })
	expect([part.status, Buffer.from(await part.arrayBuffer()).toString('hex')]).toEqual([206, '1a45dfa3'])
})

it('the name of another recording, another link and an erased one lead to no file', async () => {
	const original = (await receipt()).media[0]?.original_url ?? ''
	const file = original.split('/').at(-1) ?? ''
	const other = await send('video')
	for (const address of [`${other}/recording/${file}`, `${path}/recording/x`, `/t/nobody/recording/${file}`])
		expect((await get(address)).status, address).toBe(404)
	const erased = await post({ do: 'erase' })
	expect(await erased.text()).toContain('Your video, your words, your name')
	expect((await get(original)).status).toBe(404)
})

it('a video needs no words: an edit of the name alone is saved', async () => {
	const saved = await post({ do: 'edit', body: '', name: 'Ines C.' })
	expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?edited`])
	expect(await receipt()).toMatchObject({ body: '', author: { name: 'Ines C.' } })
})

it('of two recordings the page says which is public and which waits', async () => {
	await set(`state = 'ready'`)
	await asOwner(app.database, `update public.testimonials set status = 'approved' where space_id = $1`, [
		space.space_id,
	])
	expect(await html()).not.toContain('On the wall now')
	await asOwner(
		app.database,
		`insert into public.media (id, space_id, testimonial_id, kind, path, mime, bytes, state, replaces)
		select gen_random_uuid(), space_id, testimonial_id, kind, path || 'x', mime, bytes, 'processing', id
		from public.media where space_id = $1`,
		[space.space_id],
	)
	await asOwner(
		app.database,
		`insert into public.testimonial_versions (space_id, testimonial_id, version, body, rating, author_name)
		select space_id, id, version, body, rating, author_name from public.testimonials where space_id = $1`,
		[space.space_id],
	)
	await asOwner(
		app.database,
		`update public.testimonials set status = 'pending', approved_version = version, version = version + 1 where space_id = $1`,
		[space.space_id],
	)
	const page = await html()
	expect(page.indexOf('On the wall now')).toBeGreaterThan(0)
	expect(page.indexOf('Waits for Fernhill Pottery')).toBeGreaterThan(page.indexOf('On the wall now'))
	expect(await html(`${path}?replaced`)).toContain(
		'The one that is public stays up until Fernhill Pottery has watched it.',
	)
})

it.each([
	['de', 'Ihre Aufnahme für Fernhill Pottery', 'Neu aufnehmen'],
	['fr', 'Votre témoignage audio pour Fernhill Pottery', 'Enregistrer de nouveau'],
	['es', 'Su testimonio de voz para Fernhill Pottery', 'Grabar de nuevo'],
	['ar', 'شهادتك الصوتية عن \u2068Fernhill Pottery\u2069', 'التسجيل من جديد'],
])('the page of a voice recording in %s names it', async (locale, title, again) => {
	const page = await html(await send('audio', locale))
	expect(page).toContain(title)
	expect(page).toContain(again)
	expect(page).not.toMatch(/Ihre Worte für|Vos mots pour|Sus palabras para|كلماتك عن/)
})

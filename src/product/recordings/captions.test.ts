import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishRecording } from '#test/support/product/add-recording.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: { space_id: string }
let recording: string
let testimonial: string

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	const slug = 'fernhill-captions'
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill', slug }).throwOnError()
	space = data
	const added = await publishRecording(app.admin(), data.space_id, { status: 'pending' })
	recording = added.mediaId
	testimonial = added.id
})
afterAll(() => app.close())

async function send(method: 'PUT' | 'DELETE', body: unknown, token: string | null = owner.token) {
	const answer = await app.fetch(`${app.url}/functions/v1/captions`, {
		method,
		headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})
	const text = await answer.text()
	const read = text === '' ? null : JSON.parse(text)
	return { status: answer.status, body: read, fields: read?.error?.fields ?? {} }
}
const put = (changes: Record<string, unknown> = {}, token?: string | null) =>
	send('PUT', { media_id: recording, locale: 'en', vtt: '00:01 --> 00:02\nHello', ...changes }, token)
const stored = () => owner.client.from('captions').select('*').order('locale').throwOnError()

test('an editor stores captions as normalized WebVTT, and the recording names the first published ones', async () => {
	const vtt = '\ufeff1\r\n00:00:01,5 --> 00:00:03\r\n<v Greta>My hands are <script>x</script> eighty-one & old,\r\n'
	const answer = await put({ vtt, source: 'uploaded', is_draft: true })
	const normalized = 'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\nMy hands are x eighty-one &amp; old,\n'
	expect(answer).toMatchObject({ status: 200, body: { locale: 'en', vtt: normalized, is_draft: true } })
	const row = { media_id: recording, testimonial_id: testimonial, vtt: normalized, source: 'uploaded' }
	expect((await stored()).data).toMatchObject([{ ...row, transcript: 'My hands are x eighty-one & old,' }])
	const pathOf = async () =>
		(await owner.client.from('media').select('captions_path').eq('id', recording).single()).data?.captions_path
	expect(await pathOf()).toBeNull()
	expect((await put({ locale: 'de', vtt })).status).toBe(200)
	expect(await pathOf()).toBe(`${space.space_id}/${testimonial}/${recording}.de.vtt`)
	for (const locale of ['en', 'de', 'fr'])
		expect((await send('DELETE', { media_id: recording, locale })).status).toBe(204)
	expect([(await stored()).data, await pathOf()]).toEqual([[], null])
})

test('captions that cannot be shown are refused, and the line is named', async () => {
	const cue = (times: string) => `WEBVTT\n\n${times}\nWords\n`
	const refused = async (vtt: unknown) => {
		const { status, fields } = await put({ vtt })
		return [status, fields.vtt]
	}
	expect(await refused(cue('00:05 --> 00:04'))).toEqual([422, 'Line 3: This caption ends before it starts.'])
	expect(await refused(cue('x --> 00:04'))).toEqual([422, expect.stringMatching(/^Line 3: This is not a time/)])
	expect(await refused(`${cue('00:05 --> 00:06')}\n${cue('00:01 --> 00:06')}`)).toEqual([
		422,
		'Line 8: This caption starts before the one above it.',
	])
	expect(await refused('Hello')).toEqual([422, expect.stringMatching(/^There is no caption/)])
	expect(await refused(7)).toEqual([422, 'Send the captions as WebVTT.'])
	expect(await refused('00:01 --> 00:02\na\n\n'.repeat(5001))).toEqual([422, expect.stringMatching(/5000 captions/)])
	const large = 'The captions are larger than 500 KB.'
	expect(await refused(`00:01 --> 00:02\n${'a'.repeat(500_000)}`)).toEqual([422, large])
	// Its characters take five bytes each once they are encoded.
	expect(await refused(`00:01 --> 00:02\n${'&'.repeat(400_000)}`)).toEqual([422, large])
	expect((await put({ vtt: 'a'.repeat(2_100_000) })).status).toBe(413)
	expect((await stored()).data).toEqual([])
})

test('every wrong field is named, and nothing is stored', async () => {
	const wrong = { media_id: 'x', locale: 'EN!', vtt: null, is_draft: 'yes', source: 'heard' }
	const { status, fields } = await put(wrong)
	expect([status, Object.keys(fields).sort()]).toEqual([422, Object.keys(wrong).sort()])
	expect(Object.keys((await send('DELETE', {})).fields)).toEqual(['media_id', 'locale'])
	expect((await send('PUT', '[]')).status).toBe(400)
	const broken = await app.fetch(`${app.url}/functions/v1/captions`, {
		method: 'PUT',
		headers: { authorization: `Bearer ${owner.token}` },
		body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
	})
	expect(broken.status).toBe(400)
})

test('a viewer may not change captions, and a stranger finds no recording', async () => {
	const viewer = await app.person()
	await joinSpace(owner.client, space.space_id, viewer.client, 'viewer')
	const stranger = await app.person()
	for (const method of ['PUT', 'DELETE'] as const) {
		const body = { media_id: recording, locale: 'en', vtt: '00:01 --> 00:02\nHello' }
		const codes = [viewer.token, stranger.token, null, app.deps.keys.anonKey].map(async (token) => {
			const answer = await send(method, body, token)
			return [answer.status, answer.body.error.code]
		})
		expect(await Promise.all(codes)).toEqual([
			[403, 'forbidden'],
			[404, 'not_found'],
			[401, 'unauthorized'],
			[401, 'unauthorized'],
		])
	}
	expect((await put({ media_id: randomUUID() })).status).toBe(404)
})

test('a quotation is a contiguous part of published captions, and goes with them', async () => {
	const vtt = '00:01 --> 00:02\nI made\na bowl.\n\n00:02 --> 00:03\nIt holds three eggs.'
	const choose = (quote: string | null) => owner.client.rpc('choose_quote', { media_id: recording, quote })
	const quoteOf = async () => (await owner.client.from('media').select('quote').eq('id', recording).single()).data
	await put({ vtt, is_draft: true })
	expect((await choose('a bowl. It holds')).error?.code).toBe('22023')
	await put({ vtt })
	expect((await choose('a bowl. It holds')).error).toBeNull()
	expect((await choose('a bowl of eggs')).error?.code).toBe('22023')
	expect(await quoteOf()).toEqual({ quote: 'a bowl. It holds' })
	await put({ vtt: '00:01 --> 00:02\nOther words.' })
	expect(await quoteOf()).toEqual({ quote: null })
})

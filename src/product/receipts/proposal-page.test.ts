import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Proven, sendTestimonial } from '#test/support/product/proven-testimonial.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let sent: Proven
let path: string
beforeAll(async () => {
	app = await createTestApp()
	sent = await sendTestimonial(app, { body: 'A bowl & a mug.' })
	path = `/t/${sent.token}`
})
afterAll(() => app.close())

const get = (address: string) => app.fetch(`${app.url}${address}`)
const act = (fields: Record<string, string>) =>
	app.fetch(`${app.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

it('a proposal stands first and alone, is answered by a plain form, and an answer that comes too late says so', async () => {
	const propose = async (body: string) => {
		const [row] = await asOwner<{ id: string }>(
			app.database,
			`insert into public.proposals (space_id, testimonial_id, version, body, note)
			select t.space_id, t.id, t.version, $1, 'Is that right?' from public.testimonials t where t.id = $2 returning id`,
			[body, sent.id],
		)
		return row?.id ?? ''
	}
	const proposal = await propose('A bowl & a jug.')
	const alone = await (await get(path)).text()
	expect(alone).toContain('Is that right?')
	expect(alone).not.toContain('id="proof"')
	const whole = await (await get(`${path}?all`)).text()
	for (const part of ['id="proof"', 'See the change']) expect(whole).toContain(part)
	const refused = await act({ do: 'refuse', proposal })
	expect(refused.headers.get('location')).toBe(`${path}?refused`)
	const late = await act({ do: 'accept', proposal })
	expect(late.headers.get('location')).toBe(`${path}?closed`)
	expect(await (await get(`${path}?closed`)).text()).toContain('This change is not proposed any more')
	const second = await propose('A bowl & a cup.')
	expect((await act({ do: 'accept', proposal: second })).headers.get('location')).toBe(`${path}?accepted`)
	expect(await (await get(path)).text()).toContain('A bowl &amp; a cup.')
	expect((await act({ do: 'accept', proposal: 'nothing' })).status).toBe(422)
})

it('the proof downloads as a file, which is neither cached nor given for another token', async () => {
	const answer = await get(`${path}/receipt`)
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'cache-control': 'no-store',
		'content-disposition': 'attachment; filename="receipt-fernhill-pottery.json"',
	})
	expect(await answer.json()).toMatchObject({ format: 'plaudit-receipt-1' })
	expect((await get('/t/nobody/receipt')).status).toBe(404)
	expect(await (await get(`${path}?check`)).text()).toContain('Checked just now: all entries fit together.')
})

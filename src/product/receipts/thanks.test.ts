import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const app = await createTestApp()
afterAll(() => app.close())

let space: SpaceFixture
beforeEach(async () => {
	space = await createSpace(app.database)
})

const thank = (thank_you: Record<string, string>) =>
	asOwner(app.database, 'update public.forms set thank_you = $2 where id = $1', [space.form_id, thank_you])

/** Sends as a browser without script, and answers the address that it is led to. */
async function send(): Promise<string> {
	const fields = new URLSearchParams({ form: space.slug, body: 'Plain.', name: 'Ines', rating: '2' })
	const { status, headers } = await postSubmission(app, fields)
	expect(status).toBe(303)
	const { pathname, search } = new URL(headers.get('location') ?? '')
	return pathname + search
}

const read = async (address: string) => (await app.fetch(`${app.url}${address}`)).text()

const thanks = {
	title: 'You made our week',
	message: 'The kettle is on.',
	link_url: 'https://shop.example/winter',
	link_label: 'See the winter courses',
	coupon_code: 'KETTLE10',
	coupon_label: '10% off',
}

test('a visitor without script reads the owner’s thanks, button and code first, whatever they wrote', async () => {
	await thank(thanks)
	const html = await read(await send())
	const places = ['You made our week', 'The kettle is on.', 'See the winter courses', 'KETTLE10', 'Plain.'].map(
		(text) => html.indexOf(text),
	)
	expect(places).toEqual([...places].sort((a, b) => a - b))
	expect(places).not.toContain(-1)
	expect(html).toContain('gives it to everybody who sends something, whatever it says')
	expect(html.match(/KETTLE10/g)).toHaveLength(1)
})

test('later visits keep the code and do not repeat the thanks, and a scanner of mails uses nothing up', async () => {
	await thank(thanks)
	const address = await send()
	const link = address.replace('?sent', '')
	for (let visit = 0; visit < 2; visit++) {
		const html = await read(link)
		expect(html).not.toContain('The kettle is on.')
		expect(html).toContain('KETTLE10')
	}
	expect(await read(address)).toContain('The kettle is on.')
})

test('a bookmark of the address after sending does not thank a day later', async () => {
	await thank(thanks)
	const address = await send()
	await asOwner(
		app.database,
		"update public.testimonials set submitted_at = submitted_at - interval '25 hours' where space_id = $1",
		[space.space_id],
	)
	const html = await read(address)
	expect(html).not.toContain('The kettle is on.')
	expect(html).toContain('KETTLE10')
})

test('without words of the owner the page thanks in its own', async () => {
	const html = await read(await send())
	expect(html).toContain('Thank you, Ines.')
	expect(html).not.toContain('class="own-words"')
})

test('the owner’s words are text, and their address a link only over the web', async () => {
	await thank({ ...thanks, message: '<img src=x onerror=alert(1)>', link_url: 'javascript:alert(1)' })
	const html = await read(await send())
	expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
	expect(html).not.toContain('javascript:alert')
})

test('the thanks are those of the form that was answered', async () => {
	await thank(thanks)
	const other = await createSpace(app.database, 'Other')
	const fields = new URLSearchParams({ form: other.slug, body: 'Plain.', name: 'Tom' })
	const { headers } = await postSubmission(app, fields)
	const { pathname, search } = new URL(headers.get('location') ?? '')
	expect(await read(pathname + search)).not.toMatch(/KETTLE10|The kettle is on/)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWall, publishTestimonials, type WallFixture } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let wall: WallFixture
beforeAll(async () => {
	app = await createTestApp()
	wall = await makeWall(app.database, 'embedded', { brand: { color: '#ff7a1a' } })
	await publishTestimonials(app.database, wall.space, [
		{ body: 'Short </script><!-- words.' },
		{ body: 'كنت أخاف من الماء.', locale: 'ar' },
	])
})
afterAll(() => app.close())

const fetchPath = (path: string) => app.fetch(`${app.url}${path}`)

describe('an embed', () => {
	it('an embed script contains loader and wall, and any origin may read it', async () => {
		const answer = await fetchPath(`/embed/${wall.wall}.js`)
		const text = await answer.text()
		expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
		expect(answer.headers.get('access-control-allow-origin')).toBe('*')
		expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
		expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
		expect(answer.headers.get('set-cookie')).toBeNull()
		expect(text).toContain('customElements.define')
		expect(text).toContain(`put?.("${wall.wall}",`)
		expect(text).toContain('كنت أخاف')
	})

	it('an embed fragment is static HTML with a declarative shadow root', async () => {
		const answer = await fetchPath(`/embed/${wall.wall}.html`)
		const html = await answer.text()
		expect(answer.headers.get('access-control-allow-origin')).toBe('*')
		expect(html).toMatch(new RegExp(`^<plaudit-wall wall="${wall.wall}"><template shadowrootmode="open"><style>`))
		expect(html).toContain('Short &lt;/script&gt;&lt;!-- words.')
		expect(html).not.toMatch(/ style="|data:|<script/)
		expect(html).toContain(`href="${app.url}/w/embedded"`)
	})

	it('an embed frame may be framed, and its policy allows each style by hash', async () => {
		const answer = await fetchPath(`/embed/${wall.wall}`)
		const html = await answer.text()
		const policy = answer.headers.get('content-security-policy') ?? ''
		expect(policy).toContain('frame-ancestors *')
		const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)]
		expect(styles.length).toBe(2)
		for (const [, css = ''] of styles) {
			const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
			expect(policy).toContain(Buffer.from(hash).toString('base64'))
		}
	})

	it('a frame is light unless its wall is dark or its code asks for another colour scheme', async () => {
		const schemeOf = async (query: string, id = wall.wall) => {
			const html = await (await fetchPath(`/embed/${id}${query}`)).text()
			const [, scheme] = /<meta name="color-scheme" content="([^"]*)">/.exec(html) ?? []
			const theme = /<plaudit-wall [^>]*theme="(\w+)"/.exec(html)?.[1]
			// Only an address that names the colours of its page goes without a background.
			expect(html).toContain(`:root{color-scheme:${scheme}${theme ? '' : ';background:Canvas'}}`)
			return [scheme, theme]
		}
		expect(await schemeOf('')).toEqual(['light', undefined])
		expect(await schemeOf('?reserves=72-72-72&theme=dark')).toEqual(['dark', 'dark'])
		expect(await schemeOf('?theme=light&lang=de')).toEqual(['light', 'light'])
		expect(await schemeOf('?theme=auto')).toEqual(['light dark', 'auto'])
		for (const value of ['', 'DARKER', 'dark%22%3E%3Cscript%3E', 'd'.repeat(5_000), 'dark&theme=auto%00'])
			expect((await schemeOf(`?theme=${value}`))[0]).toMatch(/^(light|dark)$/)
		const dark = await makeWall(app.database, 'dark-frame', { theme: { mode: 'dark' } })
		expect(await schemeOf('', dark.wall)).toEqual(['dark', undefined])
		expect(await schemeOf('?theme=light', dark.wall)).toEqual(['light', 'light'])
	})

	it('an embed has the requested language, or English for an unknown one', async () => {
		expect(await (await fetchPath(`/embed/${wall.wall}.html?lang=de`)).text()).toContain('ausgewählt vom Inhaber')
		expect(await (await fetchPath(`/embed/${wall.wall}.html?lang=tlh`)).text()).toContain('chosen by the owner')
	})

	it('an embed has the owner’s colour, made legible', async () => {
		const html = await (await fetchPath(`/embed/${wall.wall}.html`)).text()
		expect(html).toMatch(/\.w,\.tab\{--accent:var\(--plaudit-accent,light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)\)/)
		expect(html).not.toContain('light-dark(#ff7a1a')
	})

	it('a summary of ratings counts what the wall does not show, too', async () => {
		const rated = await makeWall(app.database, 'rated', { layout: 'ratings', selection: { limit: 1 } })
		const stars = [5, 1, 5, null, 3, 2, 1]
		await publishTestimonials(
			app.database,
			rated.space,
			stars.map((rating) => ({ rating })),
		)
		const html = await (await fetchPath(`/embed/${rated.wall}.html`)).text()
		expect(html).toContain('7 testimonials, 6 with stars')
		const [, lines = ''] = /<ul class="dist">(.*?)<\/ul>/s.exec(html) ?? []
		expect([...lines.matchAll(/<b[^>]*>(\d+)<\/b>/g)].map(([, count]) => count)).toEqual(['2', '0', '1', '1', '2'])
		expect(html.match(/<blockquote/g)).toHaveLength(1)
	})

	it('an embed of an unknown wall is a plain 404', async () => {
		const missing = await fetchPath('/embed/11111111-1111-4111-8111-111111111111.js')
		expect(missing.status).toBe(404)
		expect(missing.headers.get('access-control-allow-origin')).toBe('*')
		expect((await fetchPath('/embed/nonsense.js')).status).toBe(404)
	})

	it('the embed loader is served alone for pages with several walls', async () => {
		const answer = await fetchPath('/embed.js')
		expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
		expect((await answer.text()).length).toBeGreaterThan(1000)
	})
})

it('a wall over a real socket keeps its etag, answers 304 to it, and loses withdrawn testimonials', async () => {
	const url = await app.listen()
	const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers })
	const first = await get('/w/embedded')
	const second = await get('/w/embedded?utm_source=x')
	expect(await second.text()).toBe(await first.text())
	expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
	const etag = `W/"x", ${first.headers.get('etag')}`
	const unchanged = await get('/w/embedded', { 'if-none-match': etag })
	expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
	const head = await fetch(`${url}/w/embedded`, { method: 'HEAD' })
	expect([head.status, await head.text()]).toEqual([200, ''])

	await asOwner(
		app.database,
		"update public.testimonials set withdrawn_at = now() where space_id = $1 and locale = 'ar'",
		[wall.space],
	)
	await expect.poll(async () => (await get('/w/embedded')).text()).not.toContain('كنت أخاف')
	expect(await (await get(`/embed/${wall.wall}.js`)).text()).not.toContain('كنت أخاف')
})

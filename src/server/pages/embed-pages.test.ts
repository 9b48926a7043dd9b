import { get as httpGet, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '#server/http/server.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/database.ts'
import { makeWall, publish, type WallData } from '#test/wall-data.ts'
import { createHotPath } from './hot-path.ts'

let app: TestApp
let wall: WallData
beforeAll(async () => {
	app = await createTestApp()
	wall = await makeWall(app.database, 'embedded', { brand: { color: '#ff7a1a' } })
	await publish(app.database, wall.space, [
		{ body: 'Short </script><!-- words.' },
		{ body: 'كنت أخاف من الماء.', locale: 'ar' },
	])
})
afterAll(() => app.close())

const fetchPath = (path: string) => app.fetch(`${app.url}${path}`)

describe('an embed', () => {
	it('comes as one script with loader and words, open to every origin', async () => {
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

	it('comes as static HTML with a declarative shadow root', async () => {
		const answer = await fetchPath(`/embed/${wall.wall}.html`)
		const html = await answer.text()
		expect(answer.headers.get('access-control-allow-origin')).toBe('*')
		expect(html).toMatch(
			new RegExp(`^<plaudit-wall wall="${wall.wall}"><template shadowrootmode="open"><style>`),
		)
		expect(html).toContain('Short &lt;/script&gt;&lt;!-- words.')
		expect(html).not.toMatch(/ style="|data:|<script/)
		expect(html).toContain(`href="${app.url}/w/embedded"`)
	})

	it('comes as a page that may be framed, with every style admitted by hash', async () => {
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

	it('speaks another language when asked, and English when it cannot', async () => {
		expect(await (await fetchPath(`/embed/${wall.wall}.html?lang=de`)).text()).toContain(
			'ausgewählt vom Inhaber',
		)
		expect(await (await fetchPath(`/embed/${wall.wall}.html?lang=tlh`)).text()).toContain(
			'chosen by the owner',
		)
	})

	it('carries the owner’s colour made legible', async () => {
		const html = await (await fetchPath(`/embed/${wall.wall}.html`)).text()
		expect(html).toMatch(/:host\{--accent:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/)
		expect(html).not.toContain('light-dark(#ff7a1a')
	})

	it('is a plain 404 when there is no such wall', async () => {
		const missing = await fetchPath('/embed/11111111-1111-4111-8111-111111111111.js')
		expect(missing.status).toBe(404)
		expect(missing.headers.get('access-control-allow-origin')).toBe('*')
		expect((await fetchPath('/embed/nonsense.js')).status).toBe(404)
	})

	it('has a loader of its own for pages with several walls', async () => {
		const answer = await fetchPath('/embed.js')
		expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
		expect((await answer.text()).length).toBeGreaterThan(1000)
	})
})

describe('the hot path', () => {
	it('answers from ready bytes on a real socket, and loses withdrawn words', async () => {
		const http = await listen(['127.0.0.1'], 0)
		let hits = 0
		const hot = await createHotPath(app.deps)
		http.serve({
			fetch: (request) => app.fetch(request.url),
			upgrade: () => {},
			hot: (request, response) => {
				const isAnswered = hot(request, response)
				if (isAnswered) hits++
				return isAnswered
			},
		})
		const ask = (path: string, headers: Record<string, string> = {}) =>
			new Promise<{ answer: IncomingMessage; body: string }>((resolve, reject) => {
				httpGet({ port: http.port, path, headers, host: '127.0.0.1' }, async (answer) => {
					let body = ''
					for await (const part of answer) body += part
					resolve({ answer, body })
				}).on('error', reject)
			})
		try {
			const first = await ask('/w/embedded')
			const second = await ask('/w/embedded?utm_source=x')
			expect(hits).toBeGreaterThan(0)
			expect(second.body).toBe(first.body)
			expect(second.answer.headers.etag).toBe(first.answer.headers.etag)
			const etag = `W/"x", ${first.answer.headers.etag}`
			expect((await ask('/w/embedded', { 'if-none-match': etag })).answer.statusCode).toBe(304)

			await asOwner(
				app.database,
				"update public.testimonials set withdrawn_at = now() where space_id = $1 and locale = 'ar'",
				[wall.space],
			)
			await expect.poll(async () => (await ask('/w/embedded')).body).not.toContain('كنت أخاف')
			expect((await ask(`/embed/${wall.wall}.js`)).body).not.toContain('كنت أخاف')
		} finally {
			await http.drain(0)
		}
	})
})

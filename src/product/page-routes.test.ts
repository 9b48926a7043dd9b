import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
beforeAll(async () => {
	app = await createTestApp({ LANDING_PAGE: 'plaudit' })
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const get = (path: string) => app.fetch(`${app.url}${path}`, { redirect: 'manual' })

describe('the front page', () => {
	it('the front page is static and has no inline script', async () => {
		const answer = await get('/')
		const html = await answer.text()
		expect(answer.status).toBe(200)
		expect(html).toContain('word for word')
		expect(html).not.toMatch(/<script(?![^>]*(src=|type="application\/json"))/)
		expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
	})

	it('the front page redirects a sign-in callback to the app with its query', async () => {
		for (const query of ['?code=a%2Fb&x=1', '?error=access_denied&error_description=No']) {
			const answer = await get(`/${query}`)
			expect(answer.status).toBe(302)
			expect(answer.headers.get('location')).toBe(`/auth${query}`)
			expect(answer.headers.get('cache-control')).toBe('no-store')
		}
	})
})

describe('the page of a form', () => {
	it('a form page has its fields, consent text and proof without a script', async () => {
		const answer = await get(`/collect/${space.slug}`)
		const html = await answer.text()
		expect(answer.status).toBe(200)
		expect(html).toContain(space.wording)
		expect(html).toMatch(/name="proof" value="[\w.-]{20,}"/)
		expect(html).toContain('action="/functions/v1/submit"')
		expect(html).not.toContain('checked="" id="consent"')
		expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data: blob:")
	})

	it('only the embedded form may be framed, and it may use camera and microphone', async () => {
		const headersOf = async (search: string) => (await get(`/collect/${space.slug}${search}`)).headers
		const own = await headersOf('')
		expect(own.get('content-security-policy')).toContain("frame-ancestors 'self'")
		expect(own.get('cross-origin-opener-policy')).toBe('same-origin')
		for (const embed of ['dialog', 'frame']) {
			const headers = await headersOf(`?embed=${embed}`)
			expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
			expect(headers.get('permissions-policy')).toContain('camera=(self), microphone=(self)')
			expect(headers.get('set-cookie')).toBeNull()
		}
		expect((await headersOf('?embed=other')).get('content-security-policy')).toContain("frame-ancestors 'self'")
	})

	it('a form page redirects from a former slug, and an unknown slug is 404', async () => {
		const slug = `${space.slug}-new`
		await asOwner(app.database, 'update public.forms set slug = $1 where id = $2', [slug, space.form_id])
		const moved = await get(`/collect/${space.slug}?t=1`)
		expect([moved.status, moved.headers.get('location')]).toEqual([308, `/collect/${slug}?t=1`])
		const missing = await get('/collect/never-was')
		expect(missing.status).toBe(404)
		expect(await missing.text()).toContain('There is no form here.')
	})

	it('a closed form is a 404 page that says so', async () => {
		const closed = await createSpace(app.database)
		await asOwner(app.database, 'update public.forms set is_open = false where id = $1', [closed.form_id])
		const answer = await get(`/collect/${closed.slug}`)
		const html = await answer.text()
		expect(answer.status).toBe(404)
		expect(html).toContain('This form is closed')
		expect(html).not.toContain('<form')
		expect(html).toContain(`href="/w/${closed.slug}"`)
		await asOwner(app.database, 'update public.walls set is_published = false where space_id = $1', [closed.space_id])
		expect(await (await get(`/collect/${closed.slug}`)).text()).not.toContain('href="/w/')
	})

	it('a form page has the language and direction of its form', async () => {
		const arabic = await createSpace(app.database)
		await asOwner(app.database, `update public.forms set locale = 'ar' where id = $1`, [arabic.form_id])
		const html = await (await get(`/collect/${arabic.slug}`)).text()
		expect(html).toContain('<html lang="ar" dir="rtl">')
		expect(html).toContain('كلماتك')
		const [, words] = /name="words" content="([^"]+)"/.exec(html) ?? []
		expect(await (await get(words ?? '')).json()).toMatchObject({ copyLink: 'انسخ الرابط' })
	})
})

describe('everything else', () => {
	it('an unknown address is a 404 page, and JSON below the APIs', async () => {
		const page = await get('/nowhere/at/all')
		expect(page.status).toBe(404)
		expect(page.headers.get('content-type')).toContain('text/html')
		const wire = await get('/functions/v1/nowhere')
		expect(wire.status).toBe(404)
		expect(wire.headers.get('content-type')).toContain('application/json')
	})

	it('files for crawlers, browsers and security researchers are served', async () => {
		expect(await (await get('/robots.txt')).text()).toContain('Disallow: /t/')
		expect(await (await get('/sitemap.xml')).text()).toContain(`<loc>${app.url}/</loc>`)
		expect(await (await get('/.well-known/security.txt')).text()).toMatch(/^Contact: mailto:\S+\nExpires: \d{4}-/)
		expect((await get('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml')
	})

	it('an address that the app has no screen for is 404 with the document of the app', async () => {
		for (const path of ['/dashboard/nope', '/dashboard/forms/1c9a/nope']) {
			const answer = await get(path)
			expect(answer.status).toBe(404)
			expect(await answer.text()).toContain('id="plaudit-config"')
		}
		for (const path of ['/dashboard/inbox/1c9a', '/dashboard/forms/1c9a', '/dashboard/account/'])
			expect((await get(path)).status).toBe(200)
	})

	it('the document of the app contains the configuration of its client and no inline script', async () => {
		for (const path of ['/auth', '/dashboard', '/dashboard/inbox']) {
			const html = await (await get(path)).text()
			const [, config = '{}'] = /id="plaudit-config">([^<]*)</.exec(html) ?? []
			expect(JSON.parse(config)).toMatchObject({ url: app.url, anonKey: app.deps.keys.anonKey })
		}
	})
})

it('a post to a form that has just closed gets its text back', async () => {
	const closing = await createSpace(app.database)
	await asOwner(app.database, 'update public.forms set is_open = false where id = $1', [closing.form_id])
	const post = (slug: string) => {
		const body = new FormData()
		for (const [name, value] of Object.entries({
			form: slug,
			body: 'Typed <with> care.',
			name: 'Ana',
		}))
			body.set(name, value)
		return app.fetch(`${app.url}/functions/v1/submit`, { method: 'POST', body })
	}
	const closed = await post(closing.slug)
	expect(closed.status).toBe(404)
	expect(await closed.text()).toContain('Typed &lt;with&gt; care.')
	const unknown = await post('never-was')
	expect(unknown.status).toBe(404)
	expect(await unknown.text()).toContain('There is no form here.')
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicAnswers } from '#product/public-answers/public-answers.ts'
import { followSpaceChanges } from '#product/spaces/follow-space-changes.ts'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { createCursorCodec } from './wall-cursor.ts'
import { wallPageRenderer } from './wall-page-renderer.ts'
import { createWallReader } from './wall-reader.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(`${app.url}${path}`, { headers })

/** Waits until a page answers as expected; the change travels by LISTEN and NOTIFY. */
async function until(path: string, isSo: (html: string) => boolean): Promise<string> {
	return expect
		.poll(async () => (await get(path)).text())
		.toSatisfy(isSo)
		.then(async () => (await get(path)).text())
}

describe('a hosted wall', () => {
	it('a hosted wall shows texts, names, basis and counts without a script', async () => {
		const { space } = await makeWall(app.database, 'shown')
		await publishTestimonials(app.database, space, [
			{ body: 'The first of <all> & "more".', name: 'Ruth O’Neill', basis: 'order' },
			{ body: 'كنت أخاف من الماء منذ طفولتي.', name: 'سلمى', rating: null, locale: 'ar' },
		])
		const answer = await get('/w/shown')
		const html = await answer.text()
		expect(answer.status).toBe(200)
		expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
		expect(answer.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
		expect(html).toContain('<p>The first of &lt;all&gt; &amp; &quot;more&quot;.</p>')
		expect(html).toContain('<bdi>Ruth O’Neill</bdi>')
		expect(html).toContain('Order checked')
		expect(html).toContain('lang="ar" dir="rtl"')
		expect(html).toContain('Showing 2 of 2 published, chosen by the owner')
		expect(html).toContain(`<link rel="canonical" href="${app.url}/w/shown">`)
		expect(html.match(/<script(?! type="(application\/ld\+json|module)")/)).toBeNull()
		expect(html).not.toMatch(/ style="| on\w+="/)
	})

	it('the policy of a hosted wall allows each style element by hash and nothing else inline', async () => {
		const answer = await get('/w/shown')
		const policy = answer.headers.get('content-security-policy') ?? ''
		const styles = [...(await answer.text()).matchAll(/<style>(.*?)<\/style>/gs)]
		expect(styles.length).toBeGreaterThan(0)
		for (const [, css = ''] of styles) {
			const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
			expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`)
		}
		expect(policy).not.toContain('unsafe-inline')
	})

	it('a hosted wall answers 304 to its etag in each coding', async () => {
		for (const coding of ['identity', 'gzip', 'br']) {
			const first = await get('/w/shown', { 'accept-encoding': coding })
			const etag = first.headers.get('etag') ?? ''
			expect(first.headers.get('content-encoding') ?? 'identity').toBe(coding)
			const again = await get('/w/shown', { 'accept-encoding': coding, 'if-none-match': etag })
			expect(again.status).toBe(304)
			expect(await again.text()).toBe('')
		}
	})

	it('an unpublished wall is 404, and an unknown cursor shows the first page', async () => {
		await asOwner(app.database, "update public.walls set is_published = false where slug = 'shown'")
		await expect.poll(async () => (await get('/w/shown')).status).toBe(404)
		await asOwner(app.database, "update public.walls set is_published = true where slug = 'shown'")
		expect((await get('/w/shown?cursor=nonsense')).status).toBe(200)
		expect((await get('/w/no-such-wall')).status).toBe(404)
	})

	it('a page of a forged cursor or of another size is rendered, but not cached', async () => {
		const { deps } = app
		const changes = followSpaceChanges(deps.db)
		const answers = createPublicAnswers(deps, changes, [wallPageRenderer(deps.db, createWallReader(deps, changes))])
		const page = async (cursor?: string) => {
			const request = answers.parse(`/w/shown${cursor ? `?cursor=${cursor}` : ''}`)
			const answer = request && (await answers.render(request, 'identity'))
			return String(answer?.body)
		}
		const forger = createCursorCodec(Buffer.alloc(32))
		for (let offset = 0; offset < 5; offset++) {
			const cursor = forger.write('any', { offset, size: 50, fixed: 0 })
			expect(await page(cursor)).toContain('The first of')
			expect((await get(`/functions/v1/wall?slug=shown&cursor=${cursor}`)).status).toBe(422)
		}
		const small = await (await get('/functions/v1/wall?slug=shown&limit=1')).json()
		const second = await page(small.next)
		expect([second.includes('The first of'), second.includes('كنت أخاف')]).toEqual([true, false])
		expect(answers.size.answers).toBeLessThanOrEqual(1)
		await page()
		expect(answers.size.answers).toBe(1)
	})

	it('a hosted wall loses a withdrawn testimonial at once', async () => {
		const { space } = await makeWall(app.database, 'withdrawn')
		const [id] = await publishTestimonials(app.database, space, [{ body: 'Only for a while.' }, {}])
		expect(await (await get('/w/withdrawn')).text()).toContain('Only for a while.')
		await asOwner(app.database, 'update public.testimonials set withdrawn_at = now() where id = $1', [id])
		const html = await until('/w/withdrawn', (text) => !text.includes('Only for a while.'))
		expect(html).toContain('Showing 1 of 1 published')
	})

	it('a hosted wall withholds the name of an anonymous submitter', async () => {
		const { space } = await makeWall(app.database, 'nameless')
		await publishTestimonials(app.database, space, [{ name: 'Secret Person', scope: 'anonymous' }])
		const html = await (await get('/w/nameless')).text()
		expect(html).not.toContain('Secret')
		expect(html).toContain('Name withheld')
	})

	it('the pages of a hosted wall contain every item exactly once, forwards and back', async () => {
		const { space, slug } = await makeWall(app.database, 'long-wall')
		const ids = await publishTestimonials(
			app.database,
			space,
			Array.from({ length: 173 }, (_, at) => ({ body: `Number ${at}.`, minute: at })),
		)
		const idsOf = (html: string) => [...html.matchAll(/ id="t-([0-9a-f-]{36})"/g)].map(([, id = '']) => id)
		const link = (html: string, rel: string) =>
			new RegExp(`<a class="button plain" href="([^"]+)" rel="${rel}">`).exec(html)?.[1]
		const seen: string[] = []
		let path: string | undefined = `/w/${slug}`
		let last = ''
		while (path) {
			last = await (await get(path)).text()
			seen.push(...idsOf(last))
			path = link(last, 'next')
		}
		expect(seen.length).toBe(173)
		expect(new Set(seen)).toEqual(new Set(ids))
		expect(last).toContain('151 to 173 of 173 on this wall')
		const before = await (await get(link(last, 'prev') ?? '')).text()
		expect(new Set(idsOf(before))).toEqual(new Set(seen.slice(100, 150)))
		expect(before).toContain('101 to 150 of 173 on this wall')
	})
})

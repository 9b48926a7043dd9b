import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

let opened: TestDeps
let routes: string[]
beforeAll(async () => {
	opened = await openTestDeps({})
	const app = await createApp(opened.deps)
	const isOfWire = /^\/(auth|rest|realtime|storage)\/v1(\/|$)/
	routes = app.router.routes
		.filter(({ path, options }) => !isOfWire.test(path) && ['public', 'openKey', 'link'].includes(options.trust ?? ''))
		// The answer to other methods of a function.
		.filter(({ method }) => method !== 'ALL')
		.map(({ method, path }) => `${method} ${path}`)
})
afterAll(() => opened.close())

/**
 * The way in which the space of a request is known before its first query:
 * - `none`: the answer is the same for every space, or the page reads its space with later requests;
 * - `slug` and `id`: the request names a form, wall or testimonial, which a directory leads from to its space;
 * - `token` and `path`: the request contains the id of the space;
 * - `all`: the answer is about all spaces, so that each part of a divided installation is asked;
 * - `hash`: the request has a secret alone, which leads to its space by a directory of hashes.
 */
const spaces: Record<string, 'none' | 'slug' | 'id' | 'token' | 'path' | 'all' | 'hash'> = {
	'GET /assets/*': 'none',
	'GET /': 'none',
	'GET /plaudit': 'none',
	'GET /health': 'none',
	'GET /ready': 'none',
	'GET /config.json': 'none',
	'GET /robots.txt': 'none',
	'GET /.well-known/security.txt': 'none',
	'GET /.well-known/plaudit-proof.pem': 'none',
	'GET /favicon.svg': 'none',
	'GET /favicon.ico': 'none',
	'GET /site.webmanifest': 'none',
	'GET /auth': 'none',
	'GET /auth/confirm': 'none',
	'GET /join/:token': 'none',
	'GET /dashboard/*': 'none',
	'GET /collect-words/:lang': 'none',
	'GET /collect-words/:lang/recording': 'none',
	'GET /packages/wordpress.zip': 'none',
	'GET /packages/plaudit-react.tgz': 'none',
	'GET /packages/n8n-nodes-plaudit.tgz': 'none',
	'GET /sitemap.xml': 'all',
	'GET /sitemap/:part': 'all',
	'GET /w/:slug': 'slug',
	'GET /w/:slug/:file': 'slug',
	'GET /embed.js': 'none',
	'GET /embed/:name': 'id',
	'GET /collect/:slug': 'slug',
	'GET /collect/:slug/card.png': 'slug',
	'GET /collect/:slug/prompt.json': 'slug',
	'POST /collect/:slug/account': 'slug',
	'GET /p/:id': 'id',
	'GET /p/:id/card.png': 'id',
	'GET /proof/:id': 'id',
	'GET /proof/:id/receipt': 'id',
	'GET /t/:token': 'token',
	'POST /t/:token': 'token',
	'GET /t/:token/download': 'token',
	'GET /t/:token/receipt': 'token',
	'GET /t/:token/recording/:file': 'token',
	// A member's names the space, a submitter's the testimonial.
	'GET /unsubscribe/:token': 'id',
	'POST /unsubscribe/:token': 'id',
	'GET /invitation/:token/decline': 'hash',
	'POST /invitation/:token/decline': 'hash',
	'GET /media/:space/:testimonial/:file': 'path',
	'GET /functions/v1/openapi.json': 'none',
	'GET /functions/v1/form': 'slug',
	'GET /functions/v1/wall': 'slug',
	'POST /functions/v1/submit': 'slug',
	// Found by the slug of a form, or by the header Receipt-Token.
	'POST /functions/v1/upload': 'slug',
	// Views are counted by the slug or id that the page names.
	'POST /functions/v1/events': 'slug',
	'POST /functions/v1/opened': 'hash',
	'GET /functions/v1/person': 'token',
	'GET /functions/v1/receipt': 'token',
	'PATCH /functions/v1/receipt': 'token',
	'DELETE /functions/v1/receipt': 'token',
}

it('it is known of each request without an account how its space is known before its first query', () => {
	// Name the space in the address of a new route, or something that a directory leads from.
	expect(routes.filter((route) => !(route in spaces))).toEqual([])
	expect(Object.keys(spaces).filter((route) => !routes.includes(route))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createElement, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildReactPackage, reactPackage } from '#test/support/packages/react-package.ts'
import { makeWall, publishTestimonials, type WallFixture } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { reactPage, staticWall } from '#web/features/connections/services/snippets/site-code.ts'

type Component = (props: Record<string, unknown>) => ReactNode
type Entry = { Wall: Component; Testimonial: Component; Form: Component; useTestimonials: unknown }
type StaticEntry = Record<'renderWall' | 'readWallHtml' | 'readTestimonial', (options: object) => Promise<never>>

let app: TestApp
let server: string
let wall: WallFixture
let testimonial: string
let forServers: Entry
let forBrowsers: Entry
let withoutReact: StaticEntry
beforeAll(async () => {
	const dist = buildReactPackage()
	const load = (name: string) => import(pathToFileURL(join(dist, `${name}.js`)).href)
	forServers = await load('server')
	forBrowsers = await load('index')
	withoutReact = await load('static')
	app = await createTestApp()
	server = await app.listen()
	wall = await makeWall(app.database, 'in-react')
	const ids = await publishTestimonials(app.database, wall.space, [
		{ body: 'They sing.\n\n<b>Loudly</b> & well.', name: 'Ines', rating: 4 },
		{ body: 'Quiet.' },
	])
	testimonial = ids[0] ?? ''
})
afterAll(() => app.close())

async function htmlOf(component: Component, props: Record<string, unknown>, children?: ReactNode): Promise<string> {
	const { prelude } = await prerender(createElement(component, { server, ...props }, children))
	return (await new Response(prelude).text()).replaceAll('<!-- -->', '')
}

it.each(['id', 'slug'])(
	'a wall named by its %s has its words in the HTML, in a shadow root, and one script',
	async (name) => {
		const html = await htmlOf(forServers.Wall, { [name]: name === 'id' ? wall.wall : wall.slug, className: 'praise' })
		expect(html).toContain(
			`<div class="praise"><plaudit-wall wall="${wall.wall}"><template shadowrootmode="open"><style>`,
		)
		expect(html).toContain('&lt;b&gt;Loudly')
		expect(html.match(/<script[^>]*>/g)).toEqual([`<script async="" src="${server}/embed.js">`])
	},
)

it('the code on the connect pages shows the words of the wall that it names', async () => {
	const page = reactPage(server, wall.slug)
	const [, imported = ''] = /^import \{ (\w+) \} from "@plaudit\/react"$/m.exec(page) ?? []
	const [, used, given = ''] = /<(\w+) ([^/]*(?:\/[^/>]*)*?) \/>/.exec(page) ?? []
	expect(used).toBe(imported)
	const props = Object.fromEntries([...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]))
	expect(await htmlOf(forServers[imported as 'Wall'], props)).toContain('&lt;b&gt;Loudly')
	const [, options = ''] = /renderWall\((\{.*\})\)/.exec(staticWall(server, wall.slug)) ?? []
	const read = JSON.parse(options.replace(/(\w+): "/g, '"$1": "'))
	expect(await withoutReact.renderWall(read)).toContain('&lt;b&gt;Loudly')
})

it('the children stand in the place of a wall or testimonial that the server does not give', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
	const unknown = crypto.randomUUID()
	for (const options of [{ id: unknown }, { slug: 'no-such-wall' }, { id: wall.wall, server: 'http://127.0.0.1:9' }])
		expect(await htmlOf(forServers.Wall, options, 'Our customers')).toBe('Our customers')
	expect(await htmlOf(forServers.Testimonial, { id: unknown }, 'None')).toBe('None')
	expect(await htmlOf(forServers.Wall, { id: wall.wall, server: 'javascript:alert(1)' }, 'None')).toBe('None')
	expect(logged).toHaveBeenCalledTimes(5)
	logged.mockRestore()
})

it('a testimonial is plain HTML with its words, stars, author and a link to its page', async () => {
	const html = await htmlOf(forServers.Testimonial, { id: testimonial })
	expect(html).toContain('<figure class="plaudit-testimonial"><div role="img" aria-label="4 of 5 stars">★★★★☆</div>')
	expect(html).toContain('<p>They sing.</p><p>&lt;b&gt;Loudly&lt;/b&gt; &amp; well.</p>')
	expect(html).toContain(`<a href="${app.url}/p/${testimonial}">Ines</a>`)
	const page = await withoutReact.readTestimonial({ server, id: testimonial })
	expect(await htmlOf(forBrowsers.Testimonial, { id: testimonial, page })).toBe(html)
})

it('a form is a link to its own page, or a frame', async () => {
	const dialog = await htmlOf(forServers.Form, { slug: 'in-react' }, 'Tell us')
	expect(dialog).toContain(`<a href="${server}/collect/in-react" data-plaudit-form="in-react">Tell us</a>`)
	expect(dialog).toContain(`src="${server}/embed/form.js"`)
	expect(await htmlOf(forServers.Form, { slug: 'in-react', mode: 'link' }, 'Tell us')).not.toContain('<script')
	const frame = await htmlOf(forServers.Form, { slug: 'in-react', mode: 'frame', height: 700 })
	expect(frame).toContain(`src="${server}/collect/in-react?embed=frame"`)
	expect(frame).toContain('height:700px')
})

it('where components run in the browser, a wall has the HTML of its loader, else the reserved height', async () => {
	const html = await withoutReact.readWallHtml({ server, id: wall.wall })
	expect(await htmlOf(forBrowsers.Wall, { id: wall.wall, html })).toContain('They sing.')
	const empty = await htmlOf(forBrowsers.Wall, { id: wall.wall, height: 770 }, 'Our customers')
	expect(empty).toContain('<div style="min-height:770px">Our customers</div>')
})

it('a site that is built ahead gets a wall as one text, and its build fails without the server', async () => {
	const html: string = await withoutReact.renderWall({ server, wall: wall.slug })
	expect(html).toContain('&lt;b&gt;Loudly')
	expect(html.endsWith(`</plaudit-wall><script async src="${server}/embed.js"></script>`)).toBe(true)
	expect(await withoutReact.renderWall({ server: `${server}/`, wall: wall.wall, script: false })).not.toContain(
		'<script',
	)
	await expect(withoutReact.renderWall({ server, wall: 'no-such-wall' })).rejects.toThrow('answered 404')
	await expect(withoutReact.renderWall({ server: 'example.com', wall: wall.slug })).rejects.toThrow()
})

it('only the modules with state run in the browser, and both entries have the same exports', () => {
	const dist = join(reactPackage, 'dist')
	const modules = readdirSync(dist).filter((name) => name.endsWith('.js'))
	const clients = modules.filter((name) => readFileSync(join(dist, name), 'utf8').startsWith("'use client'"))
	expect(clients.sort()).toEqual(['client-components.js', 'use-testimonials.js', 'wall-html.js'])
	expect(Object.keys(forServers).sort()).toEqual(Object.keys(forBrowsers).sort())
})

it.each([
	['all that runs in a browser', 'index.js', 3072],
	['the part of a wall that a server has rendered', 'wall-html.js', 600],
])('%s is small after gzip', async (_, entry, most) => {
	const built = await build({
		configFile: false,
		logLevel: 'silent',
		build: {
			write: false,
			minify: true,
			lib: { entry: join(reactPackage, 'dist', entry), formats: ['es'] },
			rolldownOptions: { external: [/^react/] },
		},
	})
	const [bundle] = Array.isArray(built) ? built : []
	const [script] = bundle?.output ?? []
	const size = script?.type === 'chunk' ? gzipSync(script.code, { level: 9 }).length : 0
	expect(size).toBeGreaterThan(200)
	expect(size).toBeLessThanOrEqual(most)
})

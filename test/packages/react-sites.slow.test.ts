import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packReactPackage } from '#test/support/packages/react-package.ts'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { repositoryRoot } from '#test/support/repository-sources.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const run = promisify(execFile)
let app: TestApp
let server: string
let folder: string
beforeAll(async () => {
	app = await createTestApp()
	server = await app.listen()
	const wall = await makeWall(app.database, 'on-a-static-site')
	await publishTestimonials(app.database, wall.space, [{ body: 'They sing, <b>loudly</b>.' }])
	folder = await mkdtemp(join(tmpdir(), 'plaudit-sites-'))
})
afterAll(async () => {
	await rm(folder, { recursive: true, force: true })
	await app.close()
})

/** Writes the files that docs/static-sites.md shows for a generator, and installs it with the package from npm. */
async function makeSite(heading: string, generator: string): Promise<string> {
	const site = join(folder, heading)
	const page = await readFile(join(repositoryRoot, 'docs/static-sites.md'), 'utf8')
	const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? ''
	const files = [...section.matchAll(/^`([\w./]+)`:\n\n```\w+\n([\s\S]*?)```$/gm)]
	expect(files.length).toBeGreaterThan(0)
	for (const [, name = '', text = ''] of files) {
		await mkdir(dirname(join(site, name)), { recursive: true })
		const filled = text.replaceAll('https://praise.example.com', server).replaceAll('YOUR-WALL', 'on-a-static-site')
		await writeFile(join(site, name), filled)
	}
	await writeFile(join(site, 'package.json'), '{"private":true,"type":"module"}')
	const install = ['install', '--no-audit', '--no-fund', generator, packReactPackage(folder)]
	await run('npm', install, { cwd: site })
	return site
}

it('the files for Eleventy in docs/static-sites.md build a page with the words of a wall', async () => {
	const site = await makeSite('Eleventy', '@11ty/eleventy@3.1.8')
	await run('npx', ['eleventy'], { cwd: site })
	const html = await readFile(join(site, '_site/index.html'), 'utf8')
	expect(html).toContain('<template shadowrootmode="open"><style>')
	expect(html).toContain('They sing, &lt;b&gt;loudly&lt;/b&gt;.')
	expect(html).toContain(`<script async src="${server}/embed.js"></script>`)
})

it('the page for Astro in docs/static-sites.md has the words of a wall', async () => {
	const site = await makeSite('Astro', 'astro@7.3.5')
	await run('npx', ['astro', 'build'], { cwd: site, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } })
	const html = await readFile(join(site, 'dist/index.html'), 'utf8')
	expect(html).toContain('They sing, &lt;b&gt;loudly&lt;/b&gt;.')
	expect(html).toContain(`<script async src="${server}/embed.js"></script>`)
})

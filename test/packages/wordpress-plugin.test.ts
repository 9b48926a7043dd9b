import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageDownloads } from '#product/pages/package-downloads.ts'
import { readZip } from '#test/support/read-zip.ts'
import { packPlugin, pluginFolder } from '#tools/wordpress-plugin.ts'

let folder: string
let files: Map<string, Buffer>
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-plugin-'))
	await packPlugin(join(folder, 'one.zip'))
	files = readZip(await readFile(join(folder, 'one.zip')))
})
afterAll(() => rm(folder, { recursive: true }))

const text = (name: string) => files.get(`plaudit/${name}`)?.toString('utf8') ?? ''

it('the plugin is packed as one folder, and twice as the same bytes', async () => {
	await packPlugin(join(folder, 'two.zip'))
	expect(await readFile(join(folder, 'two.zip'))).toEqual(await readFile(join(folder, 'one.zip')))
	expect([...files.keys()].filter((name) => !/^plaudit\/[\w./-]+$/.test(name))).toEqual([])
	for (const name of ['plaudit.php', 'uninstall.php', 'readme.txt', 'style.css', 'LICENSE', 'blocks/editor.js'])
		expect(text(name), name).not.toBe('')
})

it('the plugin has one version, that of Plaudit, in every file that names it', async () => {
	const { version } = JSON.parse(await readFile(join(pluginFolder, '../../../package.json'), 'utf8')) as {
		version: string
	}
	expect(text('plaudit.php')).toContain(` * Version: ${version}\n`)
	expect(text('plaudit.php')).toContain(`const VERSION = '${version}'`)
	expect(text('readme.txt')).toContain(`Stable tag: ${version}\n`)
	for (const kind of ['wall', 'form', 'badge', 'testimonial'])
		expect(JSON.parse(text(`blocks/${kind}/block.json`))).toMatchObject({
			name: `plaudit/${kind}`,
			version,
			supports: { html: false },
		})
})

it('every file of PHP that can be opened by its address ends there, and none has a site or a key in it', () => {
	for (const [name, bytes] of files) {
		if (!name.endsWith('.php')) continue
		const code = bytes.toString('utf8')
		expect(code, name).toMatch(/^<\?php\n/)
		expect(code, name).not.toMatch(/\beval\b|base64_decode|unserialize|\$_(GET|POST|REQUEST)|plk_\w{9}/)
		expect(code, name).toMatch(/if \( ! defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \) \{\n\texit;\n\}/)
		const hosts = [...code.matchAll(/https?:\/\/(\w[\w-]*(?:\.\w[\w-]*)+)/g)].map((match) => match[1])
		expect(hosts.filter((host) => host !== 'www.apache.org' && host !== 'praise.example.com')).toEqual([])
	}
})

it('a built server offers the plugin as a download, and one without a build does not', async () => {
	expect([...(await packageDownloads(folder))]).toEqual([])
	await packPlugin(join(folder, 'packages/plaudit.zip'))
	const answer = (await packageDownloads(folder)).get('/packages/wordpress.zip')
	expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
	expect(answer?.body).toEqual(await readFile(join(folder, 'one.zip')))
})

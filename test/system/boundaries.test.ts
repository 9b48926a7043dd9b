import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCircles, importTargets } from '#test/support/import-circles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const productNouns = /\b(testimonial|submitter|wall|consent)s?\b/i

let sandbox: string
beforeAll(async () => {
	sandbox = await mkdtemp(join(tmpdir(), 'plaudit-lint-'))
	const config = await readFile(join(root, 'biome.jsonc'), 'utf8')
	await writeFile(join(sandbox, 'biome.jsonc'), config.replace(/"vcs": \{[^}]*\},/, ''))
})
afterAll(() => rm(sandbox, { recursive: true, force: true }))

/** Lints a text as if it were a file of the project. */
async function lint(path: string, text: string): Promise<string> {
	const file = join(sandbox, path)
	await mkdir(dirname(file), { recursive: true })
	await writeFile(file, text)
	return new Promise((resolve) => {
		execFile('biome', ['lint', path], { cwd: sandbox }, (_, out, err) => resolve(out + err))
	})
}

it.each([
	['src/platform/rest/x.ts', "import { a } from '../auth/a.ts'\na()\n"],
	['src/platform/rest/x.ts', "import { a } from '#web/lib/a.ts'\na()\n"],
	['src/platform/config/x.ts', "import { a } from '#server/settings.ts'\na()\n"],
	['src/product/walls/x.ts', "import { a } from '#cli/a.ts'\na()\n"],
	['src/web/lib/x.ts', "import { a } from '#server/app.ts'\na()\n"],
	['src/web/lib/x.ts', "import { a } from '#platform/log.ts'\na()\n"],
	['src/embed/x.ts', "import { a } from '#shared/wall/wall.ts'\na()\n"],
])('%s may not contain %j', async (path, text) => {
	expect(await lint(path, text)).toContain('noRestrictedImports')
})

it('only the entry points read the environment', async () => {
	expect(await lint('src/platform/rest/x.ts', 'export const a = process.env.HOME\n')).toContain('noProcessEnv')
})

/**
 * The modules of a folder and their text, without tests. A missing folder fails the test instead of passing as clean.
 */
async function modulesIn(folder: string): Promise<{ name: string; text: string }[]> {
	const names = await readdir(join(root, 'src', folder), { recursive: true })
	return Promise.all(
		names
			.filter((name) => /\.tsx?$/.test(name) && !/\.(test|component)\.tsx?$/.test(name))
			.map(async (name) => ({
				name: `${folder}/${name}`,
				text: await readFile(join(root, 'src', folder, name), 'utf8'),
			})),
	)
}

/** Names of addresses below `import.meta.url` whose encoded path is taken, and `import.meta.url` itself. */
function encodedPaths(text: string): string[] {
	const declared = [...text.matchAll(/const (\w+) = new URL\([^()]*import\.meta\.url\)/g)].map(([, name = '']) => name)
	const direct = /import\.meta\.url\)\s*\.pathname/.test(text) ? ['import.meta.url'] : []
	return [...direct, ...declared.filter((name) => new RegExp(`\\b${name}\\.pathname\\b`).test(text))]
}

it.each([
	"new URL('..', import.meta.url).pathname",
	"new URL('..', import.meta.url)\n\t.pathname.slice(1)",
	"const root = new URL('..', import.meta.url)\nrun(root.pathname)",
])('the encoded path in %j is found', (text) => {
	expect(encodedPaths(text)).toHaveLength(1)
})

it('no module takes the encoded path of its address, which names no file below a folder with a space or umlaut', async () => {
	const names = await readdir(root)
	const folders = ['src', 'bootstrap', 'tools', 'test', 'bench', 'e2e', 'packages']
	const below = folders.map(async (folder) =>
		(await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
	)
	const files = [...names, ...(await Promise.all(below)).flat()].filter(
		(name) =>
			/\.m?tsx?$|\.mjs$/.test(name) && !name.includes('node_modules') && name !== 'test/system/boundaries.test.ts',
	)
	const found: string[] = []
	for (const name of files)
		for (const address of encodedPaths(await readFile(join(root, name), 'utf8'))) found.push(`${name}: ${address}`)
	expect(files.length).toBeGreaterThan(2000)
	expect(found).toEqual([])
})

/** Modules of `folder` that import from one of `others`. */
async function importsFrom(folder: string, others: readonly string[]): Promise<string[]> {
	const modules = await modulesIn(folder)
	return modules.flatMap(({ name, text }) =>
		others.filter((other) => text.includes(`'#${other}/`)).map((other) => `${name} → ${other}`),
	)
}

it('no file of the platform contains a noun of the product', async () => {
	const found: string[] = []
	for (const { name, text } of await modulesIn('platform'))
		text.split('\n').forEach((line, index) => {
			if (productNouns.test(line)) found.push(`${name}:${index + 1} ${line.trim()}`)
		})
	expect(found).toEqual([])
})

const services = ['auth', 'rest', 'realtime', 'storage', 'user-functions'].map((name) => `platform/${name}`)
const foundations = ['config', 'pg', 'http', 'keys', 'jobs', 'mail', 'media', 'operators'].map(
	(name) => `platform/${name}`,
)
const features = (await readdir(join(root, 'src/web/features'))).map((name) => `web/features/${name}`)

it.each([
	...services.map((one) => [one, ['server', 'product', ...services.filter((other) => other !== one)]]),
	...foundations.map((one) => [one, ['server', 'product', ...services]]),
	['platform', ['server', 'product', 'cli']],
	['platform/config', ['platform/keys', 'platform/pg', 'platform/http']],
	...['keys', 'pg', 'jobs', 'mail'].map((name) => [`platform/${name}`, ['platform/http', 'platform/media']]),
	['product', ['server', ...services.filter((one) => one !== 'platform/user-functions')]],
	...features.map((one) => [one, ['web/app', ...features.filter((other) => other !== one)]]),
	['web/lib', ['web/app', 'web/ui', 'web/public', ...features]],
	['web/ui', ['web/app', 'web/public', ...features]],
	['web/public', ['web/app', 'web/lib', ...features]],
	['web/i18n', ['web/app', 'web/lib', 'web/ui', 'web/public', ...features]],
	['shared', ['server', 'platform', 'product', 'web', 'cli']],
] as [string, string[]][])('%s imports nothing beside or above it', async (one, others) => {
	expect(await importsFrom(one, others)).toEqual([])
})

it('deps.ts and the other files at the root of the platform import no service', async () => {
	const roots = (await modulesIn('platform')).filter(({ name }) => name.split('/').length === 2)
	expect(roots.map(({ name }) => name)).toContain('platform/deps.ts')
	for (const { name, text } of roots)
		expect(`${name} ${text}`).not.toMatch(/'\.\/(auth|rest|realtime|storage|user-functions)\//)
})

/** Layers of an area from the top down, by folder or file; files that are not listed are the top. */
const layers: Record<string, string[][]> = {
	'platform/auth': [
		['admin'],
		['flows'],
		['factors'],
		['providers', 'auth-context.ts'],
		['delivery'],
		['accounts'],
		['limits'],
		['redirects'],
		[
			...['body.ts', 'database-errors.ts', 'errors.ts', 'pagination.ts'],
			...['render-auth-error.ts', 'requester.ts', 'service-role.ts', 'unknown-route.ts'],
		],
	],
	'platform/rest': [['handle'], ['respond'], ['compile'], ['catalog'], ['parse'], ['errors.ts', 'settings.ts']],
	'platform/realtime': [['nodes'], ['channels'], ['changes'], ['wire'], ['quotas.ts', 'settings.ts']],
}

/** Imports of a layer above, as `importer → imported`. */
function upwardImports(area: string, modules: { name: string; text: string }[]): string[] {
	const layerOf = (path: string) =>
		layers[area]?.findIndex((names) => names.some((name) => `${path}/`.startsWith(`src/${area}/${name}/`))) ?? -1
	return modules.flatMap(({ name, text }) =>
		importTargets(`src/${name}`, text)
			.filter((target) => target.startsWith(`src/${area}/`))
			.filter((target) => layerOf(target) < layerOf(`src/${name}`))
			.map((target) => `${name} → ${target}`),
	)
}

it.each(Object.keys(layers))('no layer of %s imports from a layer above it', async (area) => {
	const modules = await modulesIn(area)
	expect(upwardImports(area, modules)).toEqual([])
	// A renamed layer must not pass as clean.
	for (const entry of layers[area]?.flat() ?? [])
		expect(modules.some(({ name }) => `${name}/`.startsWith(`${area}/${entry}/`))).toBe(true)
})

it.each([
	['platform/auth/limits/x.ts', '#platform/auth/accounts/users/account.ts'],
	['platform/auth/accounts/users/x.ts', '#platform/auth/auth-context.ts'],
	['platform/auth/providers/oauth/x.ts', '#platform/auth/factors/totp.ts'],
	['platform/auth/pagination.ts', './routes.ts'],
	['platform/rest/parse/x.ts', '#platform/rest/compile/compiler.ts'],
	['platform/rest/errors.ts', './parse/scanner.ts'],
	['platform/rest/handle/x.ts', '#platform/rest/service.ts'],
	['platform/realtime/wire/x.ts', '#platform/realtime/channels/channel.ts'],
	['platform/realtime/channels/x.ts', '#platform/realtime/nodes/node-sync.ts'],
])('an upward import from %s of %s is detected', (name, target) => {
	const area = name.split('/', 2).join('/')
	const found = upwardImports(area, [{ name, text: `import type { A } from '${target}'\n` }])
	expect(found).toHaveLength(1)
})

it('no two nouns of the product import each other', async () => {
	const entries = await readdir(join(root, 'src/product'), { withFileTypes: true })
	const nouns = entries.filter((one) => one.isDirectory()).map(({ name }) => `product/${name}`)
	const arrows = new Set<string>()
	for (const noun of nouns)
		for (const found of await importsFrom(
			noun,
			nouns.filter((other) => other !== noun),
		))
			arrows.add(`${noun} → ${found.split(' → ')[1]}`)
	const isMutual = (arrow: string) => arrows.has(arrow.split(' → ').reverse().join(' → '))
	expect(arrows).toContain('product/submissions → product/testimonials')
	expect([...arrows].filter(isMutual)).toEqual([])
})

it.each(['http', 'spaces'])('product/%s imports no other noun', async (folder) => {
	const entries = await readdir(join(root, 'src/product'))
	const others = entries.filter((name) => name !== folder).map((name) => `product/${name}`)
	expect(await importsFrom(`product/${folder}`, others)).toEqual([])
})

it('no files import each other in a circle', async () => {
	const files = (await modulesIn('')).map(({ name }) => `src${name}`).sort()
	expect(await importCircles(root, files)).toEqual([])
})

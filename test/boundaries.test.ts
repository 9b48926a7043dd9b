import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCircles } from './import-circles.ts'

const root = new URL('..', import.meta.url).pathname
const platform = ['auth', 'rest', 'realtime', 'storage', 'pg', 'http', 'media', 'jobs']
const productNouns = /\b(testimonial|submitter|wall|consent)s?\b/i

let sandbox: string
beforeAll(async () => {
	sandbox = await mkdtemp(join(tmpdir(), 'plaudit-lint-'))
	const config = await readFile(join(root, 'biome.jsonc'), 'utf8')
	await writeFile(join(sandbox, 'biome.jsonc'), config.replace(/"vcs": \{[^}]*\},/, ''))
})
afterAll(() => rm(sandbox, { recursive: true, force: true }))

/** Lints a text as if it stood in a file of the project. */
async function lint(path: string, text: string): Promise<string> {
	const file = join(sandbox, path)
	await mkdir(dirname(file), { recursive: true })
	await writeFile(file, text)
	return new Promise((resolve) => {
		execFile('biome', ['lint', path], { cwd: sandbox }, (_, out, err) => resolve(out + err))
	})
}

it.each([
	['src/server/rest/x.ts', "import { a } from '../auth/a.ts'\na()\n"],
	['src/server/rest/x.ts', "import { a } from '#web/lib/a.ts'\na()\n"],
	['src/web/lib/x.ts', "import { a } from '#server/app.ts'\na()\n"],
	['src/embed/x.ts', "import { a } from '#shared/wall.ts'\na()\n"],
])('%s may not say %j', async (path, text) => {
	expect(await lint(path, text)).toContain('noRestrictedImports')
})

it('nobody but the entry points reads the environment', async () => {
	expect(await lint('src/server/rest/x.ts', 'export const a = process.env.HOME\n')).toContain(
		'noProcessEnv',
	)
})

/** The modules of a folder and their text, without tests. A folder that is gone fails here, it does not pass as clean. */
async function modulesIn(folder: string): Promise<{ name: string; text: string }[]> {
	const names = await readdir(join(root, 'src', folder), { recursive: true })
	return Promise.all(
		names
			.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
			.map(async (name) => ({
				name: `${folder}/${name}`,
				text: await readFile(join(root, 'src', folder, name), 'utf8'),
			})),
	)
}

/** Which modules of `folder` import from one of `others`. */
async function importsFrom(folder: string, others: readonly string[]): Promise<string[]> {
	const modules = await modulesIn(folder)
	return modules.flatMap(({ name, text }) =>
		others.filter((other) => text.includes(`'#${other}/`)).map((other) => `${name} → ${other}`),
	)
}

it('the platform knows no product word', async () => {
	const found: string[] = []
	for (const folder of platform)
		for (const { name, text } of await modulesIn(`server/${folder}`))
			text.split('\n').forEach((line, index) => {
				if (productNouns.test(line)) found.push(`${name}:${index + 1} ${line.trim()}`)
			})
	expect(found).toEqual([])
})

const services = ['auth', 'rest', 'realtime', 'storage'].map((name) => `server/${name}`)
const product = ['server/functions', 'server/pages']
const below = ['pg', 'http', 'mail', 'jobs', 'media'].map((name) => `server/${name}`)
const features = (await readdir(join(root, 'src/web/features'))).map(
	(name) => `web/features/${name}`,
)

it.each([
	...services.map((one) => [one, [...services.filter((other) => other !== one), ...product]]),
	...below.map((one) => [one, [...services, ...product]]),
	['server/functions', [...services, 'server/pages']],
	['server/pages', services],
	...features.map((one) => [one, ['web/app', ...features.filter((other) => other !== one)]]),
	['web/lib', ['web/app', 'web/ui', 'web/public', ...features]],
	['web/ui', ['web/app', 'web/public', ...features]],
	['web/public', ['web/app', 'web/lib', ...features]],
	['shared', ['server', 'web', 'cli', 'db']],
] as [string, string[]][])(
	'%s imports nothing that stands beside or above it',
	async (one, others) => {
		expect(await importsFrom(one, others)).toEqual([])
	},
)

it('no files import each other in a circle, but for a socket and its channels', async () => {
	const files = (await modulesIn('')).map(({ name }) => `src${name}`).sort()
	expect(await importCircles(root, files)).toEqual([
		['src/server/realtime/channels/channel.ts', 'src/server/realtime/wire/connection.ts'],
	])
})

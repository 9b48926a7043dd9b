import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

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

it('the platform knows no product word', async () => {
	const found: string[] = []
	for (const folder of platform) {
		for (const entry of await readdir(join(root, 'src/server', folder), { recursive: true }).catch(
			() => [],
		)) {
			if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue
			const text = await readFile(join(root, 'src/server', folder, entry), 'utf8')
			text.split('\n').forEach((line, index) => {
				if (productNouns.test(line)) found.push(`${folder}/${entry}:${index + 1} ${line.trim()}`)
			})
		}
	}
	expect(found).toEqual([])
})

it('no service of the server imports another service', async () => {
	const services = ['auth', 'rest', 'realtime', 'storage']
	const found: string[] = []
	for (const service of services) {
		for (const entry of await readdir(join(root, 'src/server', service), { recursive: true })) {
			if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue
			const text = await readFile(join(root, 'src/server', service, entry), 'utf8')
			for (const other of [...services, 'functions', 'pages'])
				if (other !== service && text.includes(`#server/${other}/`))
					found.push(`${service}/${entry} → ${other}`)
		}
	}
	expect(found).toEqual([])
})

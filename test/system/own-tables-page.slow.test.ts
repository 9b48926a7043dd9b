import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let server: Server
let blocks: { language: string; text: string }[]
beforeAll(async () => {
	const page = await readFile(join(root, 'docs/own-tables.md'), 'utf8')
	blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
		language,
		text,
	}))
	server = await startServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.stop())

const block = (language: string, index = 0) => blocks.filter((one) => one.language === language)[index]?.text ?? ''
/** Runs each command of a block unchanged. */
async function shell(text: string): Promise<string[]> {
	const outputs: string[] = []
	for (const line of text.trim().split('\n')) {
		expect(line).toMatch(/^npm run -s plaudit -- /)
		const words = line.replace('npm run -s plaudit -- ', '').match(/"[^"]*"|\S+/g) ?? []
		outputs.push(
			await plaudit(
				server,
				words.map((word) => word.replace(/^"(.*)"$/, '$1')),
			),
		)
	}
	return outputs
}

it('every block of docs/own-tables.md works as described, with the official client and live changes', async () => {
	expect(blocks.map(({ language }) => language)).toEqual(['sql', 'sh', 'js', 'sh', 'sql'])
	await mkdir(join(server.dataDir, 'migrations'))
	await writeFile(join(server.dataDir, 'migrations/001_notes.sql'), block('sql'))
	expect(await shell(block('sh'))).toEqual([
		'To be applied of your own:\n  001_notes.sql\n',
		'Applied of your own:\n  001_notes.sql\n',
	])

	const key = await fetchAnonKey(server.url)
	const env = { ...process.env, SUPABASE_URL: server.url, SUPABASE_ANON_KEY: key }
	const program = ['--input-type=module', '-e', block('js')]
	const { stdout } = await promisify(execFile)('node', program, { cwd: root, env })
	expect(stdout).toBe('live: Call the harbour master\nread: [{"id":1,"body":"Call the harbour master"}]\n')

	// Anonymous callers are refused without a grant; another account sees none of the rows.
	const stranger = officialClient(server.url, key).schema('app')
	expect((await stranger.from('notes').select()).error?.code).toBe('42501')
	const other = officialClient(server.url, key)
	await other.auth.signUp({ email: 'bo@example.com', password: 'correct horse battery' })
	expect((await other.schema('app').from('notes').select()).data).toEqual([])

	const [table, json = ''] = await shell(block('sh', 1))
	expect(table).toBe(' count\n-------\n     1\n(1 row)\n')
	expect(JSON.parse(json).rows).toEqual([{ id: 1, body: 'Call the harbour master' }])

	await plaudit(server, ['sql', '-c', block('sql', 1)])
	expect((await stranger.from('notes').select()).data).toEqual([])
})

it('a start applies new migrations of the operator, and reports a failing one in one line', async () => {
	const add = (name: string, text: string) => writeFile(join(server.dataDir, 'migrations', name), text)
	await add('002_tags.sql', 'create table app.tags (id int);\n')
	await server.kill()
	await server.restart()
	expect(await plaudit(server, ['sql', '-c', 'select count(*) from app.tags'])).toContain('(1 row)')
	await add('003_wrong.sql', 'create table app.more (id int);\n\nalter table app.nothing add a int;\n')
	await server.kill()
	await expect(server.restart()).rejects.toThrow(
		'Own migration 003_wrong.sql, line 3: relation "app.nothing" does not exist',
	)
	await add('003_wrong.sql', 'create table app.more (id int);\n')
	await server.restart()
	expect(await plaudit(server, ['migrate', '--json'])).toBe('{"applied":[],"own":[]}\n')
})

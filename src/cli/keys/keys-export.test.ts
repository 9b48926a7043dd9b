import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadKeys, readKeys } from '#platform/keys/keys.ts'
import { readConfig } from '#server/settings.ts'
import { run as exportKeys } from './keys-export.ts'
import { run as newKeys } from './keys-new.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-keys-'))
})
afterEach(() => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const config = (name: string, env: Record<string, string> = {}) =>
	readConfig({ ...env, DATA_DIR: join(folder, name) }).config

/** Runs a command with settings. @returns what it printed to standard output and standard error */
async function printed(command: (args: string[]) => Promise<number>, args: string[], env: Record<string, string> = {}) {
	for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
	const out = vi.spyOn(console, 'log').mockImplementation(() => {})
	const warnings = vi.spyOn(console, 'error').mockImplementation(() => {})
	expect(await command(args)).toBe(0)
	const found = { text: out.mock.calls.join('\n'), warning: warnings.mock.calls.join('\n') }
	vi.restoreAllMocks()
	return found
}

const visible = ({ anonKey, serviceRoleKey, secret, signing, roleByApiKey }: Awaited<ReturnType<typeof loadKeys>>) => ({
	anonKey,
	serviceRoleKey,
	secret: secret.toString('hex'),
	kid: signing.kid,
	apiKeys: [...roleByApiKey].sort(),
})

it('a node with the exported settings of a keys.json has all of its keys and needs no file', async () => {
	const first = await loadKeys(config('first'))
	const { text, warning } = await printed(exportKeys, [], { DATA_DIR: join(folder, 'first') })
	expect(warning).toContain('Secret')
	const second = await loadKeys(config('second', parseEnv(text) as Record<string, string>))
	expect(visible(second)).toEqual(visible(first))
	expect(await readdir(folder)).toEqual(['first'])
})

it('API keys and a secret of the operator are exported beside the keys', async () => {
	const own = {
		ANON_KEY: 'an anon key of # our own',
		SERVICE_ROLE_KEY: 'a service key of our own',
		JWT_SECRET: 's'.repeat(40),
	}
	const { text } = await printed(exportKeys, ['--json'], { ...own, DATA_DIR: join(folder, 'first') })
	const settings = JSON.parse(text)
	expect(settings).toMatchObject(own)
	const lines = await printed(exportKeys, [], { ...settings, DATA_DIR: join(folder, 'third') })
	expect(parseEnv(lines.text)).toEqual(settings)
})

it('an export without keys says so and makes none', async () => {
	vi.stubEnv('DATA_DIR', join(folder, 'empty'))
	await expect(exportKeys([])).rejects.toThrow('There are no keys yet')
	expect(await readKeys(config('empty'))).toBeUndefined()
	expect(await readdir(folder)).not.toContain('empty')
})

it('new keys are other keys each time, and all nodes with them agree', async () => {
	const { text, warning } = await printed(newKeys, [])
	expect(warning).toContain('before the first start')
	const settings = parseEnv(text) as Record<string, string>
	const [a, b] = [await loadKeys(config('a', settings)), await loadKeys(config('b', settings))]
	expect(visible(a)).toEqual(visible(b))
	const other = JSON.parse((await printed(newKeys, ['--json'])).text)
	expect(other.anonKey).not.toBe(a.anonKey)
	expect((await loadKeys(config('c', { JWT_KEYS: other.JWT_KEYS }))).anonKey).toBe(other.anonKey)
})

it('new keys in a file are those of a keys.json, and no file is overwritten', async () => {
	const path = join(folder, 'first', 'new.json')
	const { anonKey } = JSON.parse((await printed(newKeys, ['--file', path, '--json'])).text)
	expect((await stat(path)).mode & 0o777).toBe(0o600)
	await expect(newKeys(['--file', path])).rejects.toThrow('exists and is left as it is')
	await writeFile(join(folder, 'keys.json'), await readFile(path), { mode: 0o600 })
	expect((await loadKeys(config('.'))).anonKey).toBe(anonKey)
})

it('a JWT_KEYS whose secrets were cut is refused with the reason', async () => {
	const { JWT_KEYS } = JSON.parse((await printed(newKeys, ['--json'])).text)
	const set = JSON.parse(JWT_KEYS)
	expect(() => config('cut', { JWT_KEYS: JSON.stringify({ ...set, plaudit: { secret: 'x' } }) })).toThrow(
		'not as "plaudit keys export" prints it',
	)
})

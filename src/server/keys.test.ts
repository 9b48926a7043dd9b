import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { loadKeys } from './keys.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const config = (name: string, env: Record<string, string> = {}) =>
	readConfig({ ...env, DATA_DIR: join(folder, name) }).config

it('are made once, readable by nobody else, and public without their private half', async () => {
	const first = await loadKeys(config('one'))
	const second = await loadKeys(config('one'))
	expect(second.anonKey).toBe(first.anonKey)
	expect((await stat(join(folder, 'one', 'keys.json'))).mode & 0o777).toBe(0o600)
	expect(JSON.stringify(first.publicJwks)).not.toMatch(/"(d|k)":/)
	expect(first.publicJwks.keys[0]).toMatchObject({ alg: 'ES256', use: 'sig', key_ops: ['verify'] })
})

it('given as a setting make two nodes agree on everything that they sign', async () => {
	const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
	const env = { JWT_KEYS: JSON.stringify(jwks) }
	const [a, b] = [await loadKeys(config('node-a', env)), await loadKeys(config('node-b', env))]
	expect(a.secret).toEqual(b.secret)
	expect(a.signing.kid).toBe(b.signing.kid)
	expect(a.secret).not.toEqual((await loadKeys(config('one'))).secret)
})

it('without a private key that signs are refused in words', async () => {
	const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
	const { d: _, ...publicOnly } = jwks[0]
	const env = { JWT_KEYS: JSON.stringify([publicOnly]) }
	await expect(loadKeys(config('node-c', env))).rejects.toThrow(
		'no active private ES256 or RS256 key',
	)
})

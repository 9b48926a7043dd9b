import { createHmac, generateKeyPairSync } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentify } from '#platform/http/request/caller.ts'
import { readConfig } from '#server/settings.ts'
import { makeJwk } from './jwk.ts'
import { createVerifier } from './jwt.ts'
import { loadKeys } from './keys.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const config = (name: string, env: Record<string, string> = {}) =>
	readConfig({ ...env, DATA_DIR: join(folder, name) }).config

it('keys are created once, readable by their owner only, and public without their private half', async () => {
	const first = await loadKeys(config('one'))
	const second = await loadKeys(config('one'))
	expect(second.anonKey).toBe(first.anonKey)
	expect((await stat(join(folder, 'one', 'keys.json'))).mode & 0o777).toBe(0o600)
	expect(JSON.stringify(first.publicJwks)).not.toMatch(/"(d|k)":/)
	expect(first.publicJwks.keys[0]).toMatchObject({ alg: 'ES256', use: 'sig', key_ops: ['verify'] })
})

it('twenty concurrent first starts agree on one key file and leave no other file', async () => {
	await loadKeys(config('concurrent'))
	await rm(join(folder, 'concurrent', 'keys.json'))
	await writeFile(join(folder, 'concurrent', 'keys.json.new-of-a-killed-process'), '{')
	const made = await Promise.all(Array.from({ length: 20 }, () => loadKeys(config('concurrent'))))
	expect(new Set(made.map(({ secret }) => secret.toString('hex'))).size).toBe(1)
	expect(await readdir(join(folder, 'concurrent'))).toEqual(['keys.json'])
})

it('a key file that everybody could read is restricted to its owner again', async () => {
	const path = join(folder, 'one', 'keys.json')
	await chmod(path, 0o644)
	await loadKeys(config('one'))
	expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('two nodes with the same JWT_KEYS share the signing key and the secret', async () => {
	const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
	const env = { JWT_KEYS: JSON.stringify(jwks) }
	const [a, b] = [await loadKeys(config('node-a', env)), await loadKeys(config('node-b', env))]
	expect(a.secret).toEqual(b.secret)
	expect(a.signing.kid).toBe(b.signing.kid)
	expect(a.secret).not.toEqual((await loadKeys(config('one'))).secret)
})

it('JWT_KEYS without a private key that signs is refused with the reason', async () => {
	const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
	const { d: _, ...publicOnly } = jwks[0]
	const env = { JWT_KEYS: JSON.stringify([publicOnly]) }
	expect(() => config('node-c', env)).toThrow('no active private ES256 or RS256 key')
})

it('two nodes with the same JWT_KEYS share the API keys, at every start', async () => {
	const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
	const env = { JWT_KEYS: JSON.stringify(jwks) }
	const [a, b] = [await loadKeys(config('node-a', env)), await loadKeys(config('node-b', env))]
	expect([...a.roleByApiKey]).toEqual([...b.roleByApiKey])
	expect(a.anonKey.split('.')).toHaveLength(3)
	expect(new Set(a.roleByApiKey.keys()).size).toBe(4)
})

it('JWT_KEYS with a key that is too weak to verify with is refused', async () => {
	const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
	const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
	const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })
	for (const weak of [
		{ ...rsa, kid: 'weak', alg: 'RS256' },
		{ ...p384, kid: 'weak', alg: 'ES256' },
		{ kty: 'oct', kid: 'weak', alg: 'HS256', k: '' },
		{ kty: 'oct', kid: 'weak', alg: 'HS256' },
	]) {
		const env = { JWT_KEYS: JSON.stringify([...jwks, weak]) }
		expect(() => config('node-c', env)).toThrow('The key weak is not a whole JWK')
	}
})

it('the secret stays when another key is added to sign', async () => {
	const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
	const before = await loadKeys(config('node-a', { JWT_KEYS: JSON.stringify(jwks) }))
	const added = { ...makeJwk(), kid: 'added' }
	const both = JSON.stringify([{ ...jwks[0], state: 'verify-only' }, added])
	const after = await loadKeys(config('node-a', { JWT_KEYS: both }))
	expect(after.signing.kid).toBe('added')
	expect(after.secret).toEqual(before.secret)
	expect(after.anonKey).toBe(before.anonKey)
	expect([...after.verification.keys()]).toEqual([jwks[0].kid, 'added'])
})

describe('the legacy secret of an earlier installation', () => {
	const secret = 'a shared secret of at least thirty-two characters'
	const token = (head: object, by = secret) => {
		const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
		const body = `${encode({ alg: 'HS256', typ: 'JWT', ...head })}.${encode({ role: 'anon' })}`
		return `${body}.${createHmac('sha256', by).update(body).digest('base64url')}`
	}

	it('a legacy HS256 secret verifies tokens without kid and signs none', async () => {
		const keys = await loadKeys(config('one', { JWT_SECRET: secret }))
		const verify = createVerifier(keys)
		expect(await verify(token({}))).toEqual({ role: 'anon' })
		await expect(verify(token({}, `${secret}.`))).rejects.toThrow('signature is invalid')
		await expect(verify(token({ kid: 'unknown' }))).rejects.toThrow('signature is invalid')
		await expect(verify(token({ alg: 'HS512' }))).rejects.toThrow('signature is invalid')
		expect(keys.signing.alg).toBe('ES256')
		expect(keys.publicJwks.keys).toHaveLength(1)
		const identify = createIdentify(keys, { has: () => false })
		expect((await identify(new Headers({ apikey: token({}) }))).keyRole).toBe('anon')
	})

	it('a legacy HS256 secret may be given as a key with a kid', async () => {
		const { jwks } = JSON.parse(await readFile(join(folder, 'one', 'keys.json'), 'utf8'))
		const k = Buffer.from(secret).toString('base64url')
		const imported = { kty: 'oct', kid: 'legacy', alg: 'HS256', k, state: 'verify-only' }
		const keys = await loadKeys(config('one', { JWT_KEYS: JSON.stringify([...jwks, imported]) }))
		const verify = createVerifier(keys)
		for (const head of [{}, { kid: 'legacy' }]) expect(await verify(token(head))).toEqual({ role: 'anon' })
		await expect(verify(token({ kid: jwks[0].kid }))).rejects.toThrow('signature is invalid')
		expect(JSON.stringify(keys.publicJwks)).not.toContain('legacy')
	})
})

it('a configured key replaces the generated ones of its role, in both forms', async () => {
	const generated = await loadKeys(config('replaced'))
	const [anonToken, anonOpaque, serviceToken, serviceOpaque] = [...generated.roleByApiKey.keys()]
	const SERVICE_ROLE_KEY = `sb_secret_${'x'.repeat(32)}`
	const keys = await loadKeys(config('replaced', { SERVICE_ROLE_KEY }))
	const identify = createIdentify(keys, { has: () => false })
	const roleOf = async (name: 'apikey' | 'authorization', key = '') =>
		(await identify(new Headers({ [name]: name === 'apikey' ? key : `Bearer ${key}` }))).claims.role
	for (const name of ['apikey', 'authorization'] as const) {
		expect(await roleOf(name, SERVICE_ROLE_KEY)).toBe('service_role')
		for (const key of [anonToken, anonOpaque]) expect(await roleOf(name, key)).toBe('anon')
		for (const key of [serviceToken, serviceOpaque]) await expect(roleOf(name, key)).rejects.toThrow()
	}
	expect(keys.serviceRoleKey).toBe(SERVICE_ROLE_KEY)
})

it('a configured key that is the generated one leaves both forms accepted', async () => {
	const generated = await loadKeys(config('same'))
	const { anonKey, serviceRoleKey } = generated
	const keys = await loadKeys(config('same', { ANON_KEY: anonKey, SERVICE_ROLE_KEY: serviceRoleKey }))
	expect(new Map(keys.roleByApiKey)).toEqual(new Map(generated.roleByApiKey))
	expect(keys.anonKey).toBe(anonKey)
})

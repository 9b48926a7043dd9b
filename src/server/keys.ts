import {
	createHmac,
	createPrivateKey,
	createPublicKey,
	createSecretKey,
	generateKeyPairSync,
	type JsonWebKey,
	type KeyObject,
	randomBytes,
	randomUUID,
} from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { signToken } from './tokens.ts'

const jwk = z.looseObject({
	kty: z.enum(['EC', 'RSA', 'oct']),
	kid: z.string().min(1),
	alg: z.enum(['ES256', 'RS256', 'HS256']),
	state: z.enum(['active', 'verify-only', 'retired']).default('active'),
	d: z.string().optional(),
	k: z.string().optional(),
})
const keyFile = z.object({
	jwks: z.array(jwk).min(1),
	anonKey: z.string(),
	serviceRoleKey: z.string(),
	publishableKey: z.string(),
	secretKey: z.string(),
	/** Signs storage links, form tokens, cursors: whatever is ours alone. base64url, 256 bits. */
	secret: z.string(),
})
type KeyFile = z.infer<typeof keyFile>

export type VerificationKey = { alg: 'ES256' | 'RS256' | 'HS256'; key: KeyObject }
export type SigningKey = { kid: string; alg: 'ES256' | 'RS256'; key: KeyObject }

/** All secrets of an installation, loaded once. */
export type Keys = {
	signing: SigningKey
	/** By `kid`. */
	verification: ReadonlyMap<string, VerificationKey>
	/** Public JWK set as served at /auth/v1/.well-known/jwks.json. */
	publicJwks: { keys: Record<string, unknown>[] }
	anonKey: string
	serviceRoleKey: string
	/** Every accepted API key and the role that it stands for. */
	roleByApiKey: ReadonlyMap<string, 'anon' | 'service_role'>
	/** 256 bits for everything that only this installation signs. */
	secret: Buffer
}

/** Loads the keys of an installation, making them at the first start. The file is readable by its owner only. */
export async function loadKeys(config: Config): Promise<Keys> {
	const path = join(config.DATA_DIR, 'keys.json')
	let file = await readKeyFile(path)
	if (!file) {
		file = makeKeyFile()
		await writeKeyFile(path, file)
	}
	if (config.JWT_KEYS) file = shareAmongNodes(file, parseJwks(config.JWT_KEYS))
	return openKeys(file, config)
}

/** Nodes that share signing keys must agree on the other secret too, so it follows from the key that signs. */
function shareAmongNodes(file: KeyFile, jwks: KeyFile['jwks']): KeyFile {
	const active = jwks.find(({ state, d }) => state === 'active' && d)
	const secret = createHmac('sha256', active?.d ?? '')
		.update('plaudit secret')
		.digest('base64url')
	return { ...file, ...roleKeys(signingKey(jwks)), jwks, secret }
}

async function readKeyFile(path: string): Promise<KeyFile | undefined> {
	const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined
		throw error
	})
	if (text === undefined) return undefined
	const parsed = keyFile.safeParse(parseJson(text))
	if (!parsed.success)
		throw new Error(
			`${path} is damaged. Restore it from a backup; without it nobody stays signed in.`,
		)
	return parsed.data
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Written beside and renamed, so that a crash never leaves half a file. */
export async function writeKeyFile(path: string, file: KeyFile): Promise<void> {
	await mkdir(join(path, '..'), { recursive: true })
	const handle = await open(`${path}.new`, 'w', 0o600)
	await handle.writeFile(`${JSON.stringify(file, null, '\t')}\n`)
	await handle.sync()
	await handle.close()
	await chmod(`${path}.new`, 0o600)
	await rename(`${path}.new`, path)
}

function makeKeyFile(): KeyFile {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const key = {
		...privateKey.export({ format: 'jwk' }),
		kty: 'EC' as const,
		kid: randomUUID(),
		alg: 'ES256' as const,
	}
	const jwks = [{ ...key, state: 'active' as const }]
	const signing = signingKey(jwks)
	const opaque = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`
	return {
		jwks,
		...roleKeys(signing),
		publishableKey: opaque('sb_publishable_'),
		secretKey: opaque('sb_secret_'),
		secret: randomBytes(32).toString('base64url'),
	}
}

/** API keys as tokens: whoever knows the signing key's public half can check them. */
function roleKeys(signing: SigningKey): { anonKey: string; serviceRoleKey: string } {
	const iat = Math.floor(Date.now() / 1000)
	const exp = iat + 10 * 365 * 86_400
	const key = (role: string) => signToken({ iss: 'plaudit', role, iat, exp }, signing)
	return { anonKey: key('anon'), serviceRoleKey: key('service_role') }
}

function parseJwks(text: string): KeyFile['jwks'] {
	const value: unknown = JSON.parse(text)
	const list = Array.isArray(value) ? value : (value as { keys?: unknown }).keys
	return z.array(jwk).min(1).parse(list)
}

function openKeys(file: KeyFile, config: Config): Keys {
	const usable = file.jwks.filter(({ state }) => state !== 'retired')
	const verification = new Map(usable.map((key) => [key.kid, verificationKey(key)]))
	const anonKey = config.ANON_KEY ?? file.anonKey
	const serviceRoleKey = config.SERVICE_ROLE_KEY ?? file.serviceRoleKey
	return {
		signing: signingKey(file.jwks),
		verification,
		publicJwks: { keys: usable.filter(({ kty }) => kty !== 'oct').map(publicJwk) },
		anonKey,
		serviceRoleKey,
		roleByApiKey: new Map([
			[file.anonKey, 'anon'],
			[file.publishableKey, 'anon'],
			[file.serviceRoleKey, 'service_role'],
			[file.secretKey, 'service_role'],
			[anonKey, 'anon'],
			[serviceRoleKey, 'service_role'],
		]),
		secret: Buffer.from(file.secret, 'base64url'),
	}
}

function signingKey(jwks: KeyFile['jwks']): SigningKey {
	const active = jwks.find(({ state, kty, d }) => state === 'active' && kty !== 'oct' && d)
	if (!active || active.alg === 'HS256')
		throw new Error('JWT_KEYS has no active private ES256 or RS256 key.')
	return {
		kid: active.kid,
		alg: active.alg,
		key: createPrivateKey({ key: active as JsonWebKey, format: 'jwk' }),
	}
}

function verificationKey(key: KeyFile['jwks'][number]): VerificationKey {
	if (key.kty === 'oct') return { alg: 'HS256', key: createSecretKey(key.k ?? '', 'base64url') }
	return {
		alg: key.alg as 'ES256' | 'RS256',
		key: createPublicKey({ key: publicPart(key), format: 'jwk' }),
	}
}

function publicPart(key: KeyFile['jwks'][number]): JsonWebKey {
	const { kty, crv, x, y, n, e } = key as Record<string, string>
	return { kty, crv, x, y, n, e } as JsonWebKey
}

function publicJwk(key: KeyFile['jwks'][number]): Record<string, unknown> {
	const part = Object.fromEntries(
		Object.entries(publicPart(key)).filter(([, value]) => value !== undefined),
	)
	return { ...part, kid: key.kid, alg: key.alg, use: 'sig', key_ops: ['verify'] }
}

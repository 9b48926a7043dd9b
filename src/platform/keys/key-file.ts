import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { apiKeySet, makeOpaqueKeys } from './api-keys.ts'
import { jwk, makeJwk, type SigningKey, signingKey } from './jwk.ts'
import { signToken } from './jwt.ts'

export const keyFile = z.object({
	jwks: z.array(jwk).min(1),
	...apiKeySet.shape,
	/** Signs storage links, form tokens and cursors. base64url, 256 bits. */
	secret: z.string(),
	/** Replaces the secret once the database is bound to it: a rotation was cut off. */
	nextSecret: z.string().optional(),
})
export type KeyFile = z.infer<typeof keyFile>

/**
 * Reads DATA_DIR/keys.json, creating it at the first start. If several processes start at once, one creates it and
 * the others read it.
 * @throws Error when it is damaged
 */
export async function loadKeyFile(dataDir: string): Promise<KeyFile> {
	const known = await readKeyFile(dataDir)
	if (known) return known
	const path = pathIn(dataDir)
	await mkdir(dataDir, { recursive: true })
	await writeOnce(path, makeKeyFile())
	const first = await readKeyFile(dataDir)
	if (!first) throw new Error(`${path} vanished while it was made. Start again.`)
	return first
}

const pathIn = (dataDir: string) => join(dataDir, 'keys.json')

/** Reads DATA_DIR/keys.json. @returns nothing before the first start. @throws Error when it is damaged */
export async function readKeyFile(dataDir: string): Promise<KeyFile | undefined> {
	const path = pathIn(dataDir)
	const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
		throw new Error(
			`${path} cannot be read (${error.code}). Start Plaudit as the user that it was started as before.`,
			{
				cause: error,
			},
		)
	})
	if (text === undefined) return undefined
	await restrictPermissions(path)
	const parsed = keyFile.safeParse(parseJson(text))
	if (!parsed.success)
		throw new Error(`${path} is damaged. Restore it from a backup; without it nobody stays signed in.`)
	return parsed.data
}

/**
 * Restricts permissions that a restore or copy has widened. Group read is allowed, because mounted secrets need it.
 * @throws Error when every user can read the file and its mode cannot be changed
 */
async function restrictPermissions(path: string): Promise<void> {
	const { mode } = await stat(path)
	if (process.platform === 'win32' || (mode & 0o007) === 0) return
	await chmod(path, 0o600).catch((cause) => {
		throw new Error(`${path} can be read by everybody on this machine. Run: chmod 600 ${path}`, {
			cause,
		})
	})
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/**
 * Written to a temporary file and then linked, unless another process was first: a crash never leaves a partial file,
 * and existing keys are never replaced. Readable by its owner only.
 */
async function writeOnce(path: string, file: KeyFile): Promise<void> {
	await linkIfFirst(await writeTemporary(path, file), path)
	await removeUnfinished(path)
	// The directory entry must be durable before anything is signed, or a power loss could bring another file.
	await syncFolder(path)
}

/** A crash leaves the former file or the new one, and the new one is durable afterwards. */
async function replaceFile(path: string, file: KeyFile): Promise<void> {
	await rename(await writeTemporary(path, file), path)
	await syncFolder(path)
}

async function writeTemporary(path: string, file: KeyFile): Promise<string> {
	const temporary = `${path}.new-${randomUUID()}`
	const text = `${JSON.stringify(file, null, '\t')}\n`
	await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true })
	return temporary
}

async function syncFolder(path: string): Promise<void> {
	const folder = await open(dirname(path), 'r')
	await folder.sync().finally(() => folder.close())
}

async function linkIfFirst(temporary: string, path: string): Promise<void> {
	try {
		await link(temporary, path)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		// ENOENT: the process that was first removed this temporary file.
		if (code === 'EEXIST' || code === 'ENOENT') return
		// Some mounted folders have no hard links. There, the later of two simultaneous first starts wins.
		await rename(temporary, path)
	}
}

/** Temporary files of processes that came second or were killed; the keys exist, so they are not needed. */
async function removeUnfinished(path: string): Promise<void> {
	for (const name of await readdir(dirname(path)))
		if (name.startsWith(`${basename(path)}.new`)) await rm(join(dirname(path), name), { force: true })
}

/** New keys for an installation. */
export function makeKeyFile(): KeyFile {
	const key = makeJwk()
	const signing = signingKey(key) as SigningKey
	return {
		jwks: [key],
		...roleKeys(signing),
		...makeOpaqueKeys(),
		secret: makeSecret(),
	}
}

/** A new root secret, base64url. */
export const makeSecret = () => randomBytes(32).toString('base64url')

/** Notes in keys.json the secret that a rotation changes to, before the database is bound to it. One that was noted earlier is returned again. */
export async function noteNextSecret(dataDir: string): Promise<string> {
	const file = await requireKeyFile(dataDir)
	const nextSecret = file.nextSecret ?? makeSecret()
	await replaceFile(pathIn(dataDir), { ...file, nextSecret })
	return nextSecret
}

/** Makes the noted secret that of keys.json. */
export async function adoptNextSecret(dataDir: string): Promise<void> {
	const { nextSecret, ...file } = await requireKeyFile(dataDir)
	if (nextSecret !== undefined) await replaceFile(pathIn(dataDir), { ...file, secret: nextSecret })
}

async function requireKeyFile(dataDir: string): Promise<KeyFile> {
	const file = await readKeyFile(dataDir)
	if (!file) throw new Error(`${pathIn(dataDir)} does not exist.`)
	return file
}

/** API keys as tokens, which can be verified with the public half of the signing key. */
function roleKeys(signing: SigningKey): { anonKey: string; serviceRoleKey: string } {
	const iat = Math.floor(Date.now() / 1000)
	const exp = iat + 10 * 365 * 86_400
	const key = (role: string) => signToken({ iss: 'plaudit', role, iat, exp }, signing)
	return { anonKey: key('anon'), serviceRoleKey: key('service_role') }
}

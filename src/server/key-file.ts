import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { jwk, makeJwk, type SigningKey, signingKey } from './jwk.ts'
import { signToken } from './tokens.ts'

const keyFile = z.object({
	jwks: z.array(jwk).min(1),
	anonKey: z.string(),
	serviceRoleKey: z.string(),
	publishableKey: z.string(),
	secretKey: z.string(),
	/** Signs storage links, form tokens, cursors: whatever is ours alone. base64url, 256 bits. */
	secret: z.string(),
})
/** What DATA_DIR/keys.json holds. */
export type KeyFile = z.infer<typeof keyFile>

/**
 * Reads DATA_DIR/keys.json, making it at the first start. Of several processes that come first at once one makes it, and the
 * others read what it made.
 * @throws Error when it is damaged
 */
export async function loadKeyFile(dataDir: string): Promise<KeyFile> {
	const path = join(dataDir, 'keys.json')
	const known = await read(path)
	if (known) return known
	await mkdir(dataDir, { recursive: true })
	await writeFirst(path, make())
	const first = await read(path)
	if (!first) throw new Error(`${path} vanished while it was made. Start again.`)
	return first
}

async function read(path: string): Promise<KeyFile | undefined> {
	const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined
		throw error
	})
	if (text === undefined) return undefined
	await closeToOthers(path)
	const parsed = keyFile.safeParse(parseJson(text))
	if (!parsed.success)
		throw new Error(
			`${path} is damaged. Restore it from a backup; without it nobody stays signed in.`,
		)
	return parsed.data
}

/**
 * What a restored backup or a careless copy opened is closed again. A group may read: mounted secrets belong to one.
 * @throws Error when everybody on the machine can read it, and it is not ours to change
 */
async function closeToOthers(path: string): Promise<void> {
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
 * Written whole beside its place and then given its name, unless somebody was first: a crash never leaves half a file, and
 * keys that somebody read already are never replaced. Readable by its owner only.
 */
async function writeFirst(path: string, file: KeyFile): Promise<void> {
	const own = `${path}.new-${randomUUID()}`
	const handle = await open(own, 'wx', 0o600)
	await handle.writeFile(`${JSON.stringify(file, null, '\t')}\n`)
	await handle.sync().finally(() => handle.close())
	await nameIfFirst(own, path)
	await removeUnfinished(path)
	// The name itself, too, before anything is signed: after a power loss it must not be another file.
	const folder = await open(dirname(path), 'r')
	await folder.sync().finally(() => folder.close())
}

async function nameIfFirst(own: string, path: string): Promise<void> {
	try {
		await link(own, path)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		// ENOENT: whoever was first tidied ours away.
		if (code === 'EEXIST' || code === 'ENOENT') return
		// Some mounted folders have no hard links. There, of two who are first at once, the later one's would stay.
		await rename(own, path)
	}
}

/** Of those who came second, or were killed as they wrote: there are keys now, and nobody needs others. */
async function removeUnfinished(path: string): Promise<void> {
	for (const name of await readdir(dirname(path)))
		if (name.startsWith(`${basename(path)}.new`))
			await rm(join(dirname(path), name), { force: true })
}

function make(): KeyFile {
	const key = makeJwk()
	const signing = signingKey(key) as SigningKey
	const opaque = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`
	return {
		jwks: [key],
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

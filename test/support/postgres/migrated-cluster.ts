import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, '.cache')
const prefix = 'migrated-cluster-'
/** Age after which a cluster of other sources is removed, in milliseconds. */
const maxAge = 86_400_000

/** Each process computes the key once: sources that change during a run take effect with the next one. */
let cluster: Promise<string> | undefined

/**
 * Copies a migrated cluster of PostgreSQL into an empty data directory, so that a first start needs neither initdb nor
 * migrations. Keys, files and everything else that a first start writes are not in it.
 * @throws Error when the cluster cannot be made
 */
export async function copyMigratedCluster(dataDir: string): Promise<void> {
	cluster ??= findOrMakeCluster()
	await copyFolder(await cluster, join(dataDir, 'postgres'))
}

async function findOrMakeCluster(): Promise<string> {
	const path = join(cache, `${prefix}${await keyOfSources()}`)
	if (!(await stat(path).catch(() => undefined))) await makeCluster(path)
	return path
}

/** Makes the cluster in a temporary folder and renames it into place; of two processes, the first one wins. */
async function makeCluster(path: string): Promise<void> {
	await mkdir(cache, { recursive: true })
	await removeOldClusters()
	const dataDir = await mkdtemp(join(tmpdir(), 'plaudit-cluster-'))
	const unfinished = `${path}.new-${process.pid}`
	try {
		const { PATH, HOME, TMPDIR } = process.env
		const env = Object.fromEntries(
			Object.entries({ PATH, HOME, TMPDIR, DATA_DIR: dataDir }).filter(([, value]) => value),
		)
		await run('node', ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', 'migrate'], { cwd: root, env })
		await copyFolder(join(dataDir, 'postgres'), unfinished)
		await rename(unfinished, path).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
		})
	} finally {
		await rm(unfinished, { recursive: true, force: true })
		await rm(dataDir, { recursive: true, force: true })
	}
}

/** Node's own copy changes the owner, and PostgreSQL refuses a cluster that is not its user's. */
const copyFolder = (from: string, to: string) => run('cp', ['-pR', from, to])

async function removeOldClusters(): Promise<void> {
	for (const name of await readdir(cache)) {
		if (!name.startsWith(prefix)) continue
		const path = join(cache, name)
		const { mtimeMs = Date.now() } = (await stat(path).catch(() => undefined)) ?? {}
		if (Date.now() - mtimeMs > maxAge) await rm(path, { recursive: true, force: true })
	}
}

/** A hash of all that decides on the content of a cluster, and on the user that owns it. */
async function keyOfSources(): Promise<string> {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}\n`)
	const files = ['package-lock.json']
	for (const folder of ['db', 'src/platform/pg'])
		for (const name of await readdir(join(root, folder), { recursive: true }))
			if (/\.(sql|ts)$/.test(name) && !name.endsWith('.test.ts')) files.push(join(folder, name))
	for (const file of files.sort()) hash.update(`${file}\n`).update(await readFile(join(root, file)))
	return hash.digest('hex').slice(0, 16)
}

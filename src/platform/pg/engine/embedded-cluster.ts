import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canTraverse, withShellSafePath } from './embedded-binaries.ts'
import { isRunning } from './postgres-processes.ts'

const run = promisify(execFile)

export type ProcessUser = { uid: number; gid: number }

/** PostgreSQL refuses uid 0, and initdb needs a user with a name. */
export async function findUnprivilegedUser(): Promise<ProcessUser> {
	// A service manager may leave PATH out.
	const env = { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' }
	const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'nobody'], { env })))
	return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

/** Creates the data directory and the socket folder. @throws Error when PostgreSQL's user cannot enter them */
export async function makeFolders(dataDir: string, socket: string, user: ProcessUser | undefined): Promise<void> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 })
	await mkdir(socket, { recursive: true, mode: 0o700 })
	if (!user) return
	// Other users may traverse these folders but not list them.
	await chmod(dataDir, 0o711)
	await chown(socket, user.uid, user.gid)
	if (!(await canTraverse(user.uid, dataDir)))
		throw new Error(
			`DATA_DIR (${dataDir}) lies in a folder that only root may enter, and PostgreSQL does not run as root. ` +
				'Set DATA_DIR to a place such as /var/lib/plaudit, or start Plaudit as an ordinary user.',
		)
}

/**
 * Checks whose the existing folders are, as PostgreSQL would retry and log it, and a socket that is closed to this user
 * looks like that of another server.
 * @throws Error with advice
 */
export async function requireOwnFolders(dataDir: string, user: ProcessUser | undefined): Promise<void> {
	const uid = user?.uid ?? process.getuid?.()
	if (uid === undefined) return
	// Root gives the socket folder to PostgreSQL's user at each start.
	for (const name of user ? ['postgres'] : ['postgres', 'socket']) {
		const found = await stat(join(dataDir, name)).catch(() => undefined)
		if (found && found.uid !== uid)
			throw new Error(
				`${join(dataDir, name)} belongs to user ID ${found.uid}, and PostgreSQL would run as user ID ${uid}. ` +
					`Start Plaudit as the user that it was started as before, or give the folder to user ID ${uid}.`,
			)
	}
}

export async function initCluster(
	initdb: string,
	cluster: string,
	user: ProcessUser | undefined,
	abort?: AbortSignal,
): Promise<void> {
	const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
	if (version !== undefined) {
		await requireVersion(initdb, version.trim())
		return requireOwnFolders(dirname(cluster), user)
	}
	await removeUnfinishedClusters(cluster)
	await requireSpace(dirname(cluster))
	const fresh = `${cluster}.new-${process.pid}`
	await mkdir(fresh, { mode: 0o700 })
	if (user) await chown(fresh, user.uid, user.gid)
	const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
	const options = ['-D', fresh, '-U', 'postgres', '--auth=trust', '--data-checksums', ...locale]
	const settings = { ...user, cwd: '/', env: { LC_ALL: 'C' }, ...(abort ? { signal: abort } : {}) }
	await withShellSafePath(initdb, (program) => run(program, options, settings)).catch(async (error) => {
		// Ctrl+C also reaches initdb, which then fails by itself.
		abort?.throwIfAborted()
		await rm(fresh, { recursive: true, force: true })
		throw new Error(`PostgreSQL could not be set up in ${dirname(cluster)}: ${reasonOf(error)}`, { cause: error })
	})
	// The first process renames the folder into place; a command that runs during the very first start comes second.
	await rename(fresh, cluster).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
		await rm(fresh, { recursive: true, force: true })
	})
}

/** A first start writes 73 MiB: the cluster, the tables and their log. */
const neededBytes = 128 * 1024 ** 2

/** A cluster that runs out of space while it is made cannot be used. @throws Error with advice */
export async function requireSpace(folder: string, needed = neededBytes): Promise<void> {
	const { bavail, bsize } = await statfs(folder)
	const free = bavail * bsize
	if (free >= needed) return
	const [has, needs] = [free, needed].map((bytes) => `${Math.floor(bytes / 1024 ** 2)} MiB`)
	throw new Error(
		`DATA_DIR (${folder}) has ${has} of free space, and a first start needs ${needs}. Free some, or name another folder.`,
	)
}

/** The first error in the output of initdb, without its time and process id. */
function reasonOf({ stderr = '', message }: Error & { stderr?: string }): string {
	const [, reason] = /(?:FATAL|PANIC|error): +(.*)/.exec(stderr) ?? /^(?:initdb: )?(.+)/.exec(stderr) ?? []
	return `${(reason ?? message).trim().replace(/\.$/, '')}.`
}

/** PostgreSQL opens only a cluster of its own major version. */
async function requireVersion(initdb: string, version: string): Promise<void> {
	const { stdout } = await run(initdb, ['--version'])
	const [, major] = / (\d+)(?:\.|\s|$)/.exec(stdout) ?? []
	if (version !== major)
		throw new Error(
			`DATA_DIR holds a database of PostgreSQL ${version}, and this version of Plaudit comes with PostgreSQL ${major}. ` +
				'Start the version that made it, and move its data with "plaudit move".',
		)
}

/** Leftovers of a killed initdb. */
async function removeUnfinishedClusters(cluster: string): Promise<void> {
	for (const name of await readdir(dirname(cluster))) {
		const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
		// This process may have the id of the killed one in a container.
		if (pid && (Number(pid) === process.pid || !isRunning(Number(pid))))
			await rm(join(dirname(cluster), name), { recursive: true, force: true })
	}
}

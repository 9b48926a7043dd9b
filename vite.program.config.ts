import { globSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { asciiOutput } from './tools/ascii-output.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = process.env.PROGRAM_FOLDER ?? 'dist/program'
const depth = relative(resolve(root, outDir), root).replaceAll(sep, '/')
const address = /new URL\('(\.[^']*)', import\.meta\.url\)/g
/** Other uses that stay valid in any folder of the package. */
const harmless = /createRequire\(import\.meta\.url\)/g

/**
 * Keeps every `new URL('…', import.meta.url)` valid when its module moves to another folder. One that names a
 * TypeScript file, of a worker or child process, becomes a separate entry.
 */
const addresses: Plugin = {
	name: 'addresses',
	enforce: 'pre',
	transform(code, id) {
		if (!id.startsWith(resolve(root, 'src'))) return undefined
		if (code.replace(address, '').replace(harmless, '').includes('import.meta.url'))
			this.error(`${id} uses import.meta.url in a way that this plugin does not rewrite.`)
		return code.replaceAll(address, (_, path: string) => {
			const file = resolve(dirname(id), path)
			const place = relative(root, file).replaceAll(sep, '/')
			const slash = path.endsWith('/') && place ? '/' : ''
			if (!path.endsWith('.ts')) return `new URL('${depth}/${place}${slash}', import.meta.url)`
			const name = place
				.replace(/^src\//, '')
				.replace(/\.ts$/, '')
				.replaceAll('/', '-')
			this.emitFile({ type: 'chunk', id: file, fileName: `${name}.js` })
			return `new URL('./${name}.js', import.meta.url)`
		})
	},
}

/** Builds the files of known sources in, which the program reads from their folder when it runs from its sources. */
const knownSources: Plugin = {
	name: 'known-sources',
	enforce: 'pre',
	load(id) {
		const folder = resolve(root, 'src/product/imports/sources')
		if (id !== resolve(folder, 'load-sources.ts')) return undefined
		const files = globSync('*/*.ts', { cwd: folder }).sort()
		const imports = files.map((file, at) => `import { source as source${at} } from './${file.replaceAll(sep, '/')}'`)
		const sources = files.map((_, at) => `source${at}`).join(', ')
		return `${imports.join('\n')}\nexport const knownSources = [${sources}].sort((a, b) => a.name.localeCompare(b.name, 'en'))\n`
	},
}

/** The converter of fonts asks for its folder under the name that modules have not; it never reads there. */
const converterFolder: Plugin = {
	name: 'converter-folder',
	transform: {
		filter: { id: /\/wawoff2\/build\// },
		handler: (code) => code.replaceAll('__dirname', '""'),
	},
}

/**
 * The program in the package: Node.js strips no types below node_modules. Libraries are bundled in the lock file's
 * versions; those with native code stay dependencies.
 */
export default defineConfig({
	plugins: [knownSources, addresses, converterFolder, asciiOutput],
	publicDir: false,
	ssr: { noExternal: true, external: Object.keys(manifest.dependencies) },
	build: {
		ssr: true,
		outDir,
		emptyOutDir: true,
		target: 'node24',
		minify: false,
		license: { fileName: 'LICENSES.md' },
		rolldownOptions: {
			input: { server: 'src/server/main.ts', plaudit: 'src/cli/main.ts' },
			output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
		},
	},
})

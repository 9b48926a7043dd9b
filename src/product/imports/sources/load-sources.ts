import { readdirSync } from 'node:fs'
import type { KnownSource } from './known-source.ts'

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((name) => /[\\/].*\.ts$/.test(name))
	.sort()
const modules: { source: KnownSource }[] = await Promise.all(
	files.map((name) => import(new URL(name.replaceAll('\\', '/'), folder).href)),
)

/** The sources of the folders below, by name: a new one is one file. The packed program has them built in (vite.program.config.ts). */
export const knownSources: readonly KnownSource[] = modules
	.map(({ source }) => source)
	.sort((a, b) => a.name.localeCompare(b.name, 'en'))

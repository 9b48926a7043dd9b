// npm runs this script after every installation in a checkout ("prepare"). It imports only Node's modules.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installed = fileURLToPath(new URL('../node_modules/', import.meta.url))
if (!existsSync(installed)) process.exit()
const remove = (...path) => rmSync(join(installed, ...path), { recursive: true, force: true })

// Headers for compiling native modules, which no dependency needs: 67 MB.
for (const name of readdirSync(installed)) if (/^node-\w+-\w+$/.test(name)) remove(name, 'include')
// Icons in CommonJS format, and source maps that only debuggers read: 40 MB.
remove('lucide-react', 'dist', 'cjs')
// Its types under other names: 6 MB.
for (const names of ['prefixed', 'suffixed']) remove('lucide-react', 'dist', `lucide-react.${names}.d.ts`)
// Sources beside the built modules: 6 MB.
for (const name of ['zod', 'mediabunny']) remove(name, 'src')
// Source maps, manuals, fonts for browsers without WOFF2, and types for modules and compilers that are not used here: 45 MB.
const isUnused = /\.map$|\.woff$|\.d\.cts$|[\\/]ts3\.4[\\/]|[\\/](?:readme|changelog|history)[^\\/]*\.md$/i
// Italics and axes of fonts that bootstrap/fonts.mjs does not cut, and parts of a font that it reads whole: 20 MB.
const isUnusedFont =
	/@fontsource.*(?:-italic|-(?:standard|full|wdth|slnt)-normal|noto-color-emoji-\d+-400-normal)\.woff2$/
for (const name of readdirSync(installed, { recursive: true }))
	if (isUnused.test(name) || isUnusedFont.test(name)) remove(name)

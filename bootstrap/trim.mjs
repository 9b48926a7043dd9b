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
for (const name of readdirSync(installed, { recursive: true })) if (name.endsWith('.map')) remove(name)

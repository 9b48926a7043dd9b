import { writeFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { parseXml } from '#platform/auth/providers/saml/xml/xml.ts'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { encodeImage, imagePolicy } from '#platform/media/images/encode-image.ts'
import { checkArchive } from '#product/archive/check-archive.ts'
import { openZipFile } from '#product/archive/zip-reader.ts'
import { processFont } from '#product/brand-fonts/font-pool.ts'
import type { ChosenReading } from '#product/imports/table/table.ts'
import { withTable } from '#product/imports/table/with-table.ts'
import { readConfined } from '#product/web-pages/read-confined.ts'
import { checkOwnCss } from '#shared/own-css/check-own-css.ts'
import { parseCaptions } from '#shared/recording/parse-captions.ts'
import { bombs } from '#test/support/upload-corpus/bombs.ts'
import { hostileArchives } from './hostile-archives.ts'
import {
	hostileBodies,
	hostileCaptions,
	hostileCss,
	hostileFonts,
	hostileHtml,
	hostileXml,
} from './hostile-documents.ts'
import { type HostileInput, MiB } from './hostile-input.ts'
import { hostileMarkup, hostileYaml } from './hostile-markup.ts'
import { hostileCsv, hostileJson, hostileZips } from './hostile-tables.ts'
import { hostileWorkbooks } from './hostile-workbooks.ts'

/**
 * Feeds one parser of the product hostile files, in a process whose memory is limited by its parent.
 * Run: node parse-hostile.ts PARSER FOLDER. Prints one line of JSON for each file.
 */
const [, , parser = '', folder = ''] = process.argv
const path = `${folder}/${parser}`
const tables = { bytes: 64 * MiB, rows: 100_000, columns: 500 }

const readTable = async (file: Buffer | string, choices: ChosenReading = {}) => {
	await writeFile(path, file)
	return withTable(path, tables, choices, async (table) => {
		for await (const _ of table.batches());
	})
}
const readHtml = async (file: Buffer | string) => {
	const html = String(file)
	await readConfined({ kind: 'content', html, url: 'https://a.example/' })
	await readConfined({ kind: 'code', html, wallId: 'a', origin: 'https://b.example' })
}
const readCaptions = async (file: Buffer | string) => {
	const read = parseCaptions(String(file))
	if ('problem' in read && /too/.test(read.problem)) throw new Error(read.problem)
}
const readArchive = async (file: Buffer | string) => {
	await writeFile(path, file)
	const zip = await openZipFile(path)
	await checkArchive(zip).finally(() => zip.close())
}
const bombInputs = bombs
	.filter(({ name }) => !/49 million|300 MB|unpack|allowed/.test(name))
	.map(({ name, verdict, bytes }) => ({ name, make: bytes, isRefused: verdict !== 'taken' }))

type Input = Omit<HostileInput, 'make'> & { make(): Buffer | string | Promise<Buffer> }
type Parser = { inputs: readonly Input[]; parse(file: Buffer | string): Promise<unknown> }
const parsers: Record<string, Parser> = {
	json: { inputs: hostileJson(12 * MiB), parse: (file) => readTable(file) },
	'large-json': { inputs: hostileJson(48 * MiB).slice(0, 4), parse: (file) => readTable(file) },
	'small-json': { inputs: hostileJson(250_000).slice(0, 4), parse: (file) => readTable(file) },
	csv: { inputs: hostileCsv(12 * MiB), parse: (file) => readTable(file) },
	'small-csv': { inputs: hostileCsv(250_000).filter(({ isRefused }) => !isRefused), parse: (file) => readTable(file) },
	zip: { inputs: hostileZips(12 * MiB), parse: (file) => readTable(file) },
	workbooks: { inputs: hostileWorkbooks, parse: (file) => readTable(file) },
	'html-tables': { inputs: hostileMarkup(12 * MiB), parse: (file) => readTable(file, { format: 'html' }) },
	'small-html-tables': { inputs: hostileMarkup(60_000), parse: (file) => readTable(file, { format: 'html' }) },
	'xml-tables': { inputs: hostileMarkup(12 * MiB), parse: (file) => readTable(file, { format: 'xml' }) },
	yaml: { inputs: hostileYaml(12 * MiB), parse: (file) => readTable(file, { format: 'yaml' }) },
	'small-yaml': { inputs: hostileYaml(60_000), parse: (file) => readTable(file, { format: 'yaml' }) },
	fonts: { inputs: hostileFonts, parse: (file) => processFont(Buffer.from(file)) },
	images: { inputs: bombInputs, parse: (file) => encodeImage(Buffer.from(file), imagePolicy.parse({})) },
	captions: { inputs: hostileCaptions, parse: readCaptions },
	xml: { inputs: hostileXml, parse: (file) => parseXml(String(file)) },
	html: { inputs: hostileHtml, parse: readHtml },
	css: { inputs: hostileCss, parse: async (file) => checkOwnCss(String(file)) },
	bodies: { inputs: hostileBodies, parse: async (file) => parseShallowJson(String(file)) },
	archives: { inputs: hostileArchives, parse: readArchive },
}

const chosen = parsers[parser]
if (!chosen) throw new Error(`there is no parser ${parser}: ${Object.keys(parsers).join(', ')}`)
for (const { name, isRefused = false, make } of chosen.inputs) {
	const file = await make()
	const delay = monitorEventLoopDelay({ resolution: 10 })
	delay.enable()
	// The histogram counts from its first sample on.
	await setTimeout(20)
	const start = performance.now()
	const error = await chosen.parse(file).then(
		() => null,
		(reason: Error) => `${reason.constructor.name}: ${reason.message}`,
	)
	const milliseconds = Math.round(performance.now() - start)
	await setTimeout(20)
	delay.disable()
	console.log(JSON.stringify({ name, isRefused, error, milliseconds, blocked: Math.round(delay.max / 1e6) }))
}
process.exit(0)

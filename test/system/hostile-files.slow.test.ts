import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, '../support/parsers/parse-hostile.ts')
/** Megabytes of JavaScript's heap, of which the largest input itself takes up to a half. */
const megabytes = 160
/** A limit for a noisy machine; most files take less than a second. */
const maxMilliseconds = 20_000

type Tried = { name: string; isRefused: boolean; error: string | null; milliseconds: number; blocked: number }

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-hostile-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** @throws when the process ended before the last file */
async function tryParser(parser: string): Promise<Tried[]> {
	const args = [`--max-old-space-size=${megabytes}`, program, parser, folder]
	const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })
	return stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Tried)
}

/** Errors of a closed list: a file is refused, not a parser broken. */
const refusal = /^(FileRefused|FontRejected|ImageRejected|XmlError|ArchiveError|SyntaxError|Error: too_)/

describe('files that exhaust a parser without limits', () => {
	it.each([
		['json', 15],
		['large-json', 4],
		['small-json', 4],
		['csv', 14],
		['small-csv', 10],
		['zip', 8],
		['workbooks', 12],
		['html-tables', 12],
		['small-html-tables', 12],
		['xml-tables', 12],
		['yaml', 9],
		['small-yaml', 9],
		['fonts', 5],
		['images', 10],
		['captions', 8],
		['xml', 11],
		['html', 10],
		['css', 5],
		['bodies', 4],
		['archives', 5],
	])(
		'%s of any depth, width, length and number are read or refused within little memory and time',
		async (parser, atLeast) => {
			const tried = await tryParser(parser)
			expect(tried.length).toBeGreaterThanOrEqual(atLeast)
			expect(tried.filter(({ error }) => error && !refusal.test(error))).toEqual([])
			expect(tried.filter(({ isRefused, error }) => isRefused && !error)).toEqual([])
			expect(tried.filter(({ milliseconds }) => milliseconds > maxMilliseconds)).toEqual([])
		},
	)

	it.each(['json', 'csv', 'zip', 'workbooks', 'html-tables', 'xml-tables', 'yaml', 'html', 'fonts', 'images'])(
		'the server goes on while %s are parsed in another process',
		async (parser) => {
			const tried = await tryParser(parser)
			expect(tried.filter(({ blocked }) => blocked > 2000)).toEqual([])
		},
	)
})

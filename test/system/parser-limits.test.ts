import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as limits from '#shared/parser-limits.ts'
import { knownParsers, limitsOfParsers } from '#test/support/parsers/known-parsers.ts'

const root = join(import.meta.dirname, '../..')
const libraries = [
	'@streamparser/',
	'papaparse',
	'yauzl',
	'fontverter',
	'opentype',
	'sharp',
	'@xmldom/',
	'@node-saml/',
	'xml-crypto',
	'samlify',
	'htmlparser2',
	'busboy',
	'css-tree/(?:parser|tokenizer)',
	'modern-tar',
	'mediabunny',
	'age-encryption',
	'yaml',
	'postal-mime',
	'commonmark',
	'subset-font',
	'chardet',
]
const entryPoint = new RegExp(
	[
		`(?:from|import\\()\\s*'(?:${libraries.join('|')})`,
		'\\bJSON\\.parse\\b',
		'\\bparseShallowJson\\(',
		'\\bcreate(?:Gunzip|Inflate|Unzip|BrotliDecompress)\\b',
		'\\b(?:gunzip|inflate|inflateRaw|unzip|brotliDecompress)(?:Sync)?\\(',
		'export function parseCaptions',
	].join('|'),
)

/** Modules that run in the server or a command; browsers parse for themselves. */
function modules(): string[] {
	return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
		cwd: root,
		encoding: 'utf8',
	})
		.split('\n')
		.filter((file) => /^src\/(?!web\/|embed\/).*\.tsx?$/.test(file) && !/\.(test|component|d)\.tsx?$/.test(file))
}

it('a module that parses is listed in test/support/parsers/known-parsers.ts with the limits that hold it', () => {
	const found = modules().filter((file) => entryPoint.test(readFileSync(join(root, file), 'utf8')))
	expect(found.map((file) => file.slice('src/'.length)).sort()).toEqual(knownParsers)
})

it('every limit that a parser is listed with exists in src/shared/parser-limits.ts', () => {
	const named = Object.values(limitsOfParsers).flatMap((text) => text.match(/\b\w+Limits\b/g) ?? [])
	expect(named.filter((name) => !(name in limits))).toEqual([])
})

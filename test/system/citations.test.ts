import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { deadCitations } from '#test/support/dead-citations.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = /\.(?:ts|tsx|mjs|mts|css|sql|jsonc|md)$/

/** Every source and document of the repository, with its text. The changelog may name removed files. */
function sources(): Map<string, string> {
	const list = ['ls-files', '--cached', '--others', '--exclude-standard']
	const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n')
	return new Map(
		files
			.filter((file) => read.test(file) && file !== 'CHANGELOG.md')
			.map((file) => [file, readFileSync(join(root, file), 'utf8')]),
	)
}

it('every citation in a comment or a document leads to something that a reader can open', () => {
	expect(deadCitations(root, sources())).toEqual([])
})

it.each([
	['a document that does not exist', 'The order is that of spec.md.', 'spec.md'],
	['a decision that does not exist', 'Kept in memory (decision 9999).', 'decision 9999'],
	['a section of nothing', 'Refused, see §2.3.', '§'],
])('%s is detected in prose and in a comment', (_, sentence, cited) => {
	const files = [
		['docs/x.md', `Title\n${sentence}\n`],
		['src/x.ts', `const a = 1\n// ${sentence}\n`],
	] as const
	expect(deadCitations(root, new Map(files))).toEqual(files.map(([file]) => ({ file, line: 2, cited })))
})

it('an RFC, a URL and a document of the repository are accepted', () => {
	const text = 'RFC 9110 §7.8, https://example.com/spec §2, STYLE.md, docs/wire.md, wire-auth.md'
	expect(deadCitations(root, new Map([['docs/x.md', text]]))).toEqual([])
})

import { expect, it } from 'vitest'
import { deadCitations } from '#test/support/dead-citations.ts'
import { repositoryRoot, repositorySources } from '#test/support/repository-sources.ts'

/** Every source and document of the repository. The changelog may name removed files. */
const sources = /^(?!CHANGELOG\.md$).*\.(?:ts|tsx|mjs|mts|css|sql|jsonc|md)$/

it('every citation in a comment or a document leads to something that a reader can open', () => {
	expect(deadCitations(repositoryRoot, repositorySources(sources))).toEqual([])
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
	expect(deadCitations(repositoryRoot, new Map(files))).toEqual(files.map(([file]) => ({ file, line: 2, cited })))
})

it('an RFC, a URL and a document of the repository are accepted', () => {
	const text = 'RFC 9110 §7.8, https://example.com/spec §2, STYLE.md, docs/wire.md, wire-auth.md'
	expect(deadCitations(repositoryRoot, new Map([['docs/x.md', text]]))).toEqual([])
})

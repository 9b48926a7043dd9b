import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A citation that leads nowhere: its position and its target. */
export type DeadCitation = { file: string; line: number; cited: string }

const codeFile = /\.(?:ts|tsx|mjs|mts|css|sql|jsonc)$/
const proseFile = /\.md$/
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|(?<![-\w'"`])--(?= )[^\n]*/g
const document = /(?<![\w/.@*{}$-])((?:[\w.-]+\/)*[\w-]+\.md)\b/g
const decision = /\bdecisions? (\d{4})\b/g
const section = /§/g
const sectionSource = /\bRFC ?\d+|https?:\/\/|\.md\b|\b(?:WCAG|OWASP|NIST|ISO|ECMA|OpenID|OIDC|SAML|SP 800|SQL)\b/

/**
 * Finds citations that a reader cannot follow: missing documents and decisions, and section signs without a document.
 * @param files every tracked file, relative to `root`, with its text
 */
export function deadCitations(root: string, files: ReadonlyMap<string, string>): DeadCitation[] {
	const decisions = [...files.keys()].filter((file) => file.startsWith('docs/decisions/'))
	const found: DeadCitation[] = []
	for (const [file, text] of files) {
		const passages = commentsAndProse(file, text)
		for (const { start, passage } of passages) {
			const report = (index: number | undefined, cited: string) =>
				found.push({ file, line: lineAt(text, start + (index ?? 0)), cited })
			for (const { 1: cited = '', index } of passage.matchAll(document))
				if (!isDocument(root, file, cited)) report(index, cited)
			for (const { 0: cited, 1: number = '', index } of passage.matchAll(decision))
				if (!decisions.some((one) => basename(one).startsWith(number))) report(index, cited)
			for (const { index } of passage.matchAll(section)) if (!sectionSource.test(passage)) report(index, '§')
		}
	}
	return found
}

function commentsAndProse(file: string, text: string): { start: number; passage: string }[] {
	if (codeFile.test(file))
		return [...text.matchAll(comment)].map(({ 0: passage, index }) => ({ start: index, passage }))
	if (!proseFile.test(file)) return []
	let start = 0
	return text.split('\n').map((passage) => {
		const at = start
		start += passage.length + 1
		return { start: at, passage }
	})
}

function isDocument(root: string, file: string, cited: string): boolean {
	return [dirname(file), '.', 'docs'].some((folder) => existsSync(join(root, folder, cited)))
}

function lineAt(text: string, index: number): number {
	return text.slice(0, index).split('\n').length
}

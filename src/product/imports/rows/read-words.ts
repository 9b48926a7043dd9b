import { htmlToText, looksLikeHtml } from '#product/imports/values/html-to-text.ts'
import { looksEscaped, unescapeMysql } from '#product/imports/values/mysql-escapes.ts'
import { originalOfTranslation } from '#product/imports/values/original-of-translation.ts'
import { type Cell, withoutGuard } from './row-cells.ts'
import type { Notes } from './row-notes.ts'
import type { RowRules } from './row-types.ts'

/** Reads a cell of free text: guards, escapes, translations and HTML are undone, and each change is noted. */
export function createTextReader({ mapping, known }: Pick<RowRules, 'mapping' | 'known'>) {
	const undoesGuards = known?.isGuarded || mapping.plain_text
	return ({ heading, text }: Cell, notes: Notes): string => {
		let read = text
		const change = (kind: 'guard' | 'escapes' | 'translation' | 'html', after: string) => {
			if (after === read) return
			notes.add(kind, heading, read, after)
			read = after
		}
		if (undoesGuards && read.startsWith("'")) change('guard', withoutGuard(read))
		if (!mapping.plain_text) return read
		if (known?.linksInCells && read.includes(known.linksInCells)) change('html', withoutLinks(read, known.linksInCells))
		if (read.includes('\\') && looksEscaped(read)) change('escapes', unescapeMysql(read))
		if (read.includes('(')) change('translation', originalOfTranslation(read) ?? read)
		if (/[<&]/.test(read) && looksLikeHtml(read)) change('html', htmlToText(read))
		return read
	}
}
export type TextReader = ReturnType<typeof createTextReader>

/** The stars as a person draws them, which are the words of a row that has no others. */
export const drawnStars = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(5 - stars)

function withoutLinks(text: string, start: string): string {
	const [first = '', ...rest] = text.split(' (')
	const kept = rest.map((part) =>
		part.startsWith(start) && part.includes(')') ? part.slice(part.indexOf(')') + 1) : ` (${part}`,
	)
	return first + kept.join('')
}

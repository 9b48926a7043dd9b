import papa from 'papaparse'

/** Rows and cells of a table; `unclosedQuote` is the row, from 1, whose quotation mark is never closed. */
export type ParsedTable = { rows: string[][]; unclosedQuote?: number }

/**
 * Reads comma, semicolon, tab or bar separated rows with quotes. The separator is detected unless it is given, or
 * named by the line `sep=` that Excel writes. Empty rows are left out.
 */
export function parseTable(text: string, separator?: string): ParsedTable {
	const named = /^sep=(.)\r?\n/.exec(text)
	const { data, errors } = papa.parse<string[]>(named ? text.slice(named[0].length) : text, {
		delimiter: separator ?? named?.[1] ?? '',
		delimitersToGuess: [',', ';', '\t', '|'],
		skipEmptyLines: 'greedy',
	})
	const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
	return { rows: data, ...(unclosed ? { unclosedQuote: (unclosed.row ?? 0) + 1 } : {}) }
}

import { batchRows } from '#product/imports/table/batch-rows.ts'
import type { FileLimits } from '#product/imports/table/file-refused.ts'
import { cellOf } from '#product/imports/table/named-columns.ts'
import { openNamedRows } from '#product/imports/table/open-named-rows.ts'
import { openSheet } from '#product/imports/table/open-sheet.ts'
import type { ChosenReading, RawRow, Table } from '#product/imports/table/table.ts'
import { withBadRows } from '#product/imports/table/text/bad-rows.ts'
import type { TextEncoding } from '#product/imports/table/text/decode-text.ts'
import { readSample } from '#product/imports/table/text/read-sample.ts'
import { textFile } from '#product/imports/table/text/text-file.ts'
import { isJsonLines, listOfLines } from './json-lines.ts'
import { readJson } from './read-json.ts'

type Text = () => AsyncGenerator<string>

/** Opens JSON: objects in one or several files, objects in lines, or lists of cells. */
export async function openJson(
	texts: readonly Text[],
	sample: string,
	encoding: TextEncoding,
	limits: FileLimits,
	choices: ChosenReading,
): Promise<Table> {
	const isLines = texts.length === 1 && isJsonLines(sample)
	const values = () => readFiles(texts, isLines)
	if (/^\s*\[\s*\[/.test(sample)) {
		const read = withBadRows(() => batchRows(listedRows(values())), encoding)
		return openSheet({
			file: textFile('json', encoding),
			read,
			limits,
			headingRow: choices.heading_row,
			isGrowing: true,
		})
	}
	return openNamedRows('json', values, encoding, limits)
}

/** The values of all files. Of several, one that is no JSON has none. */
async function* readFiles(texts: readonly Text[], isLines: boolean): AsyncGenerator<unknown> {
	for (const text of texts)
		if (texts.length === 1 || /^\s*[[{]/.test(await readSample(text())))
			yield* readJson(isLines ? listOfLines(text()) : text())
}

/** Lists of cells; an object among them has none. */
async function* listedRows(values: AsyncGenerator<unknown>): AsyncGenerator<RawRow> {
	for await (const value of values) {
		if (!Array.isArray(value)) yield { line: null, cells: [], problem: 'not_an_object' }
		else yield { line: null, cells: value.map(cellOf) }
	}
}

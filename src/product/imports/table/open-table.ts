import type { ImportFormat } from '#shared/import/import-api.ts'
import { type FileLimits, FileRefused } from './file-refused.ts'
import { openJson } from './json/open-json.ts'
import { openHtml } from './markup/open-html.ts'
import { openXml } from './markup/open-xml.ts'
import { refuseOtherFiles } from './refuse-other-files.ts'
import type { ChosenReading, Table } from './table.ts'
import { sourceOf, type TableSource } from './table-source.ts'
import { decodeText } from './text/decode-text.ts'
import { detectEncoding, readStart } from './text/detect-encoding.ts'
import { openCsv } from './text/open-csv.ts'
import { readSample } from './text/read-sample.ts'
import { isYamlList, openYaml } from './yaml/open-yaml.ts'

export type { Table, TableRow } from './table.ts'

/**
 * Opens a text with rows.
 * @param sources one file, or several of which each has a list in JSON
 * @throws FileRefused
 */
export async function openTable(
	sources: readonly TableSource[],
	limits: FileLimits,
	choices: ChosenReading,
): Promise<Table> {
	const [first = sourceOf(Buffer.alloc(0))] = sources
	const encoding = await detectEncoding(first, choices.encoding)
	const texts = sources.map((source) => () => decodeText(source.read(), encoding))
	const text = () => decodeText(first.read(), encoding)
	const sample = await readSample(text())
	if (sources.length > 1) return openJson(texts, sample, encoding, limits, choices)
	if (sample.trim() === '') throw new FileRefused('The file is empty.')
	refuseOtherFiles(await readStart(first), sample)
	switch (choices.format ?? guessFormat(sample)) {
		case 'json':
			return openJson(texts, sample, encoding, limits, choices)
		case 'html':
			return openHtml(text, sample, encoding, limits, choices)
		case 'xml':
			return openXml(text, sample, encoding, limits, choices)
		case 'yaml':
			return openYaml(text, encoding, limits)
		case 'csv':
			return openCsv(text, sample, encoding, limits, choices)
		default:
			throw new FileRefused('This is not a workbook (.xlsx or .ods).')
	}
}

function guessFormat(sample: string): ImportFormat {
	// Cells of CSV may begin with a bracket, too.
	if (/^\s*(?:\{|\[\s*(?:[[{\]]|$))/.test(sample)) return 'json'
	if (/^\s*\[/.test(sample) && !/^\s*\[[^\]\n]*\][,;\t]/.test(sample)) return 'json'
	const start = sample.slice(0, 4096).replace(/^(?:\s|<!--[^>]*>|<\?[^>]*>)+/, '')
	if (/^<(?:!doctype html|html|head|meta|body|table|style|div|center|title)\b/i.test(start)) return 'html'
	if (/^\s*<[?!a-z]/i.test(sample)) return 'xml'
	return isYamlList(sample) ? 'yaml' : 'csv'
}

import { type FileLimits, FileRefused } from '#product/imports/table/file-refused.ts'
import { openNamedRows } from '#product/imports/table/open-named-rows.ts'
import type { Table } from '#product/imports/table/table.ts'
import type { TextEncoding } from '#product/imports/table/text/decode-text.ts'
import { yamlLimits } from '#shared/parser-limits.ts'
import { readYamlItems } from './yaml-items.ts'

/** A list of things with names and values, alone or below one name. */
const list =
	/^(?:---[^\n]*\n|%[^\n]*\n|[ \t]*(?:#[^\n]*)?\n)*(?:[\w-]+:[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*)?[ \t]*-(?:[ \t]+|[ \t]*\n[ \t]+)["']?[\w .-]+["']?:(?:[ \t]|\n)/

/** True for text that is a list of YAML by its shape. */
export const isYamlList = (sample: string) => list.test(sample.slice(0, 8192))

/** Opens a list of YAML. Its items are parsed one by one, so that no file is held as a whole. */
export function openYaml(text: () => AsyncGenerator<string>, encoding: TextEncoding, limits: FileLimits): Table {
	async function* values(): AsyncGenerator<unknown> {
		const { parseDocument } = await import('yaml')
		for await (const item of readYamlItems(text())) yield parseItem(item, parseDocument)
	}
	return openNamedRows('yaml', values, encoding, limits)
}

function parseItem(item: { text: string; line: number }, parseDocument: typeof import('yaml').parseDocument): unknown {
	try {
		if (countBrackets(item.text) > yamlLimits.bracketsOfItem) throw new RangeError('too many brackets')
		const document = parseDocument(item.text, {
			schema: 'core',
			prettyErrors: false,
			logLevel: 'silent',
			intAsBigInt: true,
			uniqueKeys: false,
		})
		if (document.errors[0]) throw document.errors[0]
		const [value] = document.toJS({ maxAliasCount: 0 }) as unknown[]
		return value
	} catch (cause) {
		throw new FileRefused(`This YAML cannot be read from line ${item.line} on. A file has a list, without anchors.`, {
			cause,
		})
	}
}

/** Signs that open a level: each level takes some of the parser's stack. */
function countBrackets(text: string): number {
	return text.match(/[[{]|[-?:][ \t]/g)?.length ?? 0
}

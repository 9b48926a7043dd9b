import { FileRefused } from '#product/imports/table/file-refused.ts'
import { yamlLimits } from '#shared/parser-limits.ts'

/** An item of a list as text, with the line that it begins in. */
type YamlItem = { text: string; line: number }

/** The items of the first list of a text as it arrives: an item begins with a dash, and ends before the next one in its column. */
export async function* readYamlItems(text: AsyncIterable<string>): AsyncGenerator<YamlItem> {
	let item: YamlItem | undefined
	let indent: number | undefined
	let line = 0
	for await (const next of readLines(text)) {
		line++
		const dash = /^( *)-(?: |$)/.exec(next)
		if (indent === undefined && dash) indent = dash[1]?.length ?? 0
		if (indent === undefined) continue
		if (dash?.[1]?.length === indent) {
			if (item) yield item
			item = { text: '', line }
		} else if (item && endsList(next, indent)) break
		if (!item) continue
		item.text += `${next.slice(indent)}\n`
		if (item.text.length > yamlLimits.itemLength) throw new FileRefused(`The item of line ${item.line} is too long.`)
	}
	if (item) yield item
}

/** A line that stands left of the list, or beside its dashes, is none of it. */
function endsList(line: string, indent: number): boolean {
	const filled = line.search(/[^ ]/)
	return filled >= 0 && filled <= indent && line[filled] !== '#' && line[filled] !== '\t'
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string> {
	let held = ''
	for await (const piece of text) {
		const lines = (held + piece).split('\n')
		held = lines.pop() ?? ''
		if (held.length > yamlLimits.itemLength) throw new FileRefused('A line of this file is too long.')
		yield* lines
	}
	yield held
}

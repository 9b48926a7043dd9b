import { JSONParser } from '@streamparser/json'
import { FileRefused } from '#product/imports/table/file-refused.ts'
import { createJsonGuard } from './json-guard.ts'

/** Bytes in which the parser collects a text: one object for each character would take a hundred times as much. */
const bufferSize = 65_536

/**
 * The values of a JSON text as it arrives: of an array, or of the arrays in an object.
 * @throws FileRefused when it is not JSON, or exceeds a limit
 */
export async function* readJson(text: AsyncIterable<string>): AsyncGenerator<unknown> {
	let found: unknown[] = []
	let parser: JSONParser | undefined
	let check = (_: string) => {}
	let isEnded = false
	const open = (first: string | undefined) => {
		if (first !== '[' && first !== '{') throw notJson()
		check = createJsonGuard(first)
		const paths = [first === '[' ? '$.*' : '$.*.*']
		const made = new JSONParser({ paths, keepStack: false, stringBufferSize: bufferSize })
		made.onValue = ({ value, key }) => {
			if (typeof key === 'number') found.push(value)
		}
		made.onEnd = () => {
			isEnded = true
		}
		return made
	}
	for await (const piece of text) {
		const start = parser ? '' : piece.trimStart()
		if (!parser && start === '') continue
		parser ??= open(start[0])
		if (isEnded) {
			if (piece.trim() === '') continue
			throw notJson()
		}
		check(piece)
		write(parser, piece)
		yield* found
		found = []
	}
	if (!isEnded) throw notJson()
}

function write(parser: JSONParser, piece: string): void {
	try {
		parser.write(piece)
	} catch (cause) {
		throw notJson(cause)
	}
}

function notJson(cause?: unknown): FileRefused {
	const at = /at position "?(\d+)/.exec((cause as Error | undefined)?.message ?? '')?.[1]
	const where = at ? `, from character ${Number(at) + 1} on` : ''
	return new FileRefused(
		`This is not valid JSON${where}. A file has a list of objects, or an object with such a list.`,
		{
			cause,
		},
	)
}

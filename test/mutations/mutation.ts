/** A change of one condition: the text between two offsets is replaced. */
export type Mutation = {
	/** Change of the condition, such as `negate` or `drop the left operand`. */
	kind: string
	/** Offset of the code that is changed or dropped; decides to which line the mutation belongs. */
	anchor: number
	start: number
	end: number
	replacement: string
}

/** Whole lines before and after a mutation. */
export type ChangedLines = {
	/** Number of the anchor's line, from 1. */
	line: number
	/** Number of the first line of `before`, from 1. */
	firstLine: number
	before: string
	after: string
}

/** The lines that a mutation changes, from the first to the last that it touches. */
export function changedLines(text: string, { anchor, start, end, replacement }: Mutation): ChangedLines {
	const from = text.lastIndexOf('\n', start - 1) + 1
	const newline = text.indexOf('\n', end)
	const to = newline < 0 ? text.length : newline
	return {
		line: lineAt(text, anchor),
		firstLine: lineAt(text, start),
		before: text.slice(from, to),
		after: text.slice(from, start) + replacement + text.slice(end, to),
	}
}

/**
 * The text of a file after a mutation. Lines that moved since the mutation was listed are found where they stand alone.
 * @throws when the lines are missing, or stand at several other places
 */
export function applyChange(text: string, { firstLine, before, after }: Omit<ChangedLines, 'line'>): string {
	const expected = offsetOfLine(text, firstLine)
	if (expected >= 0 && text.startsWith(before, expected) && isWholeLines(text, expected, before.length))
		return text.slice(0, expected) + after + text.slice(expected + before.length)
	const first = text.indexOf(before)
	if (first < 0) throw new Error(`Line ${firstLine} has changed.`)
	if (text.indexOf(before, first + 1) >= 0)
		throw new Error(`Line ${firstLine} has moved, and stands at several places.`)
	return text.slice(0, first) + after + text.slice(first + before.length)
}

function isWholeLines(text: string, start: number, length: number): boolean {
	return start + length === text.length || text[start + length] === '\n'
}

function lineAt(text: string, offset: number): number {
	return text.slice(0, offset).split('\n').length
}

function offsetOfLine(text: string, line: number): number {
	let offset = 0
	for (let number = 1; number < line; number++) {
		offset = text.indexOf('\n', offset) + 1
		if (offset === 0) return -1
	}
	return offset
}

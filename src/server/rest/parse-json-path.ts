import type { FieldRef, JsonStep } from './ast.ts'
import type { Scanner } from './scanner.ts'

const maxSteps = 32
const index = /-?\d{1,9}(?=->|::|[.,)]|$)/y

/** Keys of JSON are whatever people called them; dashes end a key only as arrows. */
const bareKey = /(?:[^-(:.,>)]|-(?!>))+/y

/** `name`, `name->key`, `name->0->>key`. */
export function parseField(s: Scanner): FieldRef {
	s.skipSpace()
	const name = s.name()
	const path = parseJsonPath(s)
	s.skipSpace()
	return { name, path }
}

/** Any number of `->key`, `->>key`, `->0`, `->-1`. */
export function parseJsonPath(s: Scanner): JsonStep[] {
	const path: JsonStep[] = []
	while (s.sees('->')) {
		if (path.length >= maxSteps) s.fail(`more than ${maxSteps} steps in a JSON path`)
		const arrow = s.take('->>') ? '->>' : '->'
		if (arrow === '->') s.take('->')
		const number = s.match(index)
		if (number === undefined && s.take('-')) s.fail('expecting digit')
		path.push({ arrow, key: number === undefined ? parseKey(s) : Number(number) })
	}
	return path
}

function parseKey(s: Scanner): string {
	const key = s.quoted() ?? s.match(bareKey)?.trim()
	if (!key) s.fail('expecting "-", digit or any non reserved character different from: .,>()')
	return key
}

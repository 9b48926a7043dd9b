import { expect, it } from 'vitest'
import { changedLines } from './mutation.ts'
import { typescriptMutations } from './typescript-mutations.ts'

/** Each mutation of a text as its kind and the changed text. */
function changes(text: string, file = 'file.tsx'): [kind: string, after: string][] {
	return typescriptMutations(file, text).map((mutation) => [mutation.kind, changedLines(text, mutation).after])
}

it.each([
	[
		'if (isOpen) close()',
		[
			['negate', 'if (!(isOpen)) close()'],
			['always true', 'if (true) close()'],
			['always false', 'if (false) close()'],
		],
	],
	[
		'if (!isOpen) open()',
		[
			['negate', 'if (isOpen) open()'],
			['always true', 'if (true) open()'],
			['always false', 'if (false) open()'],
		],
	],
	['const isFull = count >= limit', [['>= → >', 'const isFull = count > limit']]],
	['const isOther = one /* === */ !== other', [['!== → ===', 'const isOther = one /* === */ === other']]],
	[
		'const isBoth = (one || other) && last',
		[
			['drop the right operand', 'const isBoth = (one || other)'],
			['drop the left operand', 'const isBoth = last'],
			['drop the right operand', 'const isBoth = (one) && last'],
			['drop the left operand', 'const isBoth = (other) && last'],
		],
	],
	['while (rest) rest = next(rest)', [['always false', 'while (false) rest = next(rest)']]],
	[
		'const open = list?.filter((one) => one.isOpen)',
		[
			['negate', 'const open = list?.filter((one) => !(one.isOpen))'],
			['always true', 'const open = list?.filter((one) => true)'],
			['always false', 'const open = list?.filter((one) => false)'],
		],
	],
])('conditions of %s are changed one at a time', (text, expected) => {
	expect(changes(text)).toEqual(expected)
})

it.each([
	'type Kind<T> = T extends string ? 1 : 2',
	'// if (a && b) c()\n/* d < e ? f : g */',
	'const text = "if (a && b)"',
	'const pattern = /a<b|if (c)/',
	'const element = <p>if (a && b) c</p>',
	'const first = list?.[0]?.name ?? none',
	'while (true) step()',
	'const text = value || null, name = other || "nobody", mark = isBad || undefined',
	'const double = list.map((one) => one * 2)',
])('nothing is changed in %j', (text) => {
	expect(changes(text)).toEqual([])
})

it('a condition inside a template string is changed, the words around it are not', () => {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: The text is a program.
	expect(changes('const text = `if ${isOne ? `a${b && c}` : "if (d)"}`').map(([kind]) => kind)).toEqual([
		'negate',
		'always true',
		'always false',
		'drop the right operand',
		'drop the left operand',
	])
})

it('each condition of nested ternaries is changed, in JSX too', () => {
	const text = 'const element = <p>{a ? b : c ? d : e && <b>{f}</b>}</p>'
	expect(changes(text).filter(([kind]) => kind === 'negate' || kind.startsWith('drop'))).toEqual([
		['negate', 'const element = <p>{!(a) ? b : c ? d : e && <b>{f}</b>}</p>'],
		['negate', 'const element = <p>{a ? b : !(c) ? d : e && <b>{f}</b>}</p>'],
		['drop the right operand', 'const element = <p>{a ? b : c ? d : e}</p>'],
		['drop the left operand', 'const element = <p>{a ? b : c ? d : <b>{f}</b>}</p>'],
	])
})

it('offsets count after characters outside of ASCII', () => {
	expect(changes("const name = '“ü🎉'; const isOld = age > 9")).toEqual([
		['> → >=', "const name = '“ü🎉'; const isOld = age >= 9"],
	])
})

it('a statement never begins with a parenthesis, which would continue the line before', () => {
	expect(changes('const a = b\nc && (d = e)').map(([kind]) => kind)).toEqual(['drop the right operand'])
})

it('a mutation belongs to the line of the operand that it drops', () => {
	const text = 'const isBoth =\n\tone &&\n\tother'
	const lines = typescriptMutations('file.ts', text).map((mutation) => changedLines(text, mutation))
	expect(lines).toEqual([
		{ line: 3, firstLine: 2, before: '\tone &&\n\tother', after: '\tone' },
		{ line: 2, firstLine: 2, before: '\tone &&\n\tother', after: '\tother' },
	])
})

it('a file that does not parse is refused', () => {
	expect(() => typescriptMutations('file.ts', 'if (')).toThrow('file.ts')
})

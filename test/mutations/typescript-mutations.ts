import { type ESTree, parseSync, Visitor } from 'vite'
import type { Mutation } from './mutation.ts'

const flipped: Record<string, string> = {
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'===': '!==',
	'!==': '===',
	'==': '!=',
	'!=': '==',
}
const predicates = new Set(['filter', 'some', 'every', 'find', 'findLast', 'findIndex', 'findLastIndex'])

/**
 * Lists every change of one condition in a TypeScript file: negated, replaced by a constant, without one operand, or with another
 * comparison. Types, comments and texts are left alone.
 * @throws when the file does not parse
 */
export function typescriptMutations(file: string, text: string): Mutation[] {
	const { program, errors } = parseSync(file, text)
	if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
	const mutations: Mutation[] = []
	const statements = new Set<number>()
	const replace = (node: ESTree.Node, kind: string, replacement: string, anchor = node.start) =>
		mutations.push({ kind, anchor, start: node.start, end: node.end, replacement })
	const slice = (node: ESTree.Node) => text.slice(node.start, node.end)
	const condition = (node: ESTree.Node) => {
		if (node.type === 'Literal') return
		if (node.type === 'UnaryExpression' && node.operator === '!') replace(node, 'negate', slice(node.argument))
		else if (!isFlippable(node)) replace(node, 'negate', `!(${slice(node)})`)
		for (const constant of ['true', 'false']) replace(node, `always ${constant}`, constant)
	}
	const visitor = new Visitor({
		ExpressionStatement(node) {
			statements.add(node.start)
		},
		IfStatement({ test }) {
			condition(test)
		},
		ConditionalExpression({ test }) {
			condition(test)
		},
		// A loop without end would only be caught by its time limit.
		WhileStatement({ test }) {
			if (test.type !== 'Literal') replace(test, 'always false', 'false')
		},
		ForStatement({ test }) {
			if (test) replace(test, 'always false', 'false')
		},
		LogicalExpression(node) {
			if (node.operator === '??' || isDefault(node)) return
			replace(node, 'drop the right operand', slice(node.left), node.right.start)
			// A line that begins with a parenthesis would continue the line before.
			if (!statements.has(node.start) || /^\w/.test(slice(node.right)))
				replace(node, 'drop the left operand', slice(node.right), node.left.start)
		},
		BinaryExpression(node) {
			const operator = flipped[node.operator]
			if (!operator) return
			const start = text.indexOf(node.operator, betweenOperands(text, node.left.end))
			const end = start + node.operator.length
			mutations.push({ kind: `${node.operator} → ${operator}`, anchor: start, start, end, replacement: operator })
		},
		CallExpression({ callee, arguments: [predicate] }) {
			if (callee.type !== 'MemberExpression' || callee.computed || !predicates.has(callee.property.name)) return
			if (predicate?.type === 'ArrowFunctionExpression' && predicate.body.type !== 'BlockStatement')
				condition(predicate.body)
		},
	})
	visitor.visit(program)
	return mutations
}

/** Such a comparison has a mutation of its own that means the same as its negation. */
function isFlippable(node: ESTree.Node): boolean {
	return node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)
}

/** `text || null` has a default, which is no condition. */
function isDefault({ operator, right }: ESTree.LogicalExpression): boolean {
	const isValue = right.type === 'Literal' || (right.type === 'Identifier' && right.name === 'undefined')
	return operator === '||' && isValue
}

/** Passes comments between an operand and its operator. */
function betweenOperands(text: string, offset: number): number {
	const gap = /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\))*/y
	gap.lastIndex = offset
	gap.exec(text)
	return gap.lastIndex
}

import type { CssNode, List } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import walk from 'css-tree/walker'
import type { CheckedCss } from './checked-css.ts'
import { confine } from './confine.ts'
import { refusalOf } from './refusals.ts'
import { type CssProblem, htmlTag, sourceProblems } from './source-problems.ts'

export type CheckedOwnCss = { css: CheckedCss; problems: CssProblem[] }

const mostProblems = 20
const unreadable = 'This is not CSS that can be read.'

/**
 * Checks a wall's own CSS. The result is generated from the parts of its tree that may be used, never from its text. A declaration that may
 * not be used is left out, as is a rule whose selector may not; text whose braces do not match is left out whole.
 * @param root the selector of the wall, in a page that holds more; null in a shadow root
 */
export function checkOwnCss(text: string, root: string | null = null): CheckedOwnCss {
	if (!text.trim()) return { css: '' as CheckedCss, problems: [] }
	const found = sourceProblems(text)
	if (found.length > 0) return refuse(found)
	try {
		const problems: CssProblem[] = []
		const tree = parse(text, { positions: true, parseCustomProperty: true })
		dropRefused(tree, problems)
		confine(tree, root)
		const css = generate(tree)
		// Nothing that was rewritten may end the element that holds it.
		if (htmlTag.test(css)) return refuse([{ line: 1, reason: unreadable }])
		return { css: css as CheckedCss, problems: problems.slice(0, mostProblems) }
	} catch {
		// Nested deeper than the parser reads.
		return refuse([{ line: 1, reason: unreadable }])
	}
}

const refuse = (problems: CssProblem[]): CheckedOwnCss => ({ css: '' as CheckedCss, problems })

/** Removes each statement and declaration that holds something refused. */
function dropRefused(tree: CssNode, problems: CssProblem[]): void {
	for (const list of listsOf(tree))
		list.forEach((node, item) => {
			// A stray semicolon is no statement.
			if (node.type === 'Comment' || (node.type === 'Raw' && /^[;\s]*$/.test(node.value))) {
				list.remove(item)
				return
			}
			const problem = findRefusal(node)
			if (problem) {
				list.remove(item)
				problems.push(problem)
			} else if (node.type === 'Rule' || (node.type === 'Atrule' && node.block)) dropRefused(node, problems)
		})
}

function listsOf(node: CssNode): List<CssNode>[] {
	if (node.type === 'StyleSheet') return [node.children]
	const block = node.type === 'Rule' || node.type === 'Atrule' ? node.block : null
	return block ? [block.children] : []
}

/** The refused part of a declaration, or of the head of a rule. */
function findRefusal(node: CssNode): CssProblem | null {
	let found: CssProblem | null = null
	walk(node, {
		enter(part: CssNode) {
			if (found) return walk.break
			// The parts of a block are judged on their own.
			if (part.type === 'Block') return walk.skip
			const reason = refusalOf(part)
			if (reason) found = { line: (part.loc ?? node.loc)?.start.line ?? 1, reason }
			// The argument of ::part() is a name, which css-tree does not parse.
			return part.type === 'PseudoElementSelector' && part.name.toLowerCase() === 'part' ? walk.skip : undefined
		},
	})
	return found ?? refusalOfHead(node)
}

/** A selector begins with what it names, and from the wall itself nothing beside it is reached. */
function refusalOfHead(node: CssNode): CssProblem | null {
	if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return null
	for (const selector of node.prelude.children.toArray()) {
		if (selector.type !== 'Selector') continue
		const parts = selector.children.toArray()
		const text = generate(selector)
		const leaves =
			/::part\(\s*wall\s*\)/i.test(text) && parts.some((part) => part.type === 'Combinator' && /[+~]/.test(part.name))
		if (parts[0]?.type === 'Combinator' || leaves)
			return { line: node.loc?.start.line ?? 1, reason: 'A rule reaches only what is inside of the wall.' }
	}
	return null
}

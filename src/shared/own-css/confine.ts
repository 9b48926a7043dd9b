import type { CssNode, ListItem, Selector } from 'css-tree'
import { List } from 'css-tree/utils'
import walk from 'css-tree/walker'
import { outOfReach } from './own-css-root.ts'
import { textOf } from './refusals.ts'

/** Names of animations and layers are those of a page, too: own ones begin with this. */
const ownPrefix = 'own-'

/**
 * Confines a checked tree to one wall, and keeps it off the marks of its testimonials: `::part(name)` becomes an attribute selector, every selector begins at the root, and names of
 * animations and layers are own ones.
 * @param root the selector of the wall; null in a shadow root, which nothing leaves
 */
export function confine(tree: CssNode, root: string | null): void {
	const animations = new Set<string>()
	walk(tree, (node) => {
		if (node.type === 'Atrule' && node.name.toLowerCase() === 'keyframes')
			walk(node.prelude ?? node, (part) => {
				if (part.type === 'Identifier' || part.type === 'String')
					animations.add(part.type === 'Identifier' ? part.name : part.value)
			})
	})
	walk(tree, {
		enter(node: CssNode) {
			if (node.type === 'Layer') node.name = ownPrefix + node.name
			if (node.type === 'Selector') namePart(node)
			if (node.type === 'Atrule' && node.name.toLowerCase() === 'keyframes') renameIn(node.prelude, animations)
			if (node.type === 'Declaration' && /^(-webkit-)?animation(-name)?$/i.test(node.property))
				renameIn(node.value, animations)
		},
	})
	walk(tree, function (this: { atrule: CssNode | null }, node) {
		const isFrame = this.atrule?.type === 'Atrule' && this.atrule.name.toLowerCase() === 'keyframes'
		if (node.type !== 'Rule' || isFrame || node.prelude.type !== 'SelectorList') return
		for (const selector of node.prelude.children.toArray()) {
			if (selector.type !== 'Selector') continue
			spareMarks(selector)
			if (root) beginAt(selector, root)
		}
	})
}

/** Pseudo-elements of CSS 2, which may be written with one colon. */
const shortElements = ['before', 'after', 'first-line', 'first-letter']

/** The element that a selector names is never one that tells readers of a verification or a reward. */
function spareMarks({ children }: Selector): void {
	const spared = children.createItem({ type: 'Raw', value: outOfReach })
	let before: ListItem<CssNode> | null = null
	let isLast = true
	children.forEachRight((part, item) => {
		if (part.type === 'Combinator') isLast = false
		const isElement =
			part.type === 'PseudoElementSelector' ||
			(part.type === 'PseudoClassSelector' && shortElements.includes(part.name.toLowerCase()))
		if (isLast && isElement) before = item
	})
	children.insert(spared, before)
}

function renameIn(node: CssNode | null, names: ReadonlySet<string>): void {
	if (!node) return
	walk(node, (part) => {
		if (part.type === 'Identifier' && names.has(part.name)) part.name = ownPrefix + part.name
		if (part.type === 'String' && names.has(part.value)) part.value = ownPrefix + part.value
	})
}

function namePart({ children }: Selector): void {
	children.forEach((part, item) => {
		if (part.type !== 'PseudoElementSelector' || part.name.toLowerCase() !== 'part') return
		const name = textOf(part.children?.first)
		item.data = {
			type: 'AttributeSelector',
			name: { type: 'Identifier', name: 'part' },
			matcher: '=',
			value: { type: 'String', value: name ?? '' },
			flags: null,
		}
	})
}

/** `::part(wall)` at its beginning is what the root holds: nothing moves or lifts the root itself. */
function beginAt({ children }: Selector, root: string): void {
	const [first] = children.toArray()
	const isRoot = first?.type === 'AttributeSelector' && first.value?.type === 'String' && first.value.value === 'wall'
	const start: CssNode = { type: 'Raw', value: isRoot ? `${root}>*` : root }
	const between: CssNode = { type: 'Combinator', name: ' ' }
	if (isRoot) children.shift()
	children.prependList(new List<CssNode>().fromArray(isRoot ? [start] : [start, between]))
}

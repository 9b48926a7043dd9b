import type { CssNode } from 'css-tree'
import { wallParts } from '#shared/wall/wall-parts.ts'
import {
	allowedAtRules,
	allowedFunctions,
	allowedNodes,
	allowedPositions,
	outerSelectors,
	refusedProperties,
} from './allowed-css.ts'

const loads = 'A wall loads nothing.'
/** Marks of verification and reward lie above it. */
const mostLevel = 1000
const outside = 'A rule reaches only what is inside of the wall.'

/** Why a node of own CSS cannot be used; null for one that can. Nodes within it are asked on their own. */
export function refusalOf(node: CssNode): string | null {
	switch (node.type) {
		case 'Atrule':
			return refusalOfAtRule(node.name)
		case 'Url':
			return loads
		case 'Function':
			return refusalOfFunction(node.name)
		case 'Declaration':
			return refusalOfDeclaration(node.property.toLowerCase(), node.value)
		case 'TypeSelector':
			if (node.name.includes('|')) return 'Namespaces have no use here.'
			return outerSelectors.has(node.name.toLowerCase()) ? outside : null
		case 'PseudoClassSelector':
			return outerSelectors.has(`:${node.name.toLowerCase()}`) ? outside : null
		case 'PseudoElementSelector':
			return refusalOfPseudoElement(node.name.toLowerCase(), textOf(node.children?.first))
		case 'Combinator':
			return [' ', '>', '+', '~'].includes(node.name) ? null : `“${node.name}” stands between no selectors.`
		case 'NestingSelector':
			return 'Rules inside of rules cannot be used: write each selector in full.'
		case 'Raw':
			return 'This is not CSS that can be read.'
		default:
			return allowedNodes.has(node.type) ? null : 'This cannot be used here.'
	}
}

function refusalOfAtRule(written: string): string | null {
	const name = written.toLowerCase()
	if (allowedAtRules.has(name)) return null
	if (name === 'import' || name === 'font-face') return `@${name} cannot be used: ${loads}`
	return `@${name} cannot be used. These can: ${[...allowedAtRules].map((rule) => `@${rule}`).join(', ')}.`
}

function refusalOfFunction(written: string): string | null {
	const name = written.toLowerCase()
	if (allowedFunctions.has(name)) return null
	return /url|src|image|cross-fade|element|paint/.test(name)
		? `${written}() cannot be used: ${loads}`
		: `${written}() cannot be used.`
}

function refusalOfDeclaration(property: string, value: CssNode): string | null {
	const refused = refusedProperties[property]
	if (refused) return `${property} cannot be used. ${refused}`
	if (property === 'position') {
		const position = value.type === 'Value' && value.children.size === 1 ? value.children.first : null
		const isAllowed = position?.type === 'Identifier' && allowedPositions.has(position.name.toLowerCase())
		return isAllowed ? null : 'position can only be static, relative or absolute: a wall cannot lie over the page.'
	}
	if (property === 'z-index') {
		const level = value.type === 'Value' && value.children.size === 1 ? value.children.first : null
		const isAllowed = level?.type === 'Identifier' || (level?.type === 'Number' && Number(level.value) <= mostLevel)
		return isAllowed ? null : `z-index can be a number up to ${mostLevel}: marks of a wall are never covered.`
	}
	if (property === 'content' && value.type === 'Value')
		for (const part of value.children.toArray())
			if (part.type === 'String' && /[\p{L}\p{N}]/u.test(part.value))
				return 'content can be signs, not letters or digits: own CSS never adds words to a testimonial.'
	return null
}

function refusalOfPseudoElement(name: string, argument: string | null): string | null {
	if (outerSelectors.has(`::${name}`)) return outside
	if (name !== 'part') return null
	if (argument === 'mark' || argument === 'reward')
		return `Own CSS cannot change the part “${argument}”: it tells readers how the words were verified, or rewarded.`
	const isKnown = wallParts.some((part) => part === argument)
	return isKnown ? null : `There is no part “${argument ?? ''}”.`
}

/** The text of the argument of `::part()`. */
export function textOf(node: CssNode | null | undefined): string | null {
	if (node?.type === 'Raw') return node.value.trim()
	return node?.type === 'Identifier' ? node.name : null
}

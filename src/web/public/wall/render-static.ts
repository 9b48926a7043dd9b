import { Fragment, type ReactElement, type ReactNode } from 'react'

const voidElements = new Set(['img', 'input', 'br', 'hr', 'link', 'meta', 'track'])
const attributeNames: Record<string, string> = {
	className: 'class',
	htmlFor: 'for',
	tabIndex: 'tabindex',
	dateTime: 'datetime',
	strokeWidth: 'stroke-width',
	playsInline: 'playsinline',
	srcLang: 'srclang',
	maxLength: 'maxlength',
	popoverTarget: 'popovertarget',
	popoverTargetAction: 'popovertargetaction',
}
const unsafe = /["&'<>]/g
const entities: Record<string, string> = {
	'"': '&quot;',
	'&': '&amp;',
	"'": '&#x27;',
	'<': '&lt;',
	'>': '&gt;',
}

/**
 * Renders React elements as HTML: the output of `renderToStaticMarkup` for components without hooks, context or
 * styles, about ten times as fast, and small enough for the studio in the browser. A test compares the two.
 */
export function renderStatic(node: ReactNode): string {
	if (typeof node === 'string') return escapeText(node)
	if (typeof node === 'number') return String(node)
	if (node === null || node === undefined || typeof node === 'boolean') return ''
	if (Array.isArray(node)) {
		let html = ''
		for (const child of node) html += renderStatic(child)
		return html
	}
	return renderElement(node as ReactElement<Record<string, unknown>>)
}

type Component = (props: Record<string, unknown>) => ReactNode

function renderElement({ type, props }: ReactElement<Record<string, unknown>>): string {
	if (typeof type === 'function') return renderStatic((type as Component)(props))
	if ((type as unknown) === Fragment) return renderStatic(props.children as ReactNode)
	let html = `<${type}`
	for (const name in props) if (name !== 'children') html += attribute(name, props[name])
	if (voidElements.has(type as string)) return `${html}/>`
	return `${html}>${renderStatic(props.children as ReactNode)}</${type}>`
}

function attribute(name: string, value: unknown): string {
	if (value === null || value === undefined || value === false) {
		const isWord = value === false && (name.startsWith('aria-') || name.startsWith('data-'))
		return isWord ? ` ${name}="false"` : ''
	}
	// A strict host page would reject a style attribute, and raw HTML has no use in a wall.
	if (name === 'style' || name === 'dangerouslySetInnerHTML') throw new Error(`no ${name} in a wall`)
	if (value === true && !name.startsWith('aria-') && !name.startsWith('data-'))
		return ` ${attributeNames[name] ?? name}=""`
	return ` ${attributeNames[name] ?? name}="${escapeText(String(value))}"`
}

/** Escapes text for HTML, between tags and in quoted attributes. */
export function escapeText(text: string): string {
	return text.replace(unsafe, (character) => entities[character] ?? '')
}

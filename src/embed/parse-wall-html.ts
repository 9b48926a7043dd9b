type TrustedTypesPolicy = { createHTML(html: string): string }
type TrustedTypesFactory = {
	createPolicy(name: string, rules: TrustedTypesPolicy): TrustedTypesPolicy
}

let policy: TrustedTypesPolicy | undefined

/** The Trusted Types policy; a host page may allow it by this name. */
function trustedHtml(html: string): string {
	const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes
	policy ??= factory?.createPolicy('plaudit', { createHTML: (text) => text })
	return policy ? policy.createHTML(html) : html
}

/**
 * Splits a wall's HTML into nodes and an adoptable style sheet. DOMParser runs no script and loads nothing. A strict
 * style-src allows an adopted sheet but no style element, even in a parsed document, so that is cut out first.
 */
export function parseWallHtml(html: string): { nodes: ChildNode[]; sheet: CSSStyleSheet } {
	const [, css, rest] = /<style>(.*?)<\/style>(.*)/s.exec(html) ?? []
	if (css === undefined || rest === undefined) throw new Error('not a wall')
	const sheet = new CSSStyleSheet()
	sheet.replaceSync(css)
	// The parser ignores the unmatched closing tags of a declarative shadow root.
	const { body } = new DOMParser().parseFromString(trustedHtml(rest), 'text/html')
	return { nodes: [...body.childNodes], sheet }
}

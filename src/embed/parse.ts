type Policy = { createHTML(html: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/** A page that requires Trusted Types allows one policy, by this name. */
function trusted(html: string): string {
	const factory = (window as { trustedTypes?: Factory }).trustedTypes
	policy ??= factory?.createPolicy('plaudit', { createHTML: (text) => text })
	return policy ? policy.createHTML(html) : html
}

/**
 * Splits the HTML of a wall into its nodes and an adoptable style sheet. DOMParser runs no script and loads nothing;
 * an adopted sheet passes a strict style-src, which a style element does not.
 */
export function parse(html: string): { nodes: ChildNode[]; sheet: CSSStyleSheet } {
	const { head, body } = new DOMParser().parseFromString(trusted(html), 'text/html')
	const template = body.querySelector('template') ?? head.querySelector('template')
	const from: ParentNode = template?.content ?? body
	const style = from.querySelector('style') ?? head.querySelector('style')
	if (!style) throw new Error('not a wall')
	style.remove()
	const sheet = new CSSStyleSheet()
	sheet.replaceSync(style.textContent)
	return { nodes: [...from.childNodes], sheet }
}

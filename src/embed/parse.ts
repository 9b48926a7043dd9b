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
 * Splits the HTML of a wall into its nodes and an adoptable style sheet. DOMParser runs no script and loads nothing; an
 * adopted sheet passes a strict style-src. A style element would not, not even in a parsed document, so it is taken out
 * before.
 */
export function parse(html: string): { nodes: ChildNode[]; sheet: CSSStyleSheet } {
	const [, css, rest] = /<style>(.*?)<\/style>(.*)/s.exec(html) ?? []
	if (css === undefined || rest === undefined) throw new Error('not a wall')
	const sheet = new CSSStyleSheet()
	sheet.replaceSync(css)
	// What is left of a declarative shadow root's own tags closes nothing, and the parser passes over it.
	const { body } = new DOMParser().parseFromString(trusted(rest), 'text/html')
	return { nodes: [...body.childNodes], sheet }
}

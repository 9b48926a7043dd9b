/**
 * True when a member looks at the page: their browser stores a session of the app in this origin, or the page stands in a
 * frame of this origin, which is the app. Both are read here and never sent.
 */
export function isMember(): boolean {
	try {
		// A frame of another site has no `frameElement`. Blocked storage throws.
		return !!frameElement || /sb-[^,]+-auth-token(,|$)/.test(`${Object.keys(localStorage)}`)
	} catch {
		return false
	}
}

// Not imported from the landing page: a module of two pages would be one more request of each.
const sessionKey = /^sb-.+-auth-token$/

/**
 * Whether a member looks at the page: their browser stores a session of the app in this origin, or the page stands in a
 * frame of the app. Both are read here and never sent.
 */
export function isMember(): boolean {
	try {
		// The location of a page of another origin throws.
		return (
			Object.keys(localStorage).some((key) => sessionKey.test(key)) ||
			(top !== self && top?.location.origin === location.origin)
		)
	} catch {
		return false
	}
}

const lost = new Set<HTMLLinkElement>()

addEventListener(
	'error',
	({ target }) => {
		if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
	},
	true,
)

/**
 * Asks anew for the styles that did not arrive: the bundler asks once for each, however that ended, and a part that
 * is loaded again later would stand there without them. Fails when they stay away.
 */
export async function fetchLostStyles(): Promise<void> {
	const again = [...lost].map((link) => {
		const next = link.cloneNode() as HTMLLinkElement
		lost.delete(link)
		link.replaceWith(next)
		return new Promise<void>((resolve, reject) => {
			next.onload = () => resolve()
			next.onerror = () => reject(new Error('Unable to preload CSS again.'))
		})
	})
	await Promise.all(again)
}

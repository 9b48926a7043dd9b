import { useEffect } from 'react'

/**
 * Takes the place of `react-style-singleton`, which Radix uses to hold the page still behind a dialog: that one writes a
 * style element, which the page's policy refuses. A style sheet that is adopted needs no such permission.
 */
export function styleSingleton() {
	let users = 0
	let sheet: CSSStyleSheet | undefined
	// biome-ignore lint/correctness/noComponentHookFactories: so the callers want it, once for a module or a state
	return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
		// biome-ignore lint/correctness/useExhaustiveDependencies: as the original, it follows changes only when it is asked to
		useEffect(() => {
			if (users++ === 0) {
				sheet = new CSSStyleSheet()
				sheet.replaceSync(styles)
				document.adoptedStyleSheets.push(sheet)
			}
			return () => {
				if (--users > 0) return
				document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
			}
		}, [styles && dynamic])
		return null
	}
}

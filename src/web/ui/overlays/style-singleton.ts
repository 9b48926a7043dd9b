import { useEffect } from 'react'

/**
 * Replaces `react-style-singleton`, with which Radix blocks scrolling behind a dialog: its style element would
 * violate the page's policy; an adopted style sheet does not.
 */
export function styleSingleton() {
	let users = 0
	let sheet: CSSStyleSheet | undefined
	// biome-ignore lint/correctness/noComponentHookFactories: the callers expect one hook per module or state
	return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
		// biome-ignore lint/correctness/useExhaustiveDependencies: like the original, it follows changes only on request
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

import { WordmarkText } from '#web/ui/wordmark/wordmark-text.tsx'

/** The wordmark as a link to the home page; the same on right-to-left pages, as a logo is. */
export function Wordmark() {
	return (
		<a className="wordmark" href="/" dir="ltr">
			<WordmarkText />
		</a>
	)
}

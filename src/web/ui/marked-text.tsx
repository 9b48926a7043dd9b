import { matchParts } from '#web/lib/format/match-parts.ts'
import './marked-text.css'

/** A text with the words that a search found marked; see `matchParts` for `lead` and `most`. */
export function MarkedText({
	text,
	search,
	lead,
	most,
}: {
	text: string
	search: string
	lead?: number
	most?: number
}) {
	return matchParts(text, search, lead, most).map(({ text: part, isMatch, at }) =>
		isMatch ? (
			<mark className="ui-match" key={at}>
				{part}
			</mark>
		) : (
			part
		),
	)
}

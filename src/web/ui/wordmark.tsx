import './wordmark.css'

/** The product's name with its opening quotation mark. Wrap it in a link where it leads somewhere. */
export function Wordmark() {
	return (
		<span className="ui-wordmark">
			<span className="ui-wordmark-quote" aria-hidden="true">
				“
			</span>
			plaudit
		</span>
	)
}

import { WordmarkText } from './wordmark-text.tsx'
import './wordmark-app.css'

/** The product's name with its opening quotation mark. Wrap it in a link where it leads somewhere. */
export function Wordmark() {
	return (
		<span className="wordmark ui-wordmark" dir="ltr">
			<WordmarkText />
		</span>
	)
}

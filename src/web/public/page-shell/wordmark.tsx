/** The wordmark as a link to the home page. */
export function Wordmark() {
	return (
		<a className="wordmark" href="/">
			<b aria-hidden="true">“</b>plaudit
		</a>
	)
}

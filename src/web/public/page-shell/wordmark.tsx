/** The name with its mark, leading home. */
export function Wordmark() {
	return (
		<a className="wordmark" href="/">
			<b aria-hidden="true">“</b>plaudit
		</a>
	)
}

/** The letters of the wordmark, for the app and public pages; wordmark.css gives them their shape. */
export function WordmarkText() {
	return (
		<>
			<b aria-hidden="true">“</b>plaudit
		</>
	)
}

import './spinner.css'

/** A small turning ring in the colour of the text around it; say in words what is going on beside it. */
export function Spinner() {
	return <span className="ui-spin" aria-hidden="true" />
}

/** The centred ring while a screen's code or data loads; appears after 150 ms, so that quick loads do not flash. */
export function PageSpinner() {
	return (
		<div className="ui-spin-page" role="status">
			<Spinner />
			<span className="ui-sr">Loading</span>
		</div>
	)
}

/** The full screen while the auth state is first being determined (product.md §2). */
export function FullScreenLoading() {
	return (
		<div className="ui-loading" role="status">
			Loading…
		</div>
	)
}

import './spinner.css'

/** A small spinner in the colour of the text around it; describe the work in words beside it. */
export function Spinner() {
	return <span className="ui-spin" aria-hidden="true" />
}

/**
 * The spinner in the middle of the window while a screen's code or data loads; appears after 150 ms, so that quick loads do not flash.
 */
export function PageSpinner() {
	return (
		<div className="ui-spin-page" role="status">
			<Spinner />
			<span className="ui-sr">Loading</span>
		</div>
	)
}

/** Fills the screen while the auth state is being determined. */
export function FullScreenLoading() {
	return (
		<div className="ui-loading" role="status">
			Loading…
		</div>
	)
}

const star =
	'M12 2.4l2.94 6.1 6.66.92-4.85 4.66 1.18 6.65L12 17.5l-5.93 3.23 1.18-6.65L2.4 9.42l6.66-.92z'

/** The one drawing of a star; every other star on the page refers to it. */
export function StarSymbol() {
	return (
		<svg className="vh" aria-hidden="true">
			<symbol id="s" viewBox="0 0 24 24">
				<path d={star} />
			</symbol>
		</svg>
	)
}

/** A rating as given, read out as one phrase. Needs `StarSymbol` on the page. */
export function Rated({ rating, label }: { rating: number; label: string }) {
	return (
		<span className="rated" role="img" aria-label={label}>
			{[1, 2, 3, 4, 5].map((value) => (
				<svg key={value} className={value <= rating ? 'on' : undefined} aria-hidden="true">
					<use href="#s" />
				</svg>
			))}
		</span>
	)
}

import type { ReactNode } from 'react'

const star = 'M12 2.4l2.94 6.1 6.66.92-4.85 4.66 1.18 6.65L12 17.5l-5.93 3.23 1.18-6.65L2.4 9.42l6.66-.92z'

/** The symbol of a star; every other star on the page refers to it. */
export function StarSymbol() {
	return (
		<svg className="vh" aria-hidden="true">
			<symbol id="s" viewBox="0 0 24 24">
				<path d={star} />
			</symbol>
		</svg>
	)
}

/** A rating, read out as one phrase. Needs `StarSymbol` on the page. */
export function StarRating({ rating, label }: { rating: number; label: string }) {
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

const values = [1, 2, 3, 4, 5] as const
type Value = (typeof values)[number]

/** The symbol of a large star; needed once on a page with `StarRadios`. */
export function LargeStarSymbol() {
	return (
		<svg className="vh" aria-hidden="true">
			<symbol id="star" viewBox="0 0 48 48">
				<path transform="translate(2.4 2.4) scale(1.8)" d={star} />
			</symbol>
		</svg>
	)
}

/** Five radios named `rating` in reading order; CSS fills all up to the checked one. */
export function StarRadios(props: {
	chosen: string | undefined
	required: boolean
	label: (value: Value) => string
	said: (value: Value) => string
	children?: ReactNode
}) {
	return (
		<div className="starline">
			<div className="stars">
				{values.map((value) => (
					<label className="star" htmlFor={`star-${value}`} key={value}>
						<input
							type="radio"
							name="rating"
							id={`star-${value}`}
							value={value}
							required={props.required}
							defaultChecked={props.chosen === String(value)}
						/>
						<svg aria-hidden="true">
							<use href="#star" />
						</svg>
						<span className="vh">{props.label(value)}</span>
					</label>
				))}
			</div>
			<span className="said" aria-hidden="true">
				{values.map((value) => (
					<b className={`w${value}`} key={value}>
						{props.said(value)}
					</b>
				))}
			</span>
			{props.children}
		</div>
	)
}

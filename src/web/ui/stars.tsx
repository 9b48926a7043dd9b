import { classNames } from './class-names.ts'
import './badge.css'

const star = 'M7 1.2l1.75 3.7 4.05.5-3 2.8.8 4L7 10.2l-3.6 2 .8-4-3-2.8 4.05-.5z'

/** A rating of 1 to 5 as stars. Without a rating, show the text "No rating" instead. */
export function Stars({ rating, large = false }: { rating: number; large?: boolean }) {
	return (
		<svg
			className={classNames('ui-stars', large && 'ui-stars-large')}
			viewBox="0 0 74 14"
			role="img"
			aria-label={`${rating} of 5 stars`}
		>
			{[1, 2, 3, 4, 5].map((place) => (
				<path
					key={place}
					d={star}
					transform={`translate(${(place - 1) * 15})`}
					fill={place <= rating ? 'currentColor' : 'none'}
					stroke="currentColor"
					strokeWidth="1"
					strokeLinejoin="round"
				/>
			))}
		</svg>
	)
}

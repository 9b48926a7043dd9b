import { Star } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { TextButton } from '#web/ui/button.tsx'
import './rating-field.css'

const choices = [1, 2, 3, 4, 5]

/** Five stars to choose from, or none: a radio group in reading order. Null is "no rating". */
export function RatingField({
	label,
	value,
	help,
	onChange,
}: {
	label: ReactNode
	value: number | null
	help: ReactNode
	onChange: (rating: number | null) => void
}) {
	const name = useId()
	return (
		<fieldset className="ui-rating">
			<legend>{label}</legend>
			<div className="ui-rating-stars">
				{choices.map((rating) => (
					<label key={rating}>
						<input
							className="ui-sr"
							type="radio"
							name={name}
							value={rating}
							checked={rating === value}
							onChange={() => onChange(rating)}
						/>
						<Star
							size={22}
							strokeWidth={1.5}
							className={value !== null && rating <= value ? 'ui-rating-on' : undefined}
							aria-hidden="true"
						/>
						<span className="ui-sr">{rating === 1 ? '1 star' : `${rating} stars`}</span>
					</label>
				))}
				{value === null ? null : <TextButton onClick={() => onChange(null)}>No rating</TextButton>}
			</div>
			<p className="ui-help">{help}</p>
		</fieldset>
	)
}

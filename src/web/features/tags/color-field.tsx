import { useId } from 'react'
import { type TagColor, tagColors } from '#shared/rows.ts'
import { TagDot } from '#web/ui/tag-dot.tsx'

const labels: Record<TagColor, string> = {
	green: 'Green',
	amber: 'Amber',
	blue: 'Blue',
	clay: 'Clay',
	violet: 'Violet',
	grey: 'Grey',
}

/** Chooses one of the colours that tags have. */
export function ColorField({ value, onChange }: { value: TagColor; onChange: (color: TagColor) => void }) {
	const name = useId()
	return (
		<fieldset className="tag-colors">
			<legend className="ui-label">Colour</legend>
			{tagColors.map((color) => (
				<label key={color} title={labels[color]}>
					<input
						className="ui-sr"
						type="radio"
						name={name}
						aria-label={labels[color]}
						checked={color === value}
						onChange={() => onChange(color)}
					/>
					<TagDot color={color} />
				</label>
			))}
		</fieldset>
	)
}

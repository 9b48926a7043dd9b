import type { Island } from '#web/public/collect/island.ts'
import { FieldError, type Problem } from '#web/public/page-shell/field-error.tsx'
import { StarRadios } from '#web/public/page-shell/stars.tsx'

/** The rating. An optional one can be cleared. */
export function StarField({ island, problem }: { island: Island; problem: Problem | undefined }) {
	const { words, form } = island
	const required = form.rating === 'required'
	return (
		<fieldset className="part" aria-describedby={problem ? 'rating-x' : undefined}>
			<legend>
				{`${words.rating} `}
				{required ? null : <span className="opt">{words.optional}</span>}
			</legend>
			<StarRadios
				chosen={island.values.rating}
				required={required}
				label={(value) => words[`star${value}`]}
				said={(value) => words[`said${value}`]}
			>
				{required ? null : (
					<button className="unrate" type="button" onClick={clearRating}>
						{words.noRating}
					</button>
				)}
			</StarRadios>
			<FieldError problem={problem} />
		</fieldset>
	)
}

function clearRating({ currentTarget: { form } }: { currentTarget: HTMLButtonElement }) {
	const chosen = form?.querySelector<HTMLInputElement>('[name=rating]:checked')
	if (!chosen) return
	chosen.checked = false
	chosen.dispatchEvent(new Event('input', { bubbles: true }))
	form?.querySelector<HTMLInputElement>('[name=rating]')?.focus()
}

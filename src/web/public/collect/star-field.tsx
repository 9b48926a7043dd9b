import { FieldError } from './field-error.tsx'
import type { Island, Problem } from './island.ts'

const values = [1, 2, 3, 4, 5] as const

/** Five radios in reading order. An optional rating can be taken back: a missing one stays missing. */
export function StarField({ island, problem }: { island: Island; problem: Problem | undefined }) {
	const { words, form } = island
	const required = form.rating === 'required'
	return (
		<fieldset className="part" aria-describedby={problem ? 'rating-x' : undefined}>
			<legend>
				{words.rating}
				{required ? null : <span className="opt">{words.optional}</span>}
			</legend>
			<div className="starline">
				<div className="stars">
					{values.map((value) => (
						<label className="star" key={value}>
							<input
								type="radio"
								name="rating"
								id={`star-${value}`}
								value={value}
								required={required}
								defaultChecked={island.values.rating === String(value)}
							/>
							<svg aria-hidden="true">
								<use href="#star" />
							</svg>
							<span className="vh">{words[`star${value}`]}</span>
						</label>
					))}
				</div>
				<span className="said" aria-hidden="true">
					{values.map((value) => (
						<b className={`w${value}`} key={value}>
							{words[`said${value}`]}
						</b>
					))}
				</span>
				{required ? null : (
					<button className="unrate" type="button" onClick={clearRating}>
						{words.noRating}
					</button>
				)}
			</div>
			<FieldError problem={problem} />
		</fieldset>
	)
}

function clearRating({ currentTarget }: { currentTarget: HTMLButtonElement }) {
	const first = currentTarget.form?.querySelector<HTMLInputElement>('[name=rating]')
	const chosen = currentTarget.form?.querySelector<HTMLInputElement>('[name=rating]:checked')
	if (!chosen) return
	chosen.checked = false
	chosen.dispatchEvent(new Event('input', { bubbles: true }))
	first?.focus()
}

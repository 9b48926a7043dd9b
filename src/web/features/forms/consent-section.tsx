import { Lock } from 'lucide-react'
import { useDebounced } from '#web/lib/debounced.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { AreaField } from '#web/ui/text-field.tsx'
import { useAgreed } from './forms-data.ts'
import type { PartProps } from './words-section.tsx'

/** The words beside the box that makes publishing possible. They cannot be empty. */
export function ConsentSection({ draft, problems, change }: PartProps) {
	const { space } = useSpace()
	const agreed = useAgreed(space.id, useDebounced(draft.consent_text, 900)).data ?? 0
	const so = agreed === 1 ? 'the one who agreed to this one keeps it' : null
	return (
		<section aria-labelledby="consent-title">
			<div className="editor-head">
				<h2 className="ui-section-title" id="consent-title">
					Consent
				</h2>
			</div>
			<AreaField
				label="Words beside the box"
				hideLabel
				className="editor-consent"
				dir="auto"
				maxLength={2000}
				value={draft.consent_text}
				error={problems.consent_text}
				help={
					<>
						<Lock size={13} aria-hidden="true" /> The box starts unticked, and whoever leaves it so
						is read by you alone. A new wording counts from the next testimonial
						{agreed > 0
							? `; ${so ?? `the ${formatNumber(agreed)} people who agreed to this one keep it`}.`
							: '.'}
					</>
				}
				onChange={(event) => change({ type: 'set', part: { consent_text: event.target.value } })}
			/>
		</section>
	)
}

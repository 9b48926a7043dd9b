import { Image, Lock, Mic, TextAlignStart, Video } from 'lucide-react'
import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { isRecordingKind, type Kind } from '#shared/form/public-form.ts'
import { useConsentCount } from '#web/features/forms/use-forms.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { allKinds, kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/text-field.tsx'
import { ConsentLanguages } from './consent-languages.tsx'
import { askingRules, EditorSection, type SectionProps } from './editor-section.tsx'

const icons = { text: TextAlignStart, photo: Image, video: Video, audio: Mic }

/** Offered limits of a recording, in seconds; a program may set others. */
const recordingSeconds = [30, 60, 120, 180, 300]

/** "2 minutes" */
const formatSeconds = (seconds: number): string => {
	const isWhole = seconds % 60 === 0
	const unit = isWhole ? 'minute' : 'second'
	return (isWhole ? seconds / 60 : seconds).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' })
}

/** The accepted kinds, how long recordings may be, and whether visitors rate. */
export function AcceptsSection({ draft, problems, edit }: SectionProps) {
	const toggle = (kind: Kind, on: boolean) =>
		edit({ accepts: allKinds.filter((one) => (one === kind ? on : draft.accepts.includes(one))) })
	return (
		<section className="editor-pairs" aria-label="What it accepts">
			<span className="editor-name" id="form-accepts">
				They may send
			</span>
			<div>
				<fieldset className="editor-kinds" aria-labelledby="form-accepts">
					{allKinds.map((kind) => {
						const Icon = icons[kind]
						return (
							<label className="editor-kind" key={kind}>
								<input
									className="ui-sr"
									type="checkbox"
									checked={draft.accepts.includes(kind)}
									onChange={(event) => toggle(kind, event.target.checked)}
								/>
								<Icon size={16} aria-hidden="true" />
								{kindLabels[kind]}
							</label>
						)
					})}
				</fieldset>
				{problems.accepts ? (
					<p className="ui-error" role="alert">
						{problems.accepts}
					</p>
				) : null}
			</div>
			{draft.accepts.some(isRecordingKind) ? (
				<>
					<span className="editor-name">Recordings</span>
					<div>
						<SelectField
							label="Longest recording"
							hideLabel
							value={draft.max_seconds}
							onChange={(event) => edit({ max_seconds: Number(event.target.value) })}
						>
							{[...new Set([...recordingSeconds, draft.max_seconds])]
								.sort((a, b) => a - b)
								.map((seconds) => (
									<option key={seconds} value={seconds}>
										Up to {formatSeconds(seconds)}
									</option>
								))}
						</SelectField>
					</div>
				</>
			) : null}
			<span className="editor-name">Rating</span>
			<div>
				<SegmentedControl
					label="Rating"
					value={draft.rating}
					options={askingRules}
					onChange={(rating) => edit({ rating })}
				/>
			</div>
			<span className="editor-name">Headline</span>
			<div>
				<SegmentedControl
					label="Headline"
					value={draft.title_rule}
					options={askingRules}
					onChange={(title_rule) => edit({ title_rule })}
				/>
				<p className="ui-small ui-quiet">A line of their own above the words.</p>
			</div>
		</section>
	)
}

/** The consent text, which is required, and those in other languages. */
export function ConsentSection(props: SectionProps & { texts: FormTextsByLanguage }) {
	const { draft, problems, edit } = props
	const { space } = useSpace()
	const consentCount = useConsentCount(space.id, useDebounced(draft.consent_text, 900)).data ?? 0
	const singularText = consentCount === 1 ? 'the one who agreed to this one keeps it' : null
	return (
		<EditorSection id="consent-title" title="Consent">
			<TextAreaField
				label="Words beside the box"
				hideLabel
				className="editor-consent"
				dir="auto"
				maxLength={2000}
				value={draft.consent_text}
				error={problems.consent_text}
				help={
					<>
						<Lock size={13} aria-hidden="true" /> The box starts unticked. Without consent, a testimonial is never
						public. A new wording counts from the next testimonial
						{consentCount > 0
							? `; ${singularText ?? `the ${formatNumber(consentCount)} people who agreed to this one keep it`}.`
							: '.'}
					</>
				}
				onChange={(event) => edit({ consent_text: event.target.value })}
			/>
			<ConsentLanguages {...props} />
		</EditorSection>
	)
}

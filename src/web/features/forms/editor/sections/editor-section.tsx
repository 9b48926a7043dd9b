import type { ReactNode } from 'react'
import type { RatingRule } from '#shared/form/public-form.ts'
import type { LocalizedFormTexts } from '#web/features/forms/default-texts.ts'
import type { DraftProblems, FormDraft, FormFields } from '#web/features/forms/editor/form-draft.ts'
import { optionsOf } from '#web/lib/forms/options-of.ts'

/** Props of the sections that edit fields of the form. */
export type SectionProps = {
	draft: FormDraft
	problems: DraftProblems['fields']
	edit: (part: Partial<FormFields>) => void
	/** Texts in the form's language, shown in empty fields. */
	examples: LocalizedFormTexts
}

/** The rules for a part of the form that is not always asked for. */
export const askingRules = optionsOf<RatingRule>({ off: 'Off', optional: 'Optional', required: 'Required' })

/** A section of the editor under a heading, which takes the focus when something in the section is removed. */
export function EditorSection(props: { id: string; title: string; aside?: ReactNode; children: ReactNode }) {
	const { id, title, aside, children } = props
	return (
		<section aria-labelledby={id}>
			<div className="editor-head">
				<h2 className="ui-section-title" id={id} tabIndex={-1}>
					{title}
				</h2>
				{aside}
			</div>
			{children}
		</section>
	)
}

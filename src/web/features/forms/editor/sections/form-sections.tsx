import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { formTextsFor } from '#web/features/forms/default-texts.ts'
import type { DraftProblems } from '#web/features/forms/editor/form-draft.ts'
import type { useFormDraft } from '#web/features/forms/editor/use-form-draft.ts'
import { QuestionList } from '#web/features/forms/questions/question-list.tsx'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { AfterSendingSection } from './after-sending-section.tsx'
import { ApprovalSection } from './approval-section.tsx'
import { AuthorFieldsSection } from './author-fields-section.tsx'
import { AcceptsSection, ConsentSection } from './content-sections.tsx'
import type { SectionProps } from './editor-section.tsx'
import { FormSettingsSection } from './form-settings-section.tsx'
import { LookSection } from './look-section.tsx'
import { PromptsSection } from './prompts-section.tsx'
import { TitleSection } from './title-section.tsx'

/** All parts of a form, in the order in which its page shows them. */
export function FormSections(props: {
	form: LoadedForm
	texts: FormTextsByLanguage
	editor: ReturnType<typeof useFormDraft>
	problems: DraftProblems
	/** A question that is just being made. */
	newQuestion: string | null
	onNewQuestion: (id: string | null) => void
}) {
	const { form, texts, editor, problems } = props
	const { draft, change, save } = editor
	const { space, canEdit } = useSpace()
	const part: SectionProps = {
		draft,
		problems: problems.fields,
		edit: (part) => change({ type: 'set', part }),
		examples: formTextsFor(texts, draft.locale, space.name),
	}
	return (
		<fieldset className="editor-parts" disabled={!canEdit}>
			<legend className="ui-sr">The form</legend>
			<TitleSection {...part} />
			<AcceptsSection {...part} />
			<PromptsSection {...part} />
			<QuestionList
				questions={draft.questions}
				problems={problems.questions}
				newId={props.newQuestion}
				onNew={props.onNewQuestion}
				change={change}
			/>
			<AuthorFieldsSection {...part} />
			<LookSection {...part} />
			<ConsentSection {...part} texts={texts} />
			<AfterSendingSection {...part} />
			<ApprovalSection {...part} />
			<FormSettingsSection {...part} form={form} texts={texts} isSaved={save.is === 'saved'} />
		</fieldset>
	)
}

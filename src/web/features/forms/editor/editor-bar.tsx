import { ChevronRight, ExternalLink } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { FormStatus } from '#web/features/forms/form-status.tsx'
import { SharePanel } from '#web/features/forms/share-panel.tsx'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { HistoryButton } from '#web/ui/versions/history-button.tsx'
import type { DraftProblems } from './form-draft.ts'
import { DraftPanel, PublishButton } from './publish-panel.tsx'
import { SaveStatus } from './save-status.tsx'
import type { useFormDraft } from './use-form-draft.ts'

/** The name of the form, whether its draft is saved and what it changes, and the buttons that publish, discard and share. */
export function EditorBar(props: {
	form: LoadedForm
	editor: ReturnType<typeof useFormDraft>
	problems: DraftProblems
	/** True when a question that is just being made lacks something. */
	isNewIncomplete: boolean
	onHistory: () => void
}) {
	const { form, editor, problems, isNewIncomplete } = props
	const { draft, changes } = editor
	const [sharing, setSharing] = useQueryState('share', parseAsBoolean.withDefault(false))
	return (
		<section className="editor-bar" aria-label="Sharing and saving">
			<div className="editor-crumbs">
				<Link to="/dashboard/forms">Forms</Link>
				<ChevronRight size={12} aria-hidden="true" />
				<h1 tabIndex={-1} dir="auto">
					<bdi>{draft.name || 'A form without a name'}</bdi>
				</h1>
			</div>
			<FormStatus open={draft.is_open} />
			<span className="editor-space" />
			<SaveStatus
				save={editor.save}
				problemCount={problems.count - Number(isNewIncomplete)}
				isNewIncomplete={isNewIncomplete}
				onRetry={editor.retry}
			/>
			<DraftPanel form={form} editor={editor} />
			<HistoryButton onOpen={props.onHistory} />
			<a
				className={classNames(buttonClass({ variant: 'quiet' }), 'editor-view')}
				href={publicUrl.form(form.slug)}
				target="_blank"
				rel="noreferrer"
			>
				<ExternalLink size={16} aria-hidden="true" />
				View page
			</a>
			<SharePanel form={form} isMain={changes.length === 0} open={sharing} onOpenChange={setSharing} />
			<PublishButton form={form} editor={editor} problems={problems} />
		</section>
	)
}

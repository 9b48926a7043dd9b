import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { type LoadedForm, useForm, useFormTexts } from '#web/features/forms/use-forms.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { optionsOf } from '#web/lib/forms/options-of.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { useVersionHistory } from '#web/ui/versions/use-version-history.ts'
import { VersionDialog } from '#web/ui/versions/version-dialog.tsx'
import { VersionNotice } from '#web/ui/versions/version-notice.tsx'
import { EditorBar } from './editor-bar.tsx'
import { formFieldLabels, validateDraft, withParts } from './form-draft.ts'
import { FormPreview } from './form-preview.tsx'
import { FormSections } from './sections/form-sections.tsx'
import { useFormDraft } from './use-form-draft.ts'
import { type FormVersion, useFormVersions } from './use-form-versions.ts'
import './form-editor.css'

const sides = optionsOf({ edit: 'Edit', preview: 'Preview' })

/** /dashboard/forms/:formId: the editor of one form beside its real page. */
export function Page() {
	const { formId = '' } = useParams()
	const { space } = useSpace()
	const formQuery = useForm(space.id, formId)
	const textsQuery = useFormTexts()
	const [form, texts] = [formQuery.data, textsQuery.data]
	if (form && texts)
		return (
			<NuqsAdapter>
				<FormEditor key={form.id} form={form} texts={texts} />
			</NuqsAdapter>
		)
	const query = form ? textsQuery : formQuery
	if (query.isPending) return <PageSpinner />
	return (
		<div className="editor-away">
			{query.error ? (
				<ReadError query={query}>The form could not be read.</ReadError>
			) : (
				<EmptyState
					title="This form is not in this space."
					actions={
						<Link className={buttonClass({})} to="/dashboard/forms">
							All forms
						</Link>
					}
				>
					<p>It was deleted, or it belongs to another of your spaces.</p>
				</EmptyState>
			)}
		</div>
	)
}

function FormEditor({ form, texts }: { form: LoadedForm; texts: FormTextsByLanguage }) {
	const { space, canEdit } = useSpace()
	const editor = useFormDraft(form)
	const { draft, change } = editor
	const [side, setSide] = useState<'edit' | 'preview'>('edit')
	const history = useVersionHistory<FormVersion>(
		() => setSide('preview'),
		({ parts }) => change({ type: 'replaced', draft: withParts(draft, parts) }),
	)
	const versions = useFormVersions(form, history.isOpen)
	const [newQuestion, setNewQuestion] = useState<string | null>(null)
	const problems = validateDraft(draft)
	const { version } = history
	usePageTitle(draft.name, 'Forms', space.name)
	return (
		<>
			<EditorBar
				form={form}
				editor={editor}
				problems={problems}
				isNewIncomplete={newQuestion !== null && problems.questions.has(newQuestion)}
				onHistory={() => history.setOpen(true)}
			/>
			{version ? (
				<div className="editor-news">
					<VersionNotice version={version} history={history} canEdit={canEdit} />
				</div>
			) : null}
			<div className="editor-sides">
				<SegmentedControl label="Edit or preview" value={side} options={sides} onChange={setSide} />
			</div>
			<div className={classNames('editor-split', side === 'preview' && 'editor-previewing')}>
				<div className="editor">
					{canEdit ? null : <Notice>You may look at this form. Changing it takes the role of an editor.</Notice>}
					<ConflictNotice
						what="form"
						labels={formFieldLabels}
						collisions={editor.collisions}
						onTheirs={editor.acceptRemote}
						onMine={editor.keepLocal}
					/>
					<FormSections
						form={form}
						texts={texts}
						editor={editor}
						problems={problems}
						newQuestion={newQuestion}
						onNewQuestion={setNewQuestion}
					/>
				</div>
				<FormPreview form={form} version={version?.version} />
			</div>
			<VersionDialog
				description="What visitors saw after each publication, the newest fifty. A restored version becomes the draft: nothing is shown before you publish it."
				spaceId={space.id}
				versions={versions}
				history={history}
				canEdit={canEdit}
			/>
		</>
	)
}

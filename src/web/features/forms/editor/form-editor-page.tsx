import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { formTextsFor } from '#web/features/forms/default-texts.ts'
import { QuestionList } from '#web/features/forms/questions/question-list.tsx'
import { type LoadedForm, useForm, useFormTexts } from '#web/features/forms/use-forms.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { VersionDialog } from '#web/ui/versions/version-dialog.tsx'
import { VersionNotice } from '#web/ui/versions/version-notice.tsx'
import { AfterSendingSection } from './after-sending-section.tsx'
import { ApprovalSection } from './approval-section.tsx'
import { AuthorFieldsSection } from './author-fields-section.tsx'
import { AcceptsSection, ConsentSection } from './content-sections.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { SectionProps } from './editor-section.tsx'
import { formFieldLabels, validateDraft, withParts } from './form-draft.ts'
import { FormPreview } from './form-preview.tsx'
import { FormSettingsSection } from './form-settings-section.tsx'
import { type FormVersion, useFormVersions } from './history/use-form-versions.ts'
import { LookSection } from './look-section.tsx'
import { PromptsSection } from './prompts-section.tsx'
import { TitleSection } from './title-section.tsx'
import { useFormEditor } from './use-form-editor.ts'
import { useLiveForm } from './use-live-form.ts'
import './form-editor.css'

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
	const editor = useFormEditor(form)
	useLiveForm(space.id, form.id)
	const { draft, change } = editor
	const [side, setSide] = useState<'edit' | 'preview'>('edit')
	const [hasHistory, setHistory] = useState(false)
	const [version, setVersion] = useState<FormVersion | null>(null)
	const versions = useFormVersions(form, hasHistory)
	const [newQuestion, setNewQuestion] = useState<string | null>(null)
	const problems = validateDraft(draft)
	const isNewIncomplete = newQuestion !== null && problems.questions.has(newQuestion)
	usePageTitle(draft.name, 'Forms', space.name)
	const part: SectionProps = {
		draft,
		problems: problems.fields,
		edit: (part) => change({ type: 'set', part }),
		examples: formTextsFor(texts, draft.locale, space.name),
	}
	const look = (former: FormVersion | null) => {
		setVersion(former)
		setHistory(false)
		if (former) setSide('preview')
	}
	const restore = (former: FormVersion) => {
		change({ type: 'replaced', draft: withParts(draft, former.parts) })
		setVersion(null)
		setHistory(false)
	}
	return (
		<>
			<EditorBar
				form={form}
				editor={editor}
				problems={problems}
				isNewIncomplete={isNewIncomplete}
				onHistory={() => setHistory(true)}
			/>
			{version ? (
				<div className="editor-news">
					<VersionNotice
						version={version}
						canEdit={canEdit}
						onRestore={() => restore(version)}
						onClose={() => setVersion(null)}
					/>
				</div>
			) : null}
			<div className="editor-sides">
				<SegmentedControl
					label="Edit or preview"
					value={side}
					options={[
						{ value: 'edit', label: 'Edit' },
						{ value: 'preview', label: 'Preview' },
					]}
					onChange={setSide}
				/>
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
					<fieldset className="editor-parts" disabled={!canEdit}>
						<legend className="ui-sr">The form</legend>
						<TitleSection {...part} />
						<AcceptsSection {...part} />
						<PromptsSection {...part} />
						<QuestionList
							questions={draft.questions}
							problems={problems.questions}
							newId={newQuestion}
							onNew={setNewQuestion}
							change={change}
						/>
						<AuthorFieldsSection {...part} />
						<LookSection {...part} />
						<ConsentSection {...part} texts={texts} />
						<AfterSendingSection {...part} />
						<ApprovalSection {...part} />
						<FormSettingsSection {...part} form={form} texts={texts} isSaved={editor.save.is === 'saved'} />
					</fieldset>
				</div>
				<FormPreview form={form} generation={editor.generation} version={version?.version} />
			</div>
			<VersionDialog
				description="What visitors saw after each publication, the newest fifty. A restored version becomes the draft: nothing is shown before you publish it."
				spaceId={space.id}
				versions={versions}
				canEdit={canEdit}
				open={hasHistory}
				onOpenChange={setHistory}
				onLook={look}
				onRestore={restore}
			/>
		</>
	)
}

import { ChevronRight, ExternalLink } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/page-title.ts'
import { publicAddress } from '#web/lib/public-address.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CollisionNotice } from '#web/ui/collision-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AboutSection } from './about-section.tsx'
import { AcceptsSection } from './accepts-section.tsx'
import { AfterSection } from './after-section.tsx'
import { ConsentSection } from './consent-section.tsx'
import { problemsOf } from './form-draft.ts'
import { FormStatus } from './form-status.tsx'
import { fieldWords } from './form-words.ts'
import type { LoadedForm } from './forms-data.ts'
import { PreviewPane } from './preview-pane.tsx'
import { QuestionList } from './question-list.tsx'
import { SaveLine } from './save-line.tsx'
import { SharePanel } from './share-panel.tsx'
import { useFormEditor } from './use-form-editor.ts'
import { WordsSection } from './words-section.tsx'

/** The editor of a loaded form. */
export function FormEditorScreen({ form }: { form: LoadedForm }) {
	const { space, canEdit } = useSpace()
	const editor = useFormEditor(form)
	const { draft, change, generation } = editor
	const [side, setSide] = useState<'edit' | 'preview'>('edit')
	const [sharing, setSharing] = useQueryState('share', parseAsBoolean.withDefault(false))
	const problems = problemsOf(draft)
	const troubled = Object.keys(problems.fields).length + problems.questions.size
	usePageTitle(draft.name, 'Forms', space.name)
	const part = { draft, problems: problems.fields, change }
	return (
		<>
			<section className="editor-bar" aria-label="Sharing and saving">
				<div className="editor-crumbs">
					<Link to="/dashboard/forms">Forms</Link>
					<ChevronRight size={12} aria-hidden="true" />
					<h1 tabIndex={-1}>
						<bdi>{draft.name || 'A form without a name'}</bdi>
					</h1>
				</div>
				<FormStatus open={draft.is_open} />
				<span className="editor-space" />
				<SaveLine save={editor.save} troubled={troubled} onRetry={editor.retry} />
				<a
					className={classNames(buttonClass({ variant: 'quiet' }), 'editor-view')}
					href={publicAddress.form(form.slug)}
					target="_blank"
					rel="noreferrer"
				>
					<ExternalLink size={16} aria-hidden="true" />
					View page
				</a>
				<SharePanel form={form} open={sharing} onOpenChange={setSharing} />
			</section>
			<div className="editor-sides">
				<Segmented
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
					{canEdit ? null : (
						<Notice>You may look at this form. Changing it takes the role of an editor.</Notice>
					)}
					<CollisionNotice
						what="form"
						words={fieldWords}
						collisions={editor.collisions}
						onTheirs={editor.takeTheirs}
						onMine={editor.dismissCollisions}
					/>
					<fieldset className="editor-parts" disabled={!canEdit}>
						<legend className="ui-sr">The form</legend>
						<WordsSection {...part} />
						<AcceptsSection {...part} />
						<QuestionList
							questions={draft.questions}
							problems={problems.questions}
							change={change}
						/>
						<ConsentSection {...part} />
						<AfterSection {...part} />
						<AboutSection {...part} form={form} />
					</fieldset>
				</div>
				<PreviewPane slug={form.slug} generation={generation} />
			</div>
		</>
	)
}

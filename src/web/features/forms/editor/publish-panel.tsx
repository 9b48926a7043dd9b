import { toast } from 'sonner'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { DraftChanges } from '#web/ui/versions/draft-changes.tsx'
import { type DraftProblems, toParts, withParts } from './form-draft.ts'
import type { useFormEditor } from './use-form-editor.ts'
import { usePublishForm } from './use-publish-form.ts'

type PublishProps = {
	form: LoadedForm
	editor: ReturnType<typeof useFormEditor>
	problems: DraftProblems
}

/** What the draft changes, with the button that discards it. */
export function DraftPanel({ form, editor }: Omit<PublishProps, 'problems'>) {
	const { canEdit } = useSpace()
	const { draft, change, changes } = editor
	if (changes.length === 0) return null
	const discard = () => {
		change({ type: 'replaced', draft: withParts(draft, toParts(form.published)) })
		toast('The draft is discarded.', {
			action: { label: 'Undo', onClick: () => change({ type: 'replaced', draft }) },
		})
	}
	return (
		<span className="editor-draft">
			<DraftChanges spaceId={form.space_id} changes={changes} lastEdit={form.stored} />
			{canEdit ? <TextButton onClick={discard}>Discard</TextButton> : null}
		</span>
	)
}

/** Publishes the draft once all of it is saved. */
export function PublishButton({ form, editor, problems }: PublishProps) {
	const { canEdit } = useSpace()
	const publish = usePublishForm(form)
	if (!canEdit || editor.changes.length === 0) return null
	const isReady = editor.save.is === 'saved' && problems.count === 0 && form.stored !== null
	return (
		<Button
			variant="primary"
			className="editor-publish"
			busy={publish.isPending}
			disabled={!isReady || publish.isPending}
			title={problems.count > 0 ? 'Complete what is marked first.' : undefined}
			onClick={() => publish.mutate()}
		>
			Publish changes
		</Button>
	)
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { errorMessage, StaleError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { DraftChanges } from '#web/ui/versions/draft-changes.tsx'
import { type DraftProblems, toParts, withParts } from './form-draft.ts'
import { publishDraft } from './save-draft.ts'
import type { useFormDraft } from './use-form-draft.ts'

type PublishProps = {
	form: LoadedForm
	editor: ReturnType<typeof useFormDraft>
	problems: DraftProblems
}

/** The changes of the draft, with the button that discards it. */
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

const changedMeanwhile =
	'A colleague changed this form at the same time. Nothing is published yet: look at the changes, and publish again.'

/** Publishes the stored draft of a form. */
const usePublishForm = (form: LoadedForm) => {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async () => publishDraft(await supabase, form),
		onSuccess: () => toast('Published. Visitors see your changes.'),
		onError: (error) => toast.error(error instanceof StaleError ? changedMeanwhile : errorMessage(error)),
		onSettled: () => refetchQueries(queries, queryKeys.forms(form.space_id)),
	})
}

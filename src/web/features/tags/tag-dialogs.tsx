import { toast } from 'sonner'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { deletionTexts, mergeText } from './tag-texts.ts'
import { type ListedTag, useDeleteTag, useMergeTags } from './use-tags.ts'

type Props = { spaceId: string; onClose: () => void; onDone: () => void }

/** Asks before all testimonials and walls of a tag get another one. */
export function MergeDialog({ from, into, spaceId, onClose, onDone }: Props & { from: ListedTag; into: ListedTag }) {
	const merge = useMergeTags(spaceId)
	const run = async () => {
		try {
			await merge.mutateAsync({ from: from.id, into: into.id })
		} catch {
			return
		}
		toast(`“${from.name}” is now “${into.name}”.`)
		onDone()
	}
	return (
		<ConfirmDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Merge “${from.name}” into “${into.name}”?`}
			description={`${mergeText(from, into)} This cannot be undone.`}
			confirm="Merge tags"
			busy={merge.isPending}
			onConfirm={() => void run()}
		>
			{merge.error ? <Notice isError>{errorMessage(merge.error)}</Notice> : null}
		</ConfirmDialog>
	)
}

/** Asks before a tag is deleted, and says what loses it. */
export function DeleteTagDialog({ tag, spaceId, onClose, onDone }: Props & { tag: ListedTag }) {
	const remove = useDeleteTag(spaceId)
	const run = async () => {
		try {
			await remove.mutateAsync(tag.id)
		} catch {
			return
		}
		toast(`The tag “${tag.name}” is deleted.`)
		onDone()
	}
	return (
		<ConfirmDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Delete the tag “${tag.name}”?`}
			description={deletionTexts(tag).join(' ')}
			confirm="Delete tag"
			busy={remove.isPending}
			onConfirm={() => void run()}
		>
			{remove.error ? <Notice isError>{errorMessage(remove.error)}</Notice> : null}
		</ConfirmDialog>
	)
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { importName } from '#web/features/imports/import-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useImportState } from './use-import-state.ts'

/** Deletes what an import added, after a question that says how much of it has been decided since. */
export function UndoImport({
	item,
	isRunning = false,
	size,
}: {
	item: ListedImport
	isRunning?: boolean
	size?: 'tiny'
}) {
	const [isOpen, setOpen] = useState(false)
	const queries = useQueryClient()
	const { data: state } = useImportState(item, isOpen)
	const undo = useMutation({
		mutationFn: async () => throwIfError(await (await supabase).rpc('undo_import', { import_id: item.id })),
		onSuccess: async () => {
			setOpen(false)
			await refetchQueries(queries, queryKeys.imports(item.space_id))
		},
	})
	return (
		<ConfirmDialog
			open={isOpen}
			onOpenChange={(open) => {
				undo.reset()
				setOpen(open)
			}}
			trigger={
				<Button {...(size && { size })}>
					<Undo2 size={size === 'tiny' ? 14 : 16} aria-hidden="true" />
					{isRunning ? 'Stop and undo' : size === 'tiny' ? 'Undo' : 'Undo this import'}
					{size === 'tiny' ? <span className="ui-sr"> the import of {importName(item)}</span> : null}
				</Button>
			}
			title={isRunning ? 'Stop this import and undo it?' : 'Undo this import?'}
			description={
				<>
					{state ? `${formatCount(state.present, 'testimonial')} from ` : 'All testimonials from '}
					<bdi>{importName(item)}</bdi> will be deleted for good.{' '}
					{state && state.approved > 0
						? `${formatNumber(state.approved)} of them ${state.approved === 1 ? 'was' : 'were'} approved, and ${state.approved === 1 ? 'disappears' : 'disappear'} from your walls. `
						: ''}
					{state && state.replied > 0
						? `${formatCount(state.replied, 'reply', 'replies')} of yours will go with them. `
						: ''}
					The file itself is not touched: you can import it again.
				</>
			}
			confirm="Undo the import"
			dismiss="Keep them"
			busy={undo.isPending}
			onConfirm={() => undo.mutate()}
		>
			{undo.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(undo.error)}
				</p>
			) : null}
		</ConfirmDialog>
	)
}

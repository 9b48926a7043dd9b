import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import type { ImportRowRow } from '#shared/rows.ts'
import { messageOf } from '#web/features/imports/choose/use-import-input.ts'
import { targetLabels } from '#web/features/imports/import-words.ts'
import { ImportRefused, mendRow } from '#web/features/imports/send-import.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'

/** Mends the cells of a refused row, and adds it. */
export function MendRow({ row, item, cells }: { row: ImportRowRow; item: ListedImport; cells: string[] }) {
	const [isOpen, setOpen] = useState(false)
	return (
		<Dialog
			open={isOpen}
			onOpenChange={setOpen}
			trigger={
				<Button size="tiny">
					Mend<span className="ui-sr"> row {row.row}</span>
				</Button>
			}
			title={`Row ${row.row}`}
			description={row.reason ?? ''}
		>
			<MendForm row={row} item={item} cells={cells} onDone={() => setOpen(false)} />
		</Dialog>
	)
}

function MendForm({
	row,
	item,
	cells,
	onDone,
}: {
	row: ImportRowRow
	item: ListedImport
	cells: string[]
	onDone: () => void
}) {
	const { columns, mapping } = item
	const [values, setValues] = useState(() => columns.map((_, at) => cells[at] ?? ''))
	const queries = useQueryClient()
	const mend = useMutation({
		mutationFn: async () => mendRow(await supabase, item.id, row.row, values),
		onSuccess: async () => {
			toast('Added. It waits in Pending.')
			onDone()
			await refetchQueries(queries, queryKeys.imports(item.space_id))
		},
	})
	const faults =
		mend.error instanceof ImportRefused
			? mend.error.fields
			: { ...(row.heading && { [row.heading]: row.reason ?? '' }) }
	const isNamed = columns.some((heading) => heading in faults)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (!mend.isPending) mend.mutate()
	}
	return (
		<form noValidate onSubmit={submit} className="import-mend">
			{mend.error && !isNamed ? (
				<p className="ui-error" role="alert">
					{messageOf(mend.error)}
				</p>
			) : null}
			{columns.map((heading, at) => {
				const target = mapping.columns[at] ?? 'none'
				if (target === 'none') return null
				const props = {
					key: at,
					label: heading,
					aside: <span className="ui-quiet ui-small">{targetLabels[target]}</span>,
					error: faults[heading],
					dir: 'auto',
					value: values[at],
				} as const
				const change = (text: string) => setValues((now) => now.with(at, text))
				const { key, ...rest } = props
				return target === 'text' ? (
					<TextAreaField key={key} {...rest} rows={4} onChange={({ target: field }) => change(field.value)} />
				) : (
					<TextField key={key} {...rest} autoComplete="off" onChange={({ target: field }) => change(field.value)} />
				)
			})}
			<DialogFooter>
				<Button type="submit" variant="primary" busy={mend.isPending}>
					Add this row
				</Button>
			</DialogFooter>
		</form>
	)
}

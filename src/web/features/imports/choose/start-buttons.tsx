import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { fetchOthers, type ImportInput, startImport } from '#web/features/imports/send-import.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { messageOf } from './use-import-input.ts'

type Props = {
	spaceId: string
	input: ImportInput
	analysis: ImportAnalysis
	mapping: ImportMapping
	isChecking: boolean
	onStarted: (id: string) => void
}

/** Starts the import, or gives the rows that it leaves out. */
export function StartButtons({ spaceId, input, analysis: { counts }, mapping, isChecking, onStarted }: Props) {
	const queries = useQueryClient()
	const start = useMutation({
		mutationFn: async () => startImport(await supabase, spaceId, input, mapping),
		onSuccess: async (id) => {
			await refetchQueries(queries, queryKeys.imports(spaceId))
			onStarted(id)
		},
	})
	const others = useMutation({
		mutationFn: async () => saveBlob(await fetchOthers(await supabase, spaceId, input, mapping), 'left-out.csv'),
	})
	const left = counts.duplicate + counts.refused
	const error = start.error ?? others.error
	return (
		<div className="import-acts">
			<Button
				variant="primary"
				busy={start.isPending}
				disabled={isChecking || counts.new === 0}
				onClick={() => start.mutate()}
			>
				{counts.new === 0 ? 'Nothing new to import' : `Import ${formatCount(counts.new, 'testimonial')}`}
			</Button>
			{left > 0 ? (
				<Button busy={others.isPending} disabled={isChecking} onClick={() => others.mutate()}>
					<Download size={16} aria-hidden="true" />
					{left === 1 ? 'The other one as CSV' : `The ${formatNumber(left)} others as CSV`}
				</Button>
			) : null}
			<span className="ui-small ui-quiet">Nothing is written until you press Import. You can undo it for 30 days.</span>
			{error ? (
				<p className="ui-error" role="alert">
					{messageOf(error)}
				</p>
			) : null}
		</div>
	)
}

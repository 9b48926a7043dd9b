import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import papa from 'papaparse'
import { toast } from 'sonner'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { loadRows } from './use-import-rows.ts'

const pageSize = 1000

/** The rows that were not imported as a CSV file, with the reason of each. */
export function SaveOthers({ item }: { item: ListedImport }) {
	const left = item.duplicates + item.refused
	const save = useMutation({
		mutationFn: async () =>
			saveBlob(new Blob(['\ufeff', await writeOthers(item)], { type: 'text/csv' }), 'left-out.csv'),
		onError: (error) => void toast(errorMessage(error)),
	})
	return (
		<Button busy={save.isPending} onClick={() => save.mutate()}>
			<Download size={16} aria-hidden="true" />
			{left === 1 ? 'The other one as CSV' : `The ${formatNumber(left)} others as CSV`}
		</Button>
	)
}

async function writeOthers(item: ListedImport): Promise<string> {
	const client = await supabase
	const lines: string[][] = [[...item.columns, 'Row', 'Why it was left out']]
	for (let after = 0; ; ) {
		const page = await loadRows(client, item.space_id, item.id, { shown: 'others', after, limit: pageSize })
		for (const { row, outcome, reason, cells } of page)
			if (outcome !== 'added')
				lines.push([...item.columns.map((_, at) => cells?.[at] ?? ''), String(row), reason ?? ''])
		const last = page.at(-1)
		if (!last || page.length < pageSize) return papa.unparse(lines, { escapeFormulae: true })
		after = last.row
	}
}

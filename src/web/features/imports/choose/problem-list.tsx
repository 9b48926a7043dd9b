import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { problemWords } from '#web/features/imports/problem-words.ts'
import { fetchOthers, type ImportInput } from '#web/features/imports/send-import.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { messageOf } from './use-import-input.ts'

/** The rows that would stay out, by reason, each with its count and its first row; all of them as CSV. */
export function ProblemList({
	spaceId,
	input,
	analysis: { problems },
	mapping,
	isChecking,
}: {
	spaceId: string
	input: ImportInput
	analysis: ImportAnalysis
	mapping: ImportMapping
	isChecking: boolean
}) {
	const others = useMutation({
		mutationFn: async () => saveBlob(await fetchOthers(await supabase, spaceId, input, mapping), 'left-out.csv'),
	})
	const left = problems.reduce((sum, { rows }) => sum + rows, 0)
	if (left === 0) return null
	return (
		<section className="import-part" aria-labelledby="import-problems">
			<div className="import-part-top">
				<h2 className="ui-section-title" id="import-problems">
					{formatCount(left, 'row stays out', 'rows stay out')}
				</h2>
				<Button size="tiny" busy={others.isPending} disabled={isChecking} onClick={() => others.mutate()}>
					<Download size={14} aria-hidden="true" />
					Download them as CSV
				</Button>
			</div>
			{others.error ? (
				<p className="ui-error" role="alert">
					{messageOf(others.error)}
				</p>
			) : null}
			<ul className="import-reasons">
				{problems.map(({ problem, rows, row, reason }) => (
					<li key={problem}>
						<span className="import-reason-rows">{formatNumber(rows)}</span>
						<p>
							<strong>{problemWords[problem].title}</strong>{' '}
							<span className="ui-quiet">
								{row > 0 ? `Row ${formatNumber(row)}: ` : ''}
								<bdi>{reason}</bdi>
							</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	)
}

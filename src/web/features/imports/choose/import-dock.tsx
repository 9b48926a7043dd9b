import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { countParts, wordsBefore } from '#web/features/imports/count-parts.ts'
import { type ImportInput, startImport } from '#web/features/imports/send-import.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatCount, formatList, formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { questionId } from './column-questions.tsx'
import { messageOf } from './use-import-input.ts'
import './import-dock.css'

type Props = {
	spaceId: string
	input: ImportInput
	analysis: ImportAnalysis
	mapping: ImportMapping
	/** Positions of columns that wait for an answer. */
	open: readonly number[]
	isChecking: boolean
	/** A refusal of the choices: the counts are those of before. */
	problem: string | undefined
	onStarted: (id: string) => void
}

/** The sum of all choices at the lower edge of the window, with the button that begins the import. */
export function ImportDock({
	spaceId,
	input,
	analysis: { counts },
	mapping,
	open,
	isChecking,
	problem,
	onStarted,
}: Props) {
	const queries = useQueryClient()
	const start = useMutation({
		mutationFn: async () => startImport(await supabase, spaceId, input, mapping),
		onSuccess: async (id) => {
			await refetchQueries(queries, queryKeys.imports(spaceId))
			onStarted(id)
		},
	})
	const parts = countParts(counts, wordsBefore)
	const [first] = open
	const words = formatList(
		parts.filter(({ value }) => value > 0).map(({ value, label }) => `${formatNumber(value)} ${label}`),
	)
	const error = start.error ? messageOf(start.error) : problem
	return (
		<section className="import-dock" data-keep-clear aria-label="Import">
			<div className="import-dock-in">
				<div className="import-dock-sum" aria-busy={isChecking}>
					<Meter tall parts={parts} />
					<p className="ui-sr" role="status">
						{isChecking ? 'Checking every row' : words}
					</p>
					{error ? (
						<p className="ui-error" role="alert">
							{error}
						</p>
					) : null}
				</div>
				<p className="import-dock-note ui-small ui-quiet">
					{isChecking ? (
						<>
							<Spinner /> Checking
						</>
					) : (
						'Undo for 30 days'
					)}
				</p>
				{first !== undefined ? (
					<Button size="tall" onClick={() => goToQuestion(first)}>
						Answer {formatCount(open.length, 'question')}
					</Button>
				) : (
					<Button
						size="tall"
						variant="primary"
						busy={start.isPending}
						disabled={isChecking || problem !== undefined || counts.new === 0}
						onClick={() => start.mutate()}
					>
						{counts.new === 0 ? 'Nothing new to import' : `Import ${formatCount(counts.new, 'testimonial')}`}
					</Button>
				)}
			</div>
		</section>
	)
}

function goToQuestion(at: number): void {
	const question = document.getElementById(questionId(at))
	question?.scrollIntoView({ block: 'center' })
	question?.querySelector('input')?.focus({ preventScroll: true })
}

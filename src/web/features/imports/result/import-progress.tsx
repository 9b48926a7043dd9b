import { importName } from '#web/features/imports/import-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { Progress } from '#web/ui/notices/empty-state.tsx'
import { UndoImport } from './undo-import.tsx'

/** True while a job works on an import, or will. */
export const isRunning = ({ state }: ListedImport): boolean =>
	state === 'queued' || state === 'running' || state === 'undoing'

/** The progress of an import or of its undo. */
export function ImportProgress({ item, canEdit }: { item: ListedImport; canEdit: boolean }) {
	const { state, done, row_count: rows, added, removed } = item
	const [value, max] = state === 'undoing' ? [removed, added] : [done, rows]
	const what = state === 'undoing' ? 'Undoing' : state === 'queued' ? 'Waiting to import' : 'Importing'
	return (
		<section className="import-running" aria-label="Progress">
			<p>
				<strong role="status">
					{what} <bdi>{importName(item)}</bdi>.
				</strong>{' '}
				{formatNumber(value)} of {formatCount(max, state === 'undoing' ? 'testimonial' : 'row')}. You may close this
				page.
			</p>
			<Progress value={value} max={Math.max(1, max)} label={`${what}: ${importName(item)}`} />
			{canEdit && state !== 'undoing' ? (
				<div>
					<UndoImport item={item} isRunning />
				</div>
			) : null}
		</section>
	)
}

import { Check, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { importName } from '#web/features/imports/import-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { UndoImport } from './undo-import.tsx'

/** The progress of an import, or its result. */
export function ImportProgress({ item, canEdit }: { item: ListedImport; canEdit: boolean }) {
	const { state } = item
	if (state === 'queued' || state === 'running' || state === 'undoing') return <Running item={item} canEdit={canEdit} />
	return <Ended item={item} canEdit={canEdit} />
}

function Running({ item, canEdit }: { item: ListedImport; canEdit: boolean }) {
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

function Ended({ item, canEdit }: { item: ListedImport; canEdit: boolean }) {
	const { state, added, duplicates, refused, problem, removed } = item
	const isFailed = state === 'failed'
	return (
		<Notice
			isError={isFailed}
			icon={isFailed ? <TriangleAlert size={16} aria-hidden="true" /> : <Check size={16} aria-hidden="true" />}
		>
			<p>
				{state === 'undone' ? (
					<strong>This import is undone: {formatCount(removed, 'testimonial')} deleted.</strong>
				) : (
					<>
						<strong>
							{isFailed ? `The import stopped: ${problem} ` : ''}
							{formatCount(added, 'testimonial')} {added === 1 ? 'is' : 'are'} in your inbox.
						</strong>{' '}
						{[
							duplicates > 0 ? `${formatNumber(duplicates)} ${duplicates === 1 ? 'was' : 'were'} here before` : '',
							refused > 0 ? `${formatNumber(refused)} could not be read` : '',
							timeTaken(item),
						]
							.filter(Boolean)
							.join(', ')}
						. <Pictures item={item} />
					</>
				)}
			</p>
			{state === 'undone' ? null : (
				<p className="import-acts">
					{added > 0 ? (
						<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/inbox">
							Read them
						</Link>
					) : null}
					{canEdit && added > 0 ? <UndoImport item={item} /> : null}
				</p>
			)}
		</Notice>
	)
}

function Pictures({ item: { pictures, pictures_done: done, pictures_failed: failed } }: { item: ListedImport }) {
	if (pictures === 0) return null
	if (done < pictures)
		return (
			<>
				Pictures: {formatNumber(done)} of {formatNumber(pictures)} fetched.{' '}
			</>
		)
	return (
		<>
			{failed > 0
				? `${formatCount(failed, 'picture')} could not be fetched; the link is kept with the row. `
				: 'All pictures are fetched. '}
		</>
	)
}

function timeTaken({ started_at: from, finished_at: to }: ListedImport): string {
	if (!from || !to) return ''
	return `in ${formatCount(Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1000)), 'second')}`
}

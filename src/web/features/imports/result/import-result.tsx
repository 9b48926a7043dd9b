import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { TileHead } from '#web/features/imports/choose/import-head.tsx'
import { countParts, countsOf, wordsAfter } from '#web/features/imports/count-parts.ts'
import { canUndo } from '#web/features/imports/earlier-imports.tsx'
import { importName, sourceName } from '#web/features/imports/import-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { formatDate, formatDateTime } from '#web/lib/format/format-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ChangeTable } from './change-table.tsx'
import { FileFacts } from './file-facts.tsx'
import { ImportProgress, isRunning } from './import-progress.tsx'
import { ImportSums } from './import-sums.tsx'
import { PictureNotice } from './picture-notice.tsx'
import { RowGroups } from './row-groups.tsx'
import { UndoImport } from './undo-import.tsx'
import './result.css'

/** One import as a page: its progress first, then what it did, which can be read for as long as the space exists. */
export function ImportResult({ item, canEdit, onBack }: { item: ListedImport; canEdit: boolean; onBack: () => void }) {
	const isOver = !isRunning(item)
	return (
		<>
			<Button variant="quiet" className="import-back" onClick={onBack}>
				<ChevronLeft size={14} aria-hidden="true" />
				All imports
			</Button>
			<TileHead
				name={sourceName(item)}
				title={
					<h1 className="ui-page-title" tabIndex={-1}>
						{titleOf(item)}
					</h1>
				}
				text={<About item={item} />}
			>
				{item.added > 0 && item.state !== 'undone' && isOver ? (
					<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/inbox">
						Read them
					</Link>
				) : null}
				{isOver && canEdit && canUndo(item) ? <UndoImport item={item} /> : null}
			</TileHead>
			<div className="import">
				{isOver ? <Ending item={item} /> : <ImportProgress item={item} canEdit={canEdit} />}
				{item.done > 0 ? (
					<>
						<Meter
							tall
							parts={countParts(countsOf(item), wordsAfter)}
							end={<span className="ui-quiet">{formatCount(item.row_count, 'row')} in all</span>}
						/>
						<ImportSums item={item} />
						<PictureNotice item={item} canEdit={canEdit} />
						<ChangeTable item={item} />
						<RowGroups item={item} canEdit={canEdit} />
					</>
				) : null}
				<FileFacts item={item} />
				<UndoLine item={item} />
			</div>
		</>
	)
}

function titleOf(item: ListedImport): string {
	const { state, added } = item
	if (state === 'undone') return `The import from ${sourceName(item)} was undone`
	if (state === 'failed') return `The import from ${sourceName(item)} stopped`
	if (isRunning(item)) return `Import from ${sourceName(item)}`
	return `${formatCount(added, 'testimonial')} came from ${sourceName(item)}`
}

function About({ item }: { item: ListedImport }) {
	const { created_at: at, started_at: from, finished_at: to, by } = item
	const seconds = from && to ? Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1000)) : null
	return (
		<>
			<bdi>{importName(item)}</bdi>, <time dateTime={at}>{formatDateTime(at)}</time>
			{by ? (
				<>
					, by <bdi>{by}</bdi>
				</>
			) : null}
			{seconds === null ? '' : `, in ${formatCount(seconds, 'second')}`}.
		</>
	)
}

/** A sentence on how it ended, announced when it ends while the page is open. */
function Ending({ item: { state, added, removed, problem, undone_at: undoneAt } }: { item: ListedImport }) {
	if (state === 'failed')
		return (
			<Notice isError>
				<p>
					<strong>{problem ?? 'The server could not go on.'}</strong> {formatCount(added, 'testimonial')} came in
					before.
				</p>
			</Notice>
		)
	if (state === 'undone')
		return (
			<Notice>
				<p>
					<strong>This import is undone: {formatCount(removed, 'testimonial')} deleted.</strong>
					{undoneAt ? ` On ${formatDate(undoneAt)}.` : ''} This page stays.
				</p>
			</Notice>
		)
	return (
		<p className="ui-sr" role="status">
			{added === 1 ? '1 testimonial is' : `${formatNumber(added)} testimonials are`} in your inbox.
		</p>
	)
}

function UndoLine({ item: { undo_until: until, state } }: { item: ListedImport }) {
	if (!until || state === 'undone') return null
	const isOver = Date.parse(until) < Date.now()
	return (
		<p className="import-foot ui-small ui-quiet">
			<span>
				{isOver
					? `Undo ended on ${formatDate(until)}. Testimonials can still be deleted one by one.`
					: `Undo until ${formatDate(until)}.`}
			</span>
			<span>This page stays.</span>
		</p>
	)
}

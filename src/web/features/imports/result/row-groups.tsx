import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Download, Lock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { toast } from 'sonner'
import type { ImportRowRow } from '#shared/rows.ts'
import { answerRows, countsOf } from '#web/features/imports/count-parts.ts'
import { problemWords } from '#web/features/imports/problem-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type RowGroup, useProblemCounts, writeOthers } from './import-rows.ts'
import { RowTable } from './row-table.tsx'

type Props = { item: ListedImport; canEdit: boolean }

/** The rows that stayed out, by reason, and below them those that came in. Each group opens into its rows. */
export function RowGroups({ item, canEdit }: Props) {
	const { added, duplicates, refused, left_out: leftOut, erased, pictures_failed: failed, state } = item
	const counts = useProblemCounts(item)
	const left = duplicates + refused + leftOut + erased
	const isUndone = state === 'undone'
	const ended: { outcome: ImportRowRow['outcome']; rows: number; title: string }[] = [
		{ outcome: isUndone ? 'undone' : 'added', rows: added, title: isUndone ? 'Undone' : 'Came in' },
		{ outcome: 'reply', rows: isUndone ? 0 : answerRows(countsOf(item)), title: 'Became replies' },
	]
	return (
		<section className="import-part" aria-labelledby="import-rows">
			<div className="import-part-top">
				<h2 className="ui-section-title" id="import-rows">
					{left === 0 ? 'Every row came in' : formatCount(left, 'row stayed out', 'rows stayed out')}
				</h2>
				{left > 0 ? <SaveOthers item={item} /> : null}
			</div>
			{counts.error ? <p className="ui-error">{errorMessage(counts.error)}</p> : null}
			<ul className="import-reasons">
				{counts.data?.map(({ problem, rows }) => (
					<Group
						key={problem}
						id={`import-group-${problem}`}
						rows={rows}
						title={problemWords[problem].title}
						about={problemWords[problem].about}
						isClosed={problem === 'erased'}
						group={{ problem }}
						item={item}
						canEdit={canEdit}
					/>
				))}
				{failed > 0 && !isUndone ? (
					<Group
						id="import-group-pictures"
						rows={failed}
						title="Pictures that did not come"
						about="Their testimonials are here. The address is kept with the row."
						group="pictures"
						item={item}
						canEdit={canEdit}
					/>
				) : null}
				{ended
					.filter(({ rows }) => rows > 0)
					.map(({ outcome, rows, title }) => (
						<Group
							key={outcome}
							id={`import-group-${outcome}`}
							rows={rows}
							title={title}
							about=""
							group={{ outcome }}
							item={item}
							canEdit={canEdit}
						/>
					))}
			</ul>
		</section>
	)
}

function Group({
	id,
	rows,
	title,
	about,
	isClosed = false,
	group,
	item,
	canEdit,
}: Props & { id: string; rows: number; title: string; about: ReactNode; isClosed?: boolean; group: RowGroup }) {
	const [isOpen, setOpen] = useState(false)
	const list = useId()
	return (
		<li id={id} className="import-group">
			<span className="import-reason-rows">{formatNumber(rows)}</span>
			<p>
				<strong>{title}</strong> <span className="ui-quiet">{about}</span>
			</p>
			{isClosed ? (
				<Badge icon={<Lock size={14} aria-hidden="true" />}>Closed</Badge>
			) : (
				<Button
					size="tiny"
					aria-expanded={isOpen}
					aria-controls={list}
					onClick={() => setOpen(!isOpen)}
					className={classNames('import-group-button', isOpen && 'import-group-open')}
				>
					{isOpen ? 'Close' : 'See'}
					<span className="ui-sr"> {title.toLowerCase()}</span>
					<ChevronDown size={14} aria-hidden="true" />
				</Button>
			)}
			<div id={list} className="import-group-rows" hidden={!isOpen}>
				{isOpen ? <RowTable item={item} group={group} canEdit={canEdit} label={title} /> : null}
			</div>
		</li>
	)
}

function SaveOthers({ item }: { item: ListedImport }) {
	const save = useMutation({
		mutationFn: async () =>
			saveBlob(new Blob(['\ufeff', await writeOthers(item)], { type: 'text/csv' }), 'left-out.csv'),
		onError: (error) => void toast(errorMessage(error)),
	})
	return (
		<Button size="tiny" busy={save.isPending} onClick={() => save.mutate()}>
			<Download size={14} aria-hidden="true" />
			All as CSV
		</Button>
	)
}

import { ImageOff } from 'lucide-react'
import { Link } from 'react-router'
import type { ImportTarget } from '#shared/import/import-api.ts'
import type { ImportRowRow } from '#shared/rows.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type RowGroup, useImportRows } from './import-rows.ts'
import { MendRow } from './mend-row.tsx'

type Props = { item: ListedImport; canEdit: boolean }

/** The rows of one group. Refused ones can be mended, duplicates compared. */
export function RowTable({ item, canEdit, group, label }: Props & { group: RowGroup; label: string }) {
	const list = useImportRows(item, group)
	const rows = list.data?.pages.flat() ?? []
	if (list.error) return <p className="ui-error">{errorMessage(list.error)}</p>
	if (list.isPending) return <Spinner />
	if (rows.length === 0) return <p className="ui-quiet ui-small">None of them is here any more.</p>
	return (
		<>
			<table className="import-table import-row-table" aria-label={label}>
				<thead>
					<tr>
						<th scope="col">Row</th>
						<th scope="col">In the file</th>
						<th scope="col">Result</th>
						<th scope="col">
							<span className="ui-sr">Act</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<Row key={row.row} row={row} item={item} canEdit={canEdit} />
					))}
				</tbody>
			</table>
			{list.hasNextPage ? (
				<p className="import-acts">
					<Button size="tiny" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
						Show more
					</Button>
				</p>
			) : null}
		</>
	)
}

function Row({ row, item, canEdit }: Props & { row: ImportRowRow }) {
	const { outcome, reason, testimonial_id: testimonial, links, cells } = row
	const name = cellOf(row, item, 'name').slice(0, 120)
	const words = cellOf(row, item, 'text').slice(0, 300)
	return (
		<tr>
			<td className="import-row-number ui-small ui-quiet">{formatNumber(row.row)}</td>
			<td>
				{name ? (
					<strong>
						<bdi>{name}</bdi>
					</strong>
				) : null}
				{words ? (
					<p className="import-row-words" dir="auto">
						{words}
					</p>
				) : null}
				{name || words ? null : <span className="ui-quiet">{cells ? 'empty' : 'not kept'}</span>}
			</td>
			<td className="ui-small">
				<bdi>{reason ?? outcomes[outcome]}</bdi>
				{links?.map(({ role, url, reason: why }) => (
					<p key={`${role} ${url}`} className="ui-quiet import-link">
						<ImageOff size={14} aria-hidden="true" />
						<span>
							{role === 'avatar' ? 'Portrait' : 'Picture'} not fetched: {why}{' '}
							<a href={url} rel="noreferrer nofollow" target="_blank" dir="ltr">
								{url}
							</a>
						</span>
					</p>
				))}
			</td>
			<td className="import-act">
				{outcome === 'refused' && canEdit && cells ? <MendRow row={row} item={item} cells={cells} /> : null}
				{outcome !== 'refused' && testimonial && outcome !== 'undone' ? (
					<Link className={buttonClass({ size: 'tiny' })} to={`/dashboard/inbox/${testimonial}`}>
						{outcome === 'duplicate' ? 'Compare' : 'Open'}
						<span className="ui-sr"> row {row.row}</span>
					</Link>
				) : null}
			</td>
		</tr>
	)
}

const outcomes: Record<ImportRowRow['outcome'], string> = {
	added: 'Imported',
	reply: 'Became a reply',
	duplicate: 'Here already',
	left_out: 'Left out',
	refused: 'Refused',
	undone: 'Undone',
}

function cellOf({ cells }: ImportRowRow, { mapping }: ListedImport, wanted: ImportTarget): string {
	return mapping.columns
		.flatMap((target, at) => (target === wanted ? [cells?.[at] ?? ''] : []))
		.join(' ')
		.trim()
}

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Check, Copy, Download, ImageOff, TriangleAlert } from 'lucide-react'
import papa from 'papaparse'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import type { ImportRowRow } from '#shared/rows.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { MendRow } from './mend-row.tsx'

/** The rows of an import with their outcome. Those that were refused can be mended here. */
export function RowList({ item, canEdit }: { item: ListedImport; canEdit: boolean }) {
	const left = item.duplicates + item.refused
	const [shown, setShown] = useState<RowsShown>(left > 0 || item.pictures_failed > 0 ? 'others' : 'all')
	const list = useImportRows(item.space_id, item.id, shown)
	const rows = list.data?.pages.flat() ?? []
	return (
		<section className="import-part" aria-labelledby="import-rows">
			<div className="import-part-top">
				<h2 className="ui-section-title" id="import-rows">
					Row by row
				</h2>
				<fieldset className="import-shown">
					<legend className="ui-sr">Show</legend>
					<button type="button" aria-pressed={shown === 'others'} onClick={() => setShown('others')}>
						Not imported, {formatNumber(left)}
					</button>
					<button type="button" aria-pressed={shown === 'all'} onClick={() => setShown('all')}>
						All {formatNumber(item.done)}
					</button>
				</fieldset>
			</div>
			{list.error ? <p className="ui-error">{errorMessage(list.error)}</p> : null}
			{list.isPending ? <Spinner /> : null}
			{rows.length > 0 ? (
				<table className="import-table import-outcomes">
					<thead>
						<tr>
							<th scope="col">Row</th>
							<th scope="col">Name</th>
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
			) : list.isSuccess ? (
				<p className="ui-quiet">Every row was imported.</p>
			) : null}
			<div className="import-acts">
				{list.hasNextPage ? (
					<Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
						Show more
					</Button>
				) : null}
				{left > 0 ? <SaveOthers item={item} /> : null}
			</div>
		</section>
	)
}

function Row({ row, item, canEdit }: { row: ImportRowRow; item: ListedImport; canEdit: boolean }) {
	const { outcome, reason, testimonial_id: testimonial, links, cells } = row
	const name = nameOf(row, item)
	const isBad = outcome === 'refused'
	return (
		<tr className={classNames(isBad && 'import-bad')}>
			<td className="import-lead ui-small ui-quiet">{formatNumber(row.row)}</td>
			<td className="import-name">
				{name ? <bdi>{name}</bdi> : outcome === 'added' ? null : <span className="ui-quiet">empty</span>}
			</td>
			<td>
				{outcome === 'added' ? (
					<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
						Imported
					</Badge>
				) : outcome === 'undone' ? (
					<Badge>Undone</Badge>
				) : (
					<Badge
						tone={isBad ? 'bad' : 'warm'}
						icon={isBad ? <TriangleAlert size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
					>
						<span>{reason}</span>
					</Badge>
				)}
				{links?.map(({ role, url, reason: why }) => (
					<p key={role} className="ui-small ui-quiet import-link">
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
				{isBad && canEdit && cells ? <MendRow row={row} item={item} cells={cells} /> : null}
				{!isBad && testimonial && outcome !== 'undone' ? (
					<Link className={buttonClass({ size: 'tiny' })} to={`/dashboard/inbox/${testimonial}`}>
						{outcome === 'duplicate' ? 'Compare' : 'Open'}
						<span className="ui-sr"> row {row.row}</span>
					</Link>
				) : null}
			</td>
		</tr>
	)
}

function nameOf({ cells }: ImportRowRow, { mapping }: ListedImport): string {
	return mapping.columns
		.flatMap((target, at) => (target === 'name' ? [cells?.[at] ?? ''] : []))
		.join(' ')
		.trim()
		.slice(0, 120)
}

const csvPageSize = 1000

/** The rows that were not imported as a CSV file, with the reason of each. */
function SaveOthers({ item }: { item: ListedImport }) {
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
		const page = await loadRows(client, item.space_id, item.id, { shown: 'others', after, limit: csvPageSize })
		for (const { row, outcome, reason, cells } of page)
			if (outcome !== 'added')
				lines.push([...item.columns.map((_, at) => cells?.[at] ?? ''), String(row), reason ?? ''])
		const last = page.at(-1)
		if (!last || page.length < csvPageSize) return papa.unparse(lines, { escapeFormulae: true })
		after = last.row
	}
}

/** Which rows are listed: those that need a look, or all. */
type RowsShown = 'others' | 'all'

const pageSize = 100

/** The rows of an import in their order, page by page. */
function useImportRows(spaceId: string, importId: string, shown: RowsShown) {
	return useInfiniteQuery({
		queryKey: [...queryKeys.importRows(spaceId, importId), shown],
		initialPageParam: 0,
		queryFn: async ({ pageParam: after, signal }) =>
			loadRows(await supabase, spaceId, importId, { shown, after, limit: pageSize, signal }),
		getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.row),
	})
}

/** A page of the rows behind one of them. */
async function loadRows(
	client: Client,
	spaceId: string,
	importId: string,
	{ shown, after, limit, signal }: { shown: RowsShown; after: number; limit: number; signal?: AbortSignal },
): Promise<ImportRowRow[]> {
	let query = client.from('import_rows').select('*').eq('space_id', spaceId).eq('import_id', importId).gt('row', after)
	if (shown === 'others') query = query.or('outcome.in.(duplicate,refused),links.not.is.null')
	if (signal) query = query.abortSignal(signal) as typeof query
	return unwrap(await query.order('row').limit(limit))
}

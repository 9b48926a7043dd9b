import { Download, TriangleAlert } from 'lucide-react'
import type { ExportRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { formatSize } from '#web/lib/format/format.ts'
import { formatDate, formatRelative } from '#web/lib/format/format-time.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { fileName, isBeingMade, type MadeExport, useDownload, useMakeExport, useRemoveExport } from './use-exports.ts'

const kindWords = { csv: 'CSV', json: 'JSON', archive: 'Archive' }
const keptDays = 7

/** The words for a screen reader when the state of a file changes. */
export function stateWords({ state, format }: ExportRow): string {
	if (state === 'ready') return `${kindWords[format]} is ready`
	return state === 'failed' ? `${kindWords[format]} failed` : `${kindWords[format]} is being made`
}

/** One file: its progress and a button to stop it, or a link to download it, or why there is none. */
export function MadeRow({ row }: { row: MadeExport }) {
	const user = useUser()
	const { isOwner } = useSpace()
	const download = useDownload()
	const remove = useRemoveExport(row.space_id)
	const make = useMakeExport(row.space_id)
	const name = row.state === 'ready' ? fileName(row) : `${kindWords[row.format]} of ${formatDate(row.created_at)}`
	const mayRemove = isOwner || row.made_by === user.id
	return (
		<li className="ui-line export-line">
			<div className="export-words">
				<p className="export-name">
					{name}
					{isBeingMade(row) ? <span className="ui-quiet"> being made</span> : null}
				</p>
				<RowState row={row} />
			</div>
			<span className="ui-buttons">
				{row.state === 'ready' ? (
					<Button
						size="tiny"
						aria-label={`Download ${name}`}
						busy={download.isPending}
						onClick={() => download.mutate(row)}
					>
						<Download size={14} aria-hidden="true" />
						Download
					</Button>
				) : null}
				{row.state === 'failed' ? (
					<Button
						size="tiny"
						busy={make.isPending}
						onClick={() => make.mutate({ format: row.format, with_emails: row.with_emails })}
					>
						Make it again
					</Button>
				) : null}
				{mayRemove ? (
					<Button
						size="tiny"
						aria-label={`${isBeingMade(row) ? 'Stop' : 'Remove'}: ${name}`}
						busy={remove.isPending}
						onClick={() => remove.mutate(row)}
					>
						{isBeingMade(row) ? 'Stop' : 'Remove'}
					</Button>
				) : null}
			</span>
		</li>
	)
}

function RowState({ row }: { row: MadeExport }) {
	if (isBeingMade(row)) return <Progress row={row} />
	if (row.state === 'failed')
		return (
			<Badge tone="bad" icon={<TriangleAlert size={14} aria-hidden="true" />}>
				{failureWords(row)}
			</Badge>
		)
	return <ReadyWords row={row} />
}

function failureWords({ problem, done_bytes }: ExportRow): string {
	const at = done_bytes > 0 ? ` at ${formatSize(done_bytes)}` : ''
	if (problem === 'disk_full') return `Failed: the disk was full${at}. Nothing was kept`
	if (problem === 'not_allowed') return 'Failed: who asked for it may not have it any more'
	return 'Failed on the server. Nothing was kept'
}

function ReadyWords({ row }: { row: MadeExport }) {
	const user = useUser()
	const maker = row.maker?.full_name ?? row.maker?.username
	const ends = new Date(new Date(row.created_at).getTime() + keptDays * 86_400_000).toISOString()
	return (
		<p className="ui-quiet ui-small">
			{formatSize(row.done_bytes)}, by {row.made_by === user.id ? 'you' : <bdi>{maker ?? 'a former member'}</bdi>}{' '}
			{formatRelative(row.created_at, 'day')}
			{row.with_emails ? ', with e-mail addresses' : ''}. Goes {formatRelative(ends, 'day')}
		</p>
	)
}

function Progress({ row }: { row: ExportRow }) {
	const { done_bytes: done, total_bytes: total, state } = row
	const isMeasured = total !== null && total > 0 && done > 0
	const words = () => {
		if (state === 'queued') return 'Waiting for its turn'
		if (!isMeasured) return done > 0 ? formatSize(done) : 'Reading'
		if (done >= total) return `${formatSize(done)}, being checked`
		return `${formatSize(done)} of about ${formatSize(total)}`
	}
	return (
		<>
			<progress
				className="ui-progress export-progress"
				aria-label={kindWords[row.format]}
				max={1}
				value={isMeasured ? Math.min(1, done / total) : undefined}
			/>
			<p className="ui-small ui-quiet ui-num">{words()}</p>
		</>
	)
}

import type { ArchiveImportRow } from '#shared/archive-import.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatSize } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { useRemoveArchive } from './use-archive.ts'

/** How much of an archive the server has read or loaded, and the button that stops it. */
export function ArchiveProgress({ row }: { row: ArchiveImportRow }) {
	const stop = useRemoveArchive(row)
	const { done_bytes: done, total_bytes: total } = row
	const what = row.state === 'reading' ? 'Reading and comparing' : 'Writing rows and files'
	return (
		<section className="archive-bar" aria-label="Progress">
			<Progress value={done} max={Math.max(1, total ?? 1)} label={what} />
			<p>
				<span>{total === null ? 'Waiting for its turn' : what}</span>
				{total === null ? null : (
					<span className="ui-quiet">
						{formatSize(done)} of {formatSize(total)}
					</span>
				)}
			</p>
			{stop.error ? <Notice isError>{errorMessage(stop.error)}</Notice> : null}
			<div>
				<Button busy={stop.isPending} onClick={() => stop.mutate()}>
					Stop, keep nothing
				</Button>
			</div>
		</section>
	)
}

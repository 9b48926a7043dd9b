import type { Deps } from '#platform/deps.ts'
import { runPieces } from '#product/run-pieces.ts'
import { runQuery, service } from '#product/run-query.ts'
import { createPictureJob } from './pictures/fetch-pictures.ts'
import { removeImported } from './queries.ts'
import { createImportJob, importPayload } from './run-import.ts'
import { registerSplitJob } from './split-titles.ts'

/** Testimonials that one transaction removes when an import is undone. */
const undoneRows = 500

/** Registers the jobs of imports. They take minutes, so they run one at a time on a node, apart from mails. */
export function registerImportJobs(deps: Deps): void {
	deps.longJobs.handle('run_import', createImportJob(deps))
	deps.longJobs.handle('undo_import', (payload, { signal }) => {
		const { space_id: shardKey, import_id: id } = importPayload.parse(payload)
		return runPieces(signal, async () => {
			const query = removeImported(shardKey, id, undoneRows)
			const [row] = await runQuery<{ is_more: boolean }>(deps.db, service, query, { shardKey })
			return row?.is_more
		})
	})
	registerSplitJob(deps)
	deps.longJobs.handle('fetch_import_pictures', createPictureJob(deps))
}

import type { Deps } from '#platform/deps.ts'
import { createPictureJob } from './pictures/fetch-pictures.ts'
import { createImportJob } from './run-import.ts'
import { registerSplitJob } from './split-titles.ts'
import { createUndoJob } from './undo-import.ts'

/** Registers the jobs of imports. They take minutes, so they run one at a time on a node, apart from mails. */
export function registerImportJobs(deps: Deps): void {
	deps.longJobs.handle('run_import', createImportJob(deps))
	deps.longJobs.handle('undo_import', createUndoJob(deps))
	registerSplitJob(deps)
	deps.longJobs.handle('fetch_import_pictures', createPictureJob(deps))
}

import { fileURLToPath } from 'node:url'
import { Semaphore } from '#platform/semaphore.ts'
import { createWorkerProcesses } from '#platform/worker-processes/worker-processes.ts'
import { invalid } from '#product/http/errors.ts'
import { htmlLimits, maxBytesInServer } from '#shared/parser-limits.ts'
import { type PageAnswers, type PageJob, runPageJob } from './page-job.ts'

const workers = createWorkerProcesses<PageJob, PageAnswers[PageJob['kind']]>({
	program: fileURLToPath(new URL('./page-worker.ts', import.meta.url)),
	limits: htmlLimits.process,
	idleTimeout: 30_000,
})
const semaphore = new Semaphore(1)

/**
 * Parses the HTML of a page, in a process of its own when it is large.
 * @throws AppError 422 with `fields.url` when that takes too much memory or time
 */
export async function readConfined<Job extends PageJob>(job: Job): Promise<PageAnswers[Job['kind']]> {
	const answer = job.html.length <= maxBytesInServer ? runPageJob(job) : await semaphore.run(() => workers.run(job))
	if (!answer) throw invalid({ url: 'This page takes too much memory or time to read.' })
	return answer as PageAnswers[Job['kind']]
}

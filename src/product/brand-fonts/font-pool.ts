import { fileURLToPath } from 'node:url'
import { Semaphore } from '#platform/semaphore.ts'
import { createWorkerProcesses } from '#platform/worker-processes/worker-processes.ts'
import { unavailable } from '#product/http/errors.ts'
import { fontLimits } from '#shared/parser-limits.ts'
import { type FontAnswer, type FontJob, FontRejected, type ReadFont } from './font-job.ts'

const workers = createWorkerProcesses<FontJob, FontAnswer>({
	program: fileURLToPath(new URL('./font-worker.ts', import.meta.url)),
	limits: fontLimits.process,
	idleTimeout: 30_000,
	// The converter never gives back what its largest font took.
	maxJobs: 20,
})
const semaphore = new Semaphore(1, {
	maxWaiters: 16,
	refuse: () => unavailable('Several fonts are being read. Try again in a moment.', 5),
})

/** Reads a font in a process of its own, in turn. @throws FontRejected, AppError 503 when too many wait */
export async function processFont(bytes: Buffer): Promise<ReadFont> {
	return semaphore.run(async () => {
		const answer = (await workers.run({ bytes })) ?? { problem: 'costly' }
		if ('problem' in answer) throw new FontRejected(answer.problem)
		return answer.font
	})
}

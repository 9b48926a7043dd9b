import { fileURLToPath } from 'node:url'
import { Semaphore } from '#platform/semaphore.ts'
import { createWorkerProcesses } from '#platform/worker-processes/worker-processes.ts'
import { imageLimits } from '#shared/parser-limits.ts'
import { type CodedImage, type ImageAnswer, type ImageJob, ImagesBusy, rejectImage } from './image-job.ts'

/** Images processed at a time, each in its own process. */
const maxWorkers = 2
const maxQueuedTransforms = 64

const workers = createWorkerProcesses<ImageJob, ImageAnswer>({
	program: fileURLToPath(new URL('./image-worker.ts', import.meta.url)),
	limits: imageLimits.process,
	idleTimeout: 30_000,
})
const semaphore = new Semaphore(maxWorkers)
/** Uploaded images are encoded before stored ones are transformed. */
const lanes = { encode: 0, transform: 1 } as const

/**
 * Processes an image in a worker, in turn.
 * @param prepare makes the job when its turn comes, so that a waiting job holds no bytes
 * @throws ImageRejected, ImagesBusy, or the error of `prepare`
 */
export async function processImage<Job extends ImageJob>(
	kind: Job['kind'],
	prepare: () => Promise<Job>,
): Promise<CodedImage> {
	return semaphore.run(async () => {
		const job = await prepare()
		const answer = (await workers.run(job)) ?? { problem: 'costly' }
		if ('problem' in answer) throw rejectImage(answer.problem, job.maxPixels)
		return { ...answer.image, bytes: Buffer.from(answer.image.bytes) }
	}, lanes[kind])
}

/** @throws ImagesBusy when the queue of transformations is full */
export function requireQueueCapacity(): void {
	if (semaphore.waiters(lanes.transform) >= maxQueuedTransforms) throw new ImagesBusy('too many pictures are waiting')
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Semaphore } from '#platform/semaphore.ts'
import { type CodedImage, type ImageAnswer, type ImageJob, ImagesBusy, rejectImage } from './image-job.ts'

/** Images processed at a time, each in its own process. */
const maxWorkers = 2
const maxQueuedTransforms = 64
const jobTimeout = 60_000
const idleTimeout = 30_000

const program = fileURLToPath(new URL('./image-worker.ts', import.meta.url))
/** The only folders that a worker may read: the program and the decoder. */
const readablePaths = [
	fileURLToPath(new URL('../../../../', import.meta.url)),
	createRequire(import.meta.url)
		.resolve('sharp')
		.replace(/([/\\]node_modules[/\\]).*$/, '$1'),
]

const idleWorkers: { worker: ChildProcess; timer: NodeJS.Timeout }[] = []
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
		const answer = await runJob(job)
		if ('problem' in answer) throw rejectImage(answer.problem, job.maxPixels)
		return { ...answer.image, bytes: Buffer.from(answer.image.bytes) }
	}, lanes[kind])
}

/** @throws ImagesBusy when the queue of transformations is full */
export function requireQueueCapacity(): void {
	if (semaphore.waiters(lanes.transform) >= maxQueuedTransforms) throw new ImagesBusy('too many pictures are waiting')
}

async function runJob(job: ImageJob): Promise<ImageAnswer> {
	const worker = takeIdleWorker() ?? (await startWorker())
	worker.ref()
	worker.channel?.ref()
	const ended = once(worker, 'exit').then((): ImageAnswer => ({ problem: 'costly' }))
	const answered = once(worker, 'message').then(([reply]): ImageAnswer => reply)
	const overdue = setTimeout(() => worker.kill('SIGKILL'), jobTimeout)
	worker.send(job)
	const answer = await Promise.race([answered, ended]).finally(() => clearTimeout(overdue))
	if (worker.connected) keepIdle(worker)
	return answer
}

/** Keeps a worker for the next image for a while, without keeping this process alive. */
function keepIdle(worker: ChildProcess): void {
	worker.removeAllListeners()
	worker.unref()
	worker.channel?.unref()
	const discard = () => {
		const index = idleWorkers.findIndex((one) => one.worker === worker)
		if (index >= 0) idleWorkers.splice(index, 1)
		worker.kill('SIGKILL')
	}
	worker.on('error', discard)
	worker.on('exit', discard)
	idleWorkers.push({ worker, timer: setTimeout(discard, idleTimeout).unref() })
}

function takeIdleWorker(): ChildProcess | undefined {
	const idle = idleWorkers.pop()
	clearTimeout(idle?.timer)
	idle?.worker.removeAllListeners()
	return idle?.worker
}

async function startWorker(): Promise<ChildProcess> {
	const worker = fork(program, {
		// The worker may read the program only, write nothing, and start no process.
		execArgv: [
			'--disable-warning=ExperimentalWarning',
			'--disable-warning=SecurityWarning',
			'--permission',
			'--allow-addons',
			...readablePaths.map((folder) => `--allow-fs-read=${folder}`),
		],
		// No secrets in its environment; one malloc arena, so that freed memory is returned.
		env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2' },
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	})
	const failed = once(worker, 'exit').then(() => {
		throw new Error('the process for pictures cannot be started')
	})
	await Promise.race([once(worker, 'message'), failed])
	return worker
}

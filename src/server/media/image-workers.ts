import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { CodedImage, ImageAnswer, ImageJob } from './image-job.ts'
import { ImagesBusy, refuse } from './image-refused.ts'

/** Pictures at a time, each in a process of its own; the others wait. */
const most = 2
/** Transformations that may wait. */
const mostWaiting = 64
const wallClock = 60_000
const idleAfter = 30_000

const program = fileURLToPath(new URL('./image-worker.ts', import.meta.url))
/** Where the program and the decoder lie: all that a worker may read. */
const readable = [
	fileURLToPath(new URL('../../../', import.meta.url)),
	createRequire(import.meta.url)
		.resolve('sharp')
		.replace(/([/\\]node_modules[/\\]).*$/, '$1'),
]

const idle: { worker: ChildProcess; tired: NodeJS.Timeout }[] = []
/** A picture that somebody sends goes before all that somebody wants to see smaller. */
const waiting: Record<ImageJob['kind'], (() => void)[]> = { encode: [], transform: [] }
let running = 0

/**
 * Has one picture decoded and encoded, in turn.
 * @param prepare gives the job when it is its turn, so that nothing lies in memory meanwhile
 * @throws ImageRefused, ImagesBusy, or what `prepare` threw
 */
export async function codeImage<Job extends ImageJob>(
	kind: Job['kind'],
	prepare: () => Promise<Job>,
): Promise<CodedImage> {
	await turn(waiting[kind])
	try {
		const job = await prepare()
		const answer = await ask(job)
		if ('problem' in answer) throw refuse(answer.problem, job.maxPixels)
		return { ...answer.image, bytes: Buffer.from(answer.image.bytes) }
	} finally {
		running -= 1
		const next = waiting.encode.shift() ?? waiting.transform.shift()
		next?.()
	}
}

/** @throws ImagesBusy when so many wait that one more would not be served in good time */
export function requireShortLine(): void {
	if (waiting.transform.length >= mostWaiting) throw new ImagesBusy('too many pictures are waiting')
}

async function turn(line: (() => void)[]): Promise<void> {
	while (running >= most) await new Promise<void>((resolve) => line.push(resolve))
	running += 1
}

async function ask(job: ImageJob): Promise<ImageAnswer> {
	const worker = wake() ?? (await start())
	worker.ref()
	worker.channel?.ref()
	const ended = once(worker, 'exit').then((): ImageAnswer => ({ problem: 'costly' }))
	const answered = once(worker, 'message').then(([said]): ImageAnswer => said)
	const overdue = setTimeout(() => worker.kill('SIGKILL'), wallClock)
	worker.send(job)
	const answer = await Promise.race([answered, ended]).finally(() => clearTimeout(overdue))
	if (worker.connected) rest(worker)
	return answer
}

/** Keeps a process for the next picture, for a while; resting it keeps nobody alive. */
function rest(worker: ChildProcess): void {
	worker.removeAllListeners()
	worker.unref()
	worker.channel?.unref()
	const leave = () => {
		const place = idle.findIndex((one) => one.worker === worker)
		if (place >= 0) idle.splice(place, 1)
		worker.kill('SIGKILL')
	}
	worker.on('error', leave)
	worker.on('exit', leave)
	idle.push({ worker, tired: setTimeout(leave, idleAfter).unref() })
}

function wake(): ChildProcess | undefined {
	const resting = idle.pop()
	clearTimeout(resting?.tired)
	resting?.worker.removeAllListeners()
	return resting?.worker
}

async function start(): Promise<ChildProcess> {
	const worker = fork(program, {
		// It may read the program and nothing else, write nothing, and start nothing.
		execArgv: [
			'--disable-warning=ExperimentalWarning',
			'--disable-warning=SecurityWarning',
			'--permission',
			'--allow-addons',
			...readable.map((folder) => `--allow-fs-read=${folder}`),
		],
		// No secret of ours; and one arena of memory, so that what is freed goes back.
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

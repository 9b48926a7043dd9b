import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The only folders that a worker may read: the program and the image library. */
const readablePaths = [
	fileURLToPath(new URL('../../../../', import.meta.url)),
	createRequire(import.meta.url)
		.resolve('sharp')
		.replace(/([/\\]node_modules[/\\]).*$/, '$1'),
]

type Options = {
	program: string
	/** Added to an environment without secrets. */
	env?: Record<string, string>
	/** A job that takes longer ends its worker, in milliseconds. */
	jobTimeout: number
	/** An idle worker ends after so many milliseconds. */
	idleTimeout: number
	/** A worker ends after so many jobs: native libraries may keep memory for each. */
	maxJobs?: number
}

/**
 * Child processes for work in native code: each takes one job at a time, may read the program only, write nothing, and start no
 * process. The program sends `ready` when it starts, then an answer to each job.
 */
export function createWorkerProcesses<Job extends object, Answer>(options: Options) {
	const { program, env, jobTimeout, idleTimeout, maxJobs = Number.POSITIVE_INFINITY } = options
	const jobsDone = new WeakMap<ChildProcess, number>()
	const idleWorkers: { worker: ChildProcess; timer: NodeJS.Timeout }[] = []

	/** Keeps a worker for the next job for a while, without keeping this process alive. */
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
			execArgv: [
				'--disable-warning=ExperimentalWarning',
				'--disable-warning=SecurityWarning',
				'--permission',
				'--allow-addons',
				...readablePaths.map((folder) => `--allow-fs-read=${folder}`),
			],
			// One malloc arena, so that freed memory is returned.
			env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2', ...env },
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		})
		const failed = once(worker, 'exit').then(() => {
			throw new Error('the process for pictures cannot be started')
		})
		await Promise.race([once(worker, 'message'), failed])
		return worker
	}

	return {
		/** The worker's answer; null when the worker ended or was ended. */
		async run(job: Job): Promise<Answer | null> {
			const worker = takeIdleWorker() ?? (await startWorker())
			worker.ref()
			worker.channel?.ref()
			const ended = once(worker, 'exit').then(() => null)
			const answered = once(worker, 'message').then(([reply]): Answer => reply)
			const overdue = setTimeout(() => worker.kill('SIGKILL'), jobTimeout)
			worker.send(job)
			const answer = await Promise.race([answered, ended]).finally(() => clearTimeout(overdue))
			const done = (jobsDone.get(worker) ?? 0) + 1
			jobsDone.set(worker, done)
			if (done >= maxJobs) worker.kill('SIGKILL')
			else if (worker.connected) keepIdle(worker)
			return answer
		},
	}
}

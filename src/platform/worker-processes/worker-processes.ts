import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { startWorker, type WorkerOptions } from './start-worker.ts'

type Options = Omit<WorkerOptions, 'file'> & {
	/** An idle worker ends after so many milliseconds. */
	idleTimeout: number
	/** A worker ends after so many jobs: native libraries may keep memory for each. */
	maxJobs?: number
}

/** A pool of worker processes, each of which takes one job at a time and sends one answer. */
export function createWorkerProcesses<Job extends object, Answer>(options: Options) {
	const { limits, idleTimeout, maxJobs = Number.POSITIVE_INFINITY } = options
	const jobsDone = new WeakMap<ChildProcess, number>()
	const idleWorkers: { worker: ChildProcess; timer: NodeJS.Timeout }[] = []

	/** Keeps a worker for the next job for a while, without keeping this process alive. */
	function keepIdle(worker: ChildProcess): void {
		worker.removeAllListeners()
		worker.unref()
		worker.channel?.unref()
		const discard = () => {
			const index = idleWorkers.findIndex((idle) => idle.worker === worker)
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

	return {
		/** The worker's answer; null when the worker ended or was ended. */
		async run(job: Job): Promise<Answer | null> {
			const worker = takeIdleWorker() ?? (await startWorker(options))
			worker.ref()
			worker.channel?.ref()
			const ended = once(worker, 'exit').then(() => null)
			const answered = once(worker, 'message').then(([reply]): Answer => reply)
			const overdue = setTimeout(() => worker.kill('SIGKILL'), limits.seconds * 1000)
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

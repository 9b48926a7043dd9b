import { startWorker, type WorkerOptions } from './start-worker.ts'

/** The process ended or was ended, because it needed too much memory or time. */
export class WorkerEnded extends Error {}

export type WorkerSession<Request extends object, Answer> = {
	/** Answers come in the order of the requests. @throws WorkerEnded */
	ask(request: Request): Promise<Answer>
	close(): void
}

/** Starts a worker process for a conversation about one file, such as its rows in batches. */
export async function openWorkerSession<Request extends object, Answer>(
	options: WorkerOptions,
): Promise<WorkerSession<Request, Answer>> {
	const worker = await startWorker(options)
	const waiting: { resolve(answer: Answer): void; reject(error: Error): void; timer: NodeJS.Timeout }[] = []
	let isEnded = false
	const end = () => {
		isEnded = true
		worker.kill('SIGKILL')
		for (const { timer, reject } of waiting.splice(0)) {
			clearTimeout(timer)
			reject(new WorkerEnded('the worker process ended'))
		}
	}
	worker.on('message', (answer: Answer) => {
		const first = waiting.shift()
		clearTimeout(first?.timer)
		first?.resolve(answer)
	})
	worker.on('error', end)
	worker.on('exit', end)
	return {
		ask: (request) =>
			new Promise((resolve, reject) => {
				if (isEnded) return reject(new WorkerEnded('the worker process ended'))
				waiting.push({ resolve, reject, timer: setTimeout(end, options.limits.seconds * 1000) })
				worker.send(request)
			}),
		close: end,
	}
}

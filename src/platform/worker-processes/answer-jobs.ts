import type { ProcessLimits } from '#shared/parser-limits.ts'

const checkInterval = 20
/** Exit of a process that needed too much; the parent treats any exit this way. */
const tooCostlyExitCode = 75

/**
 * The loop of a worker process: answers one message after the other. The process ends itself when a job takes more memory or processor
 * time than it may; while a parser does not yield, its parent's time limit and the limit of the heap end it.
 */
export function answerJobs<Job, Answer>(answer: (job: Job) => Promise<Answer>): void {
	const { megabytes, cpuSeconds } = JSON.parse(process.argv[2] ?? '') as ProcessLimits
	let busySince: NodeJS.CpuUsage | undefined
	let before: Promise<unknown> = Promise.resolve()
	setInterval(() => {
		const { user = 0, system = 0 } = busySince ? process.cpuUsage(busySince) : {}
		if (busySince && (exceedsMemory(megabytes) || user + system > cpuSeconds * 1e6)) process.exit(tooCostlyExitCode)
	}, checkInterval)
	process.on('message', (job: Job) => {
		before = before.then(async () => {
			busySince = process.cpuUsage()
			const reply = await answer(job)
			busySince = undefined
			process.send?.(reply)
		})
	})
	process.on('disconnect', () => process.exit())
	process.send?.('ready')
}

const exceedsMemory = (megabytes: number) => process.memoryUsage.rss() > megabytes * 1024 * 1024

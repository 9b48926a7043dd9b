import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ProcessLimits } from '#shared/parser-limits.ts'

/** The only folders that a worker may read: the program and the image library. */
const readablePaths = [
	fileURLToPath(new URL('../../../', import.meta.url)),
	createRequire(import.meta.url)
		.resolve('sharp')
		.replace(/([/\\]node_modules[/\\]).*$/, '$1'),
]

export type WorkerOptions = {
	program: string
	/** Memory and time that the program may take; `answer-jobs.ts` watches them, and V8 holds the heap. */
	limits: ProcessLimits
	/** Added to an environment without secrets. */
	env?: Record<string, string>
	/** A file that the worker may read as file descriptor 0. */
	file?: number
}

/**
 * Starts a child process for untrusted bytes: it may read the program and the given file only, write nothing, and start no process.
 * @returns once the program has sent `ready`
 */
export async function startWorker({ program, limits, env, file }: WorkerOptions): Promise<ChildProcess> {
	const stdio: StdioOptions = [file ?? 'ignore', 'ignore', 'inherit', 'ipc']
	const worker = fork(program, [JSON.stringify(limits)], {
		execArgv: [
			'--disable-warning=ExperimentalWarning',
			'--disable-warning=SecurityWarning',
			'--permission',
			'--allow-addons',
			`--max-old-space-size=${limits.megabytes}`,
			// Young objects of a stream die early: a larger space for them only takes memory.
			'--max-semi-space-size=4',
			...readablePaths.map((folder) => `--allow-fs-read=${folder}`),
		],
		// One malloc arena, so that freed memory is returned.
		env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2', ...env },
		serialization: 'advanced',
		stdio,
	})
	const failed = once(worker, 'exit').then(() => {
		throw new Error(`the worker process ${program} cannot be started`)
	})
	await Promise.race([once(worker, 'message'), failed])
	return worker
}

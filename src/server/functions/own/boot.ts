import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Deps } from '#server/deps.ts'
import type { OwnFunction } from './find-function.ts'
import type { ThreadMessage } from './messages.ts'

/** A thread that has loaded its function and waits for its one call. */
export type Booted = { worker: Worker; version: string }

const longestLine = 10_000

/**
 * Starts a thread for one call.
 * @throws Error when the function cannot be loaded, or not within `milliseconds`
 */
export async function boot(
	{ config, keys, log }: Deps,
	folder: string,
	{ name, file, version }: OwnFunction,
	milliseconds: number,
): Promise<Booted> {
	const own = await readFile(join(folder, '.env'), 'utf8').catch(() => '')
	// Nothing of ours is passed on but what the reference passes.
	const environment = {
		...(parseEnv(own) as Record<string, string>),
		SUPABASE_URL: config.SITE_URL,
		SUPABASE_ANON_KEY: keys.anonKey,
		SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
	}
	const worker = new Worker(new URL('./thread.ts', import.meta.url), {
		workerData: { file, environment },
		env: environment,
		execArgv: ['--disable-warning=ExperimentalWarning'],
		resourceLimits: { maxOldGenerationSizeMb: config.FUNCTIONS_MEMORY_MB },
		stdout: true,
		stderr: true,
		name: `function ${name} of ${dirname(file)}`,
	})
	keepLines(worker, name, log)
	try {
		await isReady(worker, milliseconds)
		return { worker, version }
	} catch (error) {
		void worker.terminate()
		throw error
	}
}

function isReady(worker: Worker, milliseconds: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error('it takes too long to load')), milliseconds)
		const hear = (message: ThreadMessage) => {
			if (message.kind === 'ready') done()
			else if (message.kind === 'unusable') done(new Error(message.reason))
		}
		const done = (error?: Error) => {
			clearTimeout(timer)
			worker.off('message', hear)
			if (error) reject(error)
			else resolve()
		}
		worker.on('message', hear)
		worker.on('error', done)
		worker.on('exit', (code) => done(new Error(`it ended with ${code} while loading`)))
	})
}

function keepLines(worker: Worker, name: string, log: Logger): void {
	worker.stdout.on('data', (chunk: Buffer) => log.info({ function: name }, lineOf(chunk)))
	worker.stderr.on('data', (chunk: Buffer) => log.warn({ function: name }, lineOf(chunk)))
}

function lineOf(chunk: Buffer): string {
	return chunk.toString('utf8', 0, longestLine).trimEnd()
}

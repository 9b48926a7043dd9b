import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Deps } from '#platform/deps.ts'
import type { ThreadMessage } from './worker-messages.ts'

/** A worker thread that has loaded its function and waits for its call. */
export type BootedWorker = {
	worker: Worker
	version: string
	/** The service key in its environment. */
	serviceRoleKey: string
}

const maxLineBytes = 10_000

/** Starts a worker thread for one call. @throws Error when the function cannot be loaded within `milliseconds` */
export async function bootWorker(
	{ config, keys, log }: Deps,
	folder: string,
	{ name, file, version }: UserFunction,
	milliseconds: number,
): Promise<BootedWorker> {
	const { anonKey, serviceRoleKey } = keys
	const envFile = await readFile(join(folder, '.env'), 'utf8').catch(() => '')
	// The environment contains only the variables that Supabase passes.
	const environment = {
		...(parseEnv(envFile) as Record<string, string>),
		SUPABASE_URL: config.SITE_URL,
		SUPABASE_ANON_KEY: anonKey,
		SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
	}
	const worker = new Worker(new URL('./worker-thread.ts', import.meta.url), {
		workerData: { file, environment },
		env: environment,
		execArgv: ['--disable-warning=ExperimentalWarning'],
		resourceLimits: { maxOldGenerationSizeMb: config.FUNCTIONS_MEMORY_MB },
		stdout: true,
		stderr: true,
		name: `function ${name} of ${dirname(file)}`,
	})
	logOutput(worker, name, log)
	try {
		await isReady(worker, milliseconds)
		return { worker, version, serviceRoleKey }
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

function logOutput(worker: Worker, name: string, log: Logger): void {
	worker.stdout.on('data', (chunk: Buffer) => log.info({ function: name }, lineOf(chunk)))
	worker.stderr.on('data', (chunk: Buffer) => log.warn({ function: name }, lineOf(chunk)))
}

function lineOf(chunk: Buffer): string {
	return chunk.toString('utf8', 0, maxLineBytes).trimEnd()
}

export type UserFunction = {
	name: string
	file: string
	/** Changes with the file, so that a new version runs at once. */
	version: string
}

const plainName = /^[A-Za-z0-9][\w-]{0,62}$/
const suffixes = ['ts', 'js', 'mjs'].flatMap((end) => [`.${end}`, `/index.${end}`])

/** Finds a function by name in the operator's folder. Only plain names are accepted. */
export async function findFunction(folder: string, name: string): Promise<UserFunction | undefined> {
	if (!plainName.test(name)) return undefined
	for (const place of suffixes) {
		const file = join(folder, name + place)
		const found = await stat(file).catch(() => undefined)
		if (found?.isFile()) return { name, file, version: `${found.mtimeMs}-${found.size}` }
	}
	return undefined
}

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, createWriteStream, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithLaunchers } from '#bootstrap/launcher.mjs'
import { keepTmpdirInMemory } from '#test/support/memory-tmpdir.ts'

export const root = join(import.meta.dirname, '../..')

let folder: string | undefined

/**
 * Folder of all temporary folders of the run, where a PostgreSQL that outlived its test is found. Its name is short, as paths of sockets
 * are limited.
 */
function temporaryFolder(): string {
	if (folder) return folder
	keepTmpdirInMemory()
	folder = mkdtempSync(join(tmpdir(), 'pt-'))
	// PostgreSQL runs as another user where the run is root's.
	chmodSync(folder, 0o711)
	process.on('exit', removeFolder)
	return folder
}

const running = new Set<ChildProcess>()
let isStopping = false

type Options = {
	env?: Record<string, string>
	/** A file for the output, which is not printed then. */
	log?: string
}

/**
 * Runs a program of the checkout in a process group of its own, so that an interrupt ends everything that it started.
 * @returns its exit code; 130 after an interrupt
 */
export function runChild(command: string, args: string[], { env, log }: Options = {}): Promise<number> {
	if (isStopping) return Promise.resolve(130)
	const stdio = log ? 'pipe' : 'inherit'
	const options = { cwd: root, env: { ...process.env, TMPDIR: temporaryFolder(), ...env }, detached: true } as const
	const child = spawn(command, args, { ...options, stdio: ['ignore', stdio, stdio] })
	running.add(child)
	if (log) {
		const file = createWriteStream(log)
		child.stdout?.pipe(file)
		child.stderr?.pipe(file)
	}
	return new Promise((resolve, reject) => {
		child.on('error', reject)
		child.on('close', (code) => {
			running.delete(child)
			resolve(isStopping ? 130 : (code ?? 1))
		})
	})
}

/** Forwards the first interrupt to all children, and kills what is left ten seconds later. */
export function endChildrenOnSignals(): void {
	const stop = (signal: NodeJS.Signals) => {
		if (isStopping) return
		isStopping = true
		console.error(`\nEnding after ${signal} …`)
		for (const child of running) signalGroup(child, signal)
		setTimeout(() => {
			for (const child of running) signalGroup(child, 'SIGKILL')
		}, 10_000).unref()
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
	endWithLaunchers(() => stop('SIGTERM'))
}

export const wasInterrupted = (): boolean => isStopping

/** Ends every PostgreSQL below the folder of the run, whose process group is its own, and removes the folder. */
function removeFolder(): void {
	if (!folder) return
	for (const file of globSync(`${folder}/**/postmaster.pid`)) {
		try {
			process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT')
		} catch {
			// It has ended already.
		}
	}
	rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	if (!pid) return
	try {
		process.kill(-pid, signal)
	} catch {
		// The group has ended already.
	}
}

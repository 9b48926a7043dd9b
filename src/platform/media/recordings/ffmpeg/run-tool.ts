import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lowerPriority } from '#platform/lower-priority.ts'
import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { confine } from './process-limits.ts'

const MiB = 1024 * 1024
const keptLogBytes = 4096
const patience = 4

/** One run of ffmpeg or ffprobe. */
export type ToolRun = {
	args: string[]
	/** Seconds that it may compute, with two threads; where others are busy, it may take `patience` times as long. */
	seconds: number
	/** Folder of temporary files, in which it runs. */
	folder: string
	signal: AbortSignal | undefined
	/** Receives the output in parts; an error from it ends the process. Otherwise the output is returned. */
	onOutput?: (chunk: Buffer) => void
	maxOutputBytes?: number
	maxFileBytes?: number
}

/** Exit of a program with an error; `log` is the end of what it said. */
export class ToolFailed extends Error {
	readonly log: string
	readonly signal: NodeJS.Signals | null
	constructor(program: string, code: number | null, signal: NodeJS.Signals | null, log: string) {
		super(`${program} ended with ${signal ?? code}: ${log}`)
		this.log = log
		this.signal = signal
	}
}

/**
 * Runs ffmpeg or ffprobe with the limits of this machine: without network, privileges and environment.
 * @throws ToolFailed, RecordingRejected `too_slow`, the signal's reason, or the error of `onOutput`
 */
export async function runTool(
	{ confinement, ...programs }: Ffmpeg,
	tool: 'ffmpeg' | 'ffprobe',
	{ args, seconds, folder, signal, onOutput, maxOutputBytes = MiB, maxFileBytes = MiB }: ToolRun,
): Promise<{ output: Buffer; log: string }> {
	signal?.throwIfAborted()
	const confined = confine(confinement, {
		// Two threads may use two cores for all of the time.
		cpuSeconds: 2 * seconds,
		addressSpaceBytes: 4096 * MiB,
		fileBytes: maxFileBytes,
	})
	const [program = '', ...rest] = [...confined, programs[tool], '-hide_banner', ...args]
	const child = spawn(program, rest, {
		cwd: folder,
		// The whole group is ended at once.
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
	})
	if (child.pid !== undefined) void lowerPriority(child.pid)
	let failure: Error | undefined
	const stop = (error: Error) => {
		failure ??= error
		endGroup(child)
	}
	const longest = patience * seconds
	const timer = setTimeout(() => stop(new RecordingRejected('too_slow', `${tool} ran ${longest} s`)), longest * 1000)
	const onAbort = () => stop(signal?.reason)
	signal?.addEventListener('abort', onAbort, { once: true })
	const output: Buffer[] = []
	let size = 0
	child.stdout.on('data', (chunk: Buffer) => {
		size += chunk.length
		try {
			if (onOutput) onOutput(chunk)
			else if (size <= maxOutputBytes) output.push(chunk)
			else stop(new RecordingRejected('unreadable', `${tool} said more than ${maxOutputBytes} bytes`))
		} catch (error) {
			stop(error as Error)
		}
	})
	let log = ''
	child.stderr.on('data', (chunk: Buffer) => {
		log = (log + chunk.toString('latin1')).slice(-keptLogBytes)
	})
	try {
		const [code, endedBy] = await once(child, 'close')
		if (failure) throw failure
		if (endedBy === 'SIGXCPU') throw new RecordingRejected('too_slow', `${tool} used up its processor time`)
		if (code !== 0) throw new ToolFailed(tool, code, endedBy, log)
		return { output: Buffer.concat(output), log }
	} finally {
		clearTimeout(timer)
		signal?.removeEventListener('abort', onAbort)
	}
}

function endGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return
	try {
		process.kill(-pid, 'SIGKILL')
	} catch {
		// It has ended by itself.
	}
}

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a process runs. A zombie has ended, though the kernel still knows its id. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
	}
	return statOf(pid)?.state !== 'Z'
}

/**
 * The id of the postmaster that runs on a data directory. The id in `postmaster.pid` may belong to an unrelated process
 * after a crash, so the command line has to name the directory too.
 */
export function findPostmaster(folder: string): number | undefined {
	const pid = Number.parseInt(readText(join(folder, 'postmaster.pid')), 10)
	return Number.isFinite(pid) && isRunning(pid) && servesFolder(pid, folder) ? pid : undefined
}

/** Processes that a postmaster started. Each backend leads a process group of its own, so killing the group misses them. */
export function childrenOf(postmaster: number): number[] {
	if (process.platform !== 'linux')
		return lines('ps', ['-A', '-o', 'pid=,ppid='])
			.map((line) => line.trim().split(/\s+/).map(Number))
			.flatMap(([pid, parent]) => (pid && parent === postmaster ? [pid] : []))
	return processIds().filter((pid) => statOf(pid)?.parent === postmaster)
}

/**
 * Processes of a data directory whose postmaster has died. One in a long computation keeps the shared memory, and a new
 * postmaster refuses to start. Only Linux shows them.
 */
export function orphansOf(folder: string): number[] {
	if (process.platform !== 'linux' || findPostmaster(folder)) return []
	const path = realpathSync(folder)
	return processIds().filter((pid) => {
		try {
			return statOf(pid)?.name === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === path
		} catch {
			return false
		}
	})
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}

function servesFolder(pid: number, folder: string): boolean {
	const words =
		process.platform === 'linux'
			? readText(`/proc/${pid}/cmdline`).split('\0')
			: lines('ps', ['-p', String(pid), '-o', 'args=']).flatMap((line) => line.split(' '))
	const given = words[words.indexOf('-D') + 1]
	if (!words.includes('-D') || !given) return false
	try {
		// The same directory may be spelled in two ways.
		const [a, b] = [statSync(given), statSync(folder)]
		return a.dev === b.dev && a.ino === b.ino
	} catch {
		return false
	}
}

function processIds(): number[] {
	return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

/** Of proc(5); nothing where there is none. The name may hold spaces and parentheses. */
function statOf(pid: number) {
	const [, name, state, parent] =
		/^\d+ \((.*)\) (\S) (\d+)/s.exec(readText(`/proc/${pid}/stat`)) ?? []
	return name ? { name, state, parent: Number(parent) } : undefined
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}

function lines(command: string, args: string[]): string[] {
	try {
		return execFileSync(command, args, { encoding: 'utf8' }).split('\n')
	} catch {
		return []
	}
}

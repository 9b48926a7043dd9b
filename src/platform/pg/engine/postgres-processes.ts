import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** True when a process runs. A zombie has ended although its id still exists. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
	}
	return statOf(pid)?.state !== 'Z'
}

/**
 * Process id of the postmaster of a data directory. After a crash the id in `postmaster.pid` may belong to an
 * unrelated process, so the command line must name the directory too.
 */
export function findPostmaster(folder: string): number | undefined {
	const pid = Number.parseInt(readText(join(folder, 'postmaster.pid')), 10)
	return Number.isFinite(pid) && isRunning(pid) && servesFolder(pid, folder) ? pid : undefined
}

/**
 * Child processes of a postmaster. Each backend leads its own process group, so killing the postmaster's group misses
 * them.
 */
export function childrenOf(postmaster: number): number[] {
	if (process.platform !== 'linux')
		return lines('ps', ['-A', '-o', 'pid=,ppid='])
			.map((line) => line.trim().split(/\s+/).map(Number))
			.flatMap(([pid, parent]) => (pid && parent === postmaster ? [pid] : []))
	return processIds().filter((pid) => statOf(pid)?.parent === postmaster)
}

/**
 * Processes of a data directory whose postmaster has died. A busy one keeps the shared memory, and a new postmaster
 * refuses to start. Found on Linux only.
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
	const dataDirectory = words[words.indexOf('-D') + 1]
	if (!words.includes('-D') || !dataDirectory) return false
	try {
		// Two spellings may name the same directory.
		const [a, b] = [statSync(dataDirectory), statSync(folder)]
		return a.dev === b.dev && a.ino === b.ino
	} catch {
		return false
	}
}

function processIds(): number[] {
	return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

/** Fields of /proc/pid/stat; see proc(5). The process name may contain spaces and parentheses. */
function statOf(pid: number) {
	const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(readText(`/proc/${pid}/stat`)) ?? []
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

// Runs on any Node from 20 on and imports only Node's modules.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Matches a script of this checkout, or for an installed package `npx plaudit` and scripts that contain it. */
const ourScript = /^(node bootstrap\/|['"]?plaudit\b)/

/**
 * Ids of the npm processes that run this script: npm and its shell. npm signals only the shell, which forwards
 * nothing. Empty without npm: a program started by a shell, nohup or systemd outlives it.
 */
export function launchers() {
	if (process.platform === 'win32') return []
	if (!ourScript.test(process.env.npm_lifecycle_script ?? '')) return []
	const { parent, words } = processOf(process.ppid)
	return words[1] === '-c' && parent ? [process.ppid, parent] : [process.ppid]
}

/** Environment that makes a program end with the given processes (`endWithLaunchers`). */
export const followed = (pids) => (pids.length > 0 ? { PLAUDIT_LAUNCHERS: pids.join() } : {})

/**
 * Calls back once, when one of the launching processes has ended for any reason.
 * @returns a function that cancels it
 */
export function endWithLaunchers(stop) {
	const pids = (process.env.PLAUDIT_LAUNCHERS ?? '').split(',').filter(Boolean).map(Number)
	// Child processes of this one do not follow npm.
	delete process.env.PLAUDIT_LAUNCHERS
	return whenOneEnds(pids, stop)
}

/** Polls twice a second: no system reports the end of a process that is not a child. */
export function whenOneEnds(pids, callback) {
	let wasGone = false
	const timer = setInterval(() => {
		const isGone = !pids.every(isRunning)
		// The second check leaves time for a signal that was sent to both, such as SIGHUP.
		if (isGone && wasGone) {
			clearInterval(timer)
			callback()
		}
		wasGone = isGone
	}, 500).unref()
	return () => clearInterval(timer)
}

function isRunning(pid) {
	try {
		process.kill(pid, 0)
	} catch (error) {
		if (error.code !== 'EPERM') return false
	}
	// A zombie counts as ended.
	return !/^State:\s+Z/m.test(read(`/proc/${pid}/status`))
}

function processOf(pid) {
	if (process.platform === 'linux')
		return {
			parent: Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]),
			words: read(`/proc/${pid}/cmdline`).split('\0'),
		}
	try {
		const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
		const [parent, ...words] = line.trim().split(/\s+/)
		return { parent: Number(parent), words }
	} catch {
		return { parent: undefined, words: [] }
	}
}

function read(path) {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}

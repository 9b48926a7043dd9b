import { readFile } from 'node:fs/promises'

/** Open files that a start needs, with those of PostgreSQL's pool of connections. */
const neededFiles = 256
/** Beginning of the year of this version, in milliseconds. */
const oldestClock = Date.UTC(2026, 0)

/** Checks the limits and the clock of the machine, before anything is opened or made. @throws Error with one line of advice */
export async function requireMachine(now = Date.now(), limits = '/proc/self/limits'): Promise<void> {
	if (now < oldestClock)
		throw new Error(
			`The clock of this machine says ${new Date(now).toISOString().slice(0, 10)}, which is before this version was made. Set it, as sign-ins, links and keys expire by it.`,
		)
	const files = readFileLimit(await readFile(limits, 'utf8').catch(() => ''))
	if (files < neededFiles)
		throw new Error(
			`Only ${files} files may be open at a time, and Plaudit needs ${neededFiles}. Raise the limit: ulimit -n 4096, or LimitNOFILE=4096 in a systemd unit.`,
		)
}

/** The hard limit, to which Node.js raises the soft one at its start. Only Linux shows it here. */
function readFileLimit(text: string): number {
	const [, hard] = /^Max open files\s+\S+\s+(\d+)/m.exec(text) ?? []
	return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard)
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Limits of one process. Those of the kernel apply where `prlimit` exists. */
export type ProcessLimits = {
	cpuSeconds: number
	addressSpaceBytes: number
	/** Largest file that the process may write. */
	fileBytes: number
}

/** Programs of this machine that confine a process, each as the beginning of a command line. */
export type Confinement = {
	/** Lowest priority for the disk. */
	priority: string[]
	hasLimits: boolean
	/** A network namespace without any interface. */
	withoutNetwork: string[]
	/** Ends with this server, and gains no privileges. */
	tied: string[]
}

/** Tries what this machine has; in containers, namespaces are often forbidden. */
export async function findConfinement(): Promise<Confinement> {
	return {
		priority: await firstThatWorks(['ionice', '-c', '3']),
		hasLimits: (await firstThatWorks(['prlimit', '--core=0'])).length > 0,
		withoutNetwork: await firstThatWorks(['unshare', '--net'], ['unshare', '--user', '--map-current-user', '--net']),
		tied: await firstThatWorks(['setpriv', '--no-new-privs', '--pdeathsig', 'KILL']),
	}
}

async function firstThatWorks(...commands: string[][]): Promise<string[]> {
	for (const command of commands) {
		const [program = '', ...args] = command
		const works = await run(program, [...args, 'true']).then(
			() => true,
			() => false,
		)
		if (works) return command
	}
	return []
}

/** The command line that runs a program within the limits. */
export function confine({ priority, hasLimits, withoutNetwork, tied }: Confinement, limits: ProcessLimits): string[] {
	const { cpuSeconds, addressSpaceBytes, fileBytes } = limits
	const prlimit = [
		'prlimit',
		'--core=0',
		'--nofile=64',
		`--cpu=${Math.ceil(cpuSeconds)}`,
		`--as=${addressSpaceBytes}`,
		`--fsize=${fileBytes}`,
	]
	// A change of credentials clears the death signal, so it is set last.
	return [...priority, ...(hasLimits ? prlimit : []), ...withoutNetwork, ...tied]
}

import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** A sixth of the weight of an ordinary process: with the least, a busy server would never finish a recording. */
export const niceness = 8
/** Linux takes one such change a tenth of a second from processes without privileges. */
const pauseMilliseconds = 150
const attempts = 5

/**
 * Lets other processes have the processor before a child process.
 * Linux may weigh each session as one group (`autogroup` in sched(7)), which makes the priority of a process that leads
 * its own session count only inside of it; so the priority of the group is lowered, too.
 */
export async function lowerPriority(pid: number): Promise<void> {
	try {
		setPriority(pid, niceness)
	} catch {
		// It has ended already.
	}
	for (let attempt = 0; attempt < attempts; attempt++) {
		const failure = await writeFile(`/proc/${pid}/autogroup`, String(niceness)).catch(
			(error: NodeJS.ErrnoException) => error.code,
		)
		if (failure !== 'EAGAIN') return
		await wait(pauseMilliseconds, undefined, { ref: false })
	}
}

import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** Linux takes one such change a tenth of a second from processes without privileges. */
const pauseMilliseconds = 150
const attempts = 5

/**
 * Gives a child process the lowest priority for the processor.
 * Linux may weigh each session as one group (`autogroup` in sched(7)), which makes the priority of a process that leads
 * its own session count only inside of it; so the priority of the group is lowered, too.
 */
export async function lowerPriority(pid: number): Promise<void> {
	try {
		setPriority(pid, constants.priority.PRIORITY_LOW)
	} catch {
		// It has ended already.
	}
	for (let attempt = 0; attempt < attempts; attempt++) {
		const failure = await writeFile(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW)).catch(
			(error: NodeJS.ErrnoException) => error.code,
		)
		if (failure !== 'EAGAIN') return
		await wait(pauseMilliseconds, undefined, { ref: false })
	}
}

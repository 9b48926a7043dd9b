import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export const run = promisify(execFile)
/** Kernel clock ticks per second; 100 on common Linux kernels. */
const ticks = 100

/** Proportional set size of a process and its children, in MiB. */
export async function memoryOf(pid: number, withChildren: boolean): Promise<number> {
	const pids = withChildren ? [pid, ...(await childrenOf(pid))] : [pid]
	const sizes = await Promise.all(
		pids.map(async (one) => {
			const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')
			return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
		}),
	)
	return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

async function childrenOf(pid: number): Promise<number[]> {
	const found: number[] = []
	for (const entry of await readdir('/proc')) {
		if (!/^\d+$/.test(entry)) continue
		const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
		if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) found.push(Number(entry))
	}
	return found
}

/** CPU seconds that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	return (Number(fields[11]) + Number(fields[12])) / ticks
}

/** CPU seconds of all running children of a process. */
export async function cpuOfChildren(pid: number): Promise<number> {
	const used = await Promise.all((await childrenOf(pid)).map((child) => cpuOf(child).catch(() => 0)))
	return used.reduce((sum, seconds) => sum + seconds, 0)
}

/** Pins a process, with all its threads, to one processor. */
export async function pin(pid: number, cpu: number): Promise<void> {
	await run('taskset', ['-a', '-p', '-c', String(cpu), String(pid)])
}

export async function unpin(pid: number): Promise<void> {
	await run('taskset', ['-a', '-p', '-c', '0-1', String(pid)])
}

/** Resident memory of a process in MiB, as reported by the kernel. */
export async function residentMemory(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/status`, 'utf8')
	return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { lowerPriority, niceness } from './lower-priority.ts'

async function startChild(): Promise<number> {
	const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
	await once(child, 'spawn')
	onTestFinished(() => {
		child.kill('SIGKILL')
	})
	return child.pid as number
}

const hasAutogroups = await access('/proc/self/autogroup').then(
	() => true,
	() => false,
)

it('a child process and the group of its session get a lower priority', async () => {
	const own = getPriority()
	const pid = await startChild()
	await lowerPriority(pid)
	expect(getPriority(pid)).toBe(niceness)
	if (hasAutogroups)
		expect(await readFile(`/proc/${pid}/autogroup`, 'utf8')).toMatch(new RegExp(`nice ${niceness}$`, 'm'))
	expect(getPriority()).toBe(own)
})

it('a process that has ended is left alone', async () => {
	const child = spawn('true', { stdio: 'ignore' })
	await once(child, 'exit')
	await expect(lowerPriority(child.pid as number)).resolves.toBeUndefined()
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireMachine } from './require-machine.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-machine-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The table of limits as Linux shows it. */
async function limitsWith(hard: string): Promise<string> {
	const path = join(folder, hard)
	const line = (name: string, value: string, unit: string) => [
		name.padEnd(25),
		value.padEnd(20),
		value.padEnd(20),
		unit,
	]
	const rows = [line('Max file size', 'unlimited', 'bytes'), line('Max open files', hard, 'files')]
	await writeFile(path, rows.map((row) => `${row.join(' ')}\n`).join(''))
	return path
}

it('this machine may start Plaudit', async () => {
	await expect(requireMachine()).resolves.toBeUndefined()
})

it.each(['256', '1048576', 'unlimited'])('a limit of %s open files is enough', async (hard) => {
	await expect(requireMachine(Date.now(), await limitsWith(hard))).resolves.toBeUndefined()
})

it.each(['255', '64', '0'])('a limit of %s open files is refused with what to do', async (hard) => {
	const refused = requireMachine(Date.now(), await limitsWith(hard))
	await expect(refused).rejects.toThrow(new RegExp(`^Only ${hard} files may be open .*ulimit -n 4096`))
})

it('a system that does not show its limits is no fault', async () => {
	await expect(requireMachine(Date.now(), join(folder, 'none'))).resolves.toBeUndefined()
})

it.each([0, Date.UTC(1999, 11, 31), Date.UTC(2026, 0) - 1])('a clock at %s is refused', async (now) => {
	await expect(requireMachine(now)).rejects.toThrow(/^The clock of this machine says \d{4}-\d\d-\d\d, .* Set it/)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import type { Mutant } from '#test/mutations/draw-mutants.ts'
import { type CommandOptions, runCommand } from './run-command.ts'
import type { ScratchCheckout } from './scratch-checkout.ts'

/** Mutants of SQL that PostgreSQL refuses to create. */
export async function refusedByPostgres(checkout: ScratchCheckout, mutants: readonly Mutant[]): Promise<Set<Mutant>> {
	const refused = new Set<Mutant>()
	if (mutants.length === 0) return refused
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-mutants-'))
	const server = await startEmbedded(folder, 20)
	try {
		await migrate(server.owner, join(checkout.folder, 'db'))
		const client = new pg.Client(server.owner)
		await client.connect()
		for (const mutant of mutants) {
			await client.query('begin')
			await client.query(await checkout.preview(mutant)).catch(() => refused.add(mutant))
			await client.query('rollback')
		}
		await client.end()
	} finally {
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	}
	return refused
}

/** Mutants of TypeScript that the compiler refuses. Those of different files are compiled together. */
export async function refusedByTypes(
	checkout: ScratchCheckout,
	mutants: readonly Mutant[],
	options: Omit<CommandOptions, 'cwd' | 'limitSeconds'>,
): Promise<Set<Mutant>> {
	const refused = new Set<Mutant>()
	let waiting = [...mutants]
	while (waiting.length > 0) {
		const batch = waiting.filter(({ path }, index) => waiting.findIndex((one) => one.path === path) === index)
		for (const mutant of await refusedTogether(batch)) refused.add(mutant)
		waiting = waiting.filter((mutant) => !batch.includes(mutant))
	}
	return refused

	/** An error in another file does not say whose it is: those mutants are compiled in halves. */
	async function refusedTogether(batch: Mutant[]): Promise<Mutant[]> {
		if (batch.length === 0) return []
		const errors = await compile(batch)
		if (errors.length === 0) return []
		if (batch.length === 1) return batch
		const bad = batch.filter(({ path }) => errors.includes(path))
		if (bad.length > 0) return [...bad, ...(await refusedTogether(batch.filter((mutant) => !bad.includes(mutant))))]
		const half = Math.ceil(batch.length / 2)
		return [...(await refusedTogether(batch.slice(0, half))), ...(await refusedTogether(batch.slice(half)))]
	}

	/** @returns the files with errors */
	async function compile(batch: Mutant[]): Promise<string[]> {
		for (const mutant of batch) await checkout.apply(mutant)
		const { code, output } = await runCommand('tsc', ['-b', '--pretty', 'false'], {
			...options,
			cwd: checkout.folder,
			limitSeconds: 900,
		})
		await checkout.restore()
		const files = [...output.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file)
		if (code !== 0 && files.length === 0) throw new Error(`tsc failed:\n${output}`)
		return files
	}
}

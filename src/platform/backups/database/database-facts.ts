import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '#platform/backups/archive/read-json.ts'
import { damaged } from '#platform/backups/encryption.ts'
import { archiveLimits } from '#shared/parser-limits.ts'

/** Folder in a backup of the rows of a database at DATABASE_URL. */
export const databaseFolder = 'database'
/** The plan that puts the rows back: written before them. */
export const planFile = `${databaseFolder}/plan.json`
/** The proof that the rows are complete: written after them. */
export const proofFile = `${databaseFolder}/proof.json`
/** File with a part of the rows of a table, as COPY writes them. Names in a backup never come from names of tables. */
export const partFile = (table: number, part: number) =>
	`${databaseFolder}/${String(table).padStart(5, '0')}/${String(part).padStart(7, '0')}.copy`

const databasePlan = z.object({
	/** Version of PostgreSQL. */
	server: z.string(),
	/** The files of db/ that were applied, as plaudit.migrations lists them. */
	applied: z.array(z.object({ name: z.string(), checksum: z.string(), version: z.string().nullable() })),
	/** The operator's own migrations that were applied. */
	own: z.array(z.string()),
	/** Quoted names, as PostgreSQL writes them. */
	tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
	/** All that the database consists of, a line each. */
	schema: z.array(z.string()),
})
export type DatabasePlan = z.output<typeof databasePlan>

const databaseProof = z.object({
	/** Tables in the order of the plan. `sha256` is of all parts together. */
	tables: z.array(z.object({ rows: z.string(), hash: z.string(), parts: z.number().int().min(0), sha256: z.string() })),
	sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
export type DatabaseProof = z.output<typeof databaseProof>

/** Reads the facts of an unpacked backup about its database. @throws Error when a file is missing or not of this form */
export async function readDatabaseFacts(folder: string): Promise<{ plan: DatabasePlan; proof: DatabaseProof }> {
	try {
		const [plan, proof] = await Promise.all([planFile, proofFile].map((name) => readFacts(join(folder, name))))
		return { plan: databasePlan.parse(plan), proof: databaseProof.parse(proof) }
	} catch (cause) {
		throw damaged(folder, cause)
	}
}

async function readFacts(path: string): Promise<unknown> {
	await stat(path)
	return readJson(createReadStream(path), archiveLimits.databaseFactsBytes)
}

/** Reads all rows of a backup in a folder, which nothing has compared with checksums yet. @throws Error when a byte was lost or altered */
export async function requireWholeRows(folder: string): Promise<void> {
	const { plan, proof } = await readDatabaseFacts(folder)
	if (proof.tables.length !== plan.tables.length) throw damaged(folder, new Error('tables are missing'))
	for (const [table, { parts, sha256 }] of proof.tables.entries()) {
		const hash = createHash('sha256')
		try {
			for await (const chunk of readParts(folder, table, parts)) hash.update(chunk)
		} catch (cause) {
			throw damaged(folder, cause)
		}
		if (hash.digest('hex') !== sha256) throw damaged(folder, new Error(`${plan.tables[table]?.name} differs`))
	}
}

/** The rows of a table in an unpacked backup. */
export async function* readParts(folder: string, table: number, parts: number): AsyncGenerator<Buffer> {
	for (let part = 0; part < parts; part++)
		yield* createReadStream(join(folder, partFile(table, part)), { highWaterMark: 1 << 18 })
}

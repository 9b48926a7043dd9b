import type { Writable } from 'node:stream'
import type { FileStore } from '#platform/media/files/file-store.ts'
import type { Tx } from '#platform/pg/db.ts'
import {
	type ArchiveTable,
	archiveFormat,
	archiveVersion,
	checksumsName,
	filesName,
	type Manifest,
	type MemberLine,
	manifestName,
	membersName,
	readmeName,
	tableEntry,
} from './archive-format.ts'
import { archiveMembers, archiveTables } from './queries.ts'
import { archivedFiles, type WrittenFiles, writeFiles } from './write-files.ts'
import { jsonLine, type LineCount, tableLines } from './write-tables.ts'
import { createZipWriter } from './zip-writer.ts'

export type ArchivePlan = {
	/** The space, with the slug of its first form. */
	space: Manifest['space']
	withEmails: boolean
	siteUrl: string
	/** The version of Plaudit. */
	version: string
}

/**
 * Writes the archive of a space into a stream.
 * @param tx a snapshot as the service, so that rows and files belong together
 * @throws the error of the output
 */
export async function writeArchive(
	tx: Tx,
	files: FileStore,
	{ space, withEmails, siteUrl, version }: ArchivePlan,
	output: Writable,
): Promise<Manifest> {
	const made = new Date()
	const zip = createZipWriter(output, made)
	const tables = await tx.query<ArchiveTable>(archiveTables())
	const sizes: Manifest['tables'] = {}
	for (const { name, columns, personal } of tables) {
		if (personal && !withEmails) continue
		const count: LineCount = { rows: 0 }
		const bytes = await zip.add(tableEntry(name), tableLines(tx, space.id, name, count), true)
		sizes[name] = { rows: count.rows, bytes, columns }
	}
	const members = (await tx.query<MemberLine>(archiveMembers(space.id))).map((member) => ({
		...member,
		email: withEmails ? member.email : null,
	}))
	const memberBytes = await zip.add(membersName, members.map(jsonLine), true)
	const written: WrittenFiles = { count: 0, bytes: 0, missing: 0, sizes: new Map() }
	await writeFiles(tx, files, space.id, zip, written)
	await zip.add(filesName, archivedFiles(tx, space.id, written), true)
	const manifest: Manifest = {
		format: archiveFormat,
		version: archiveVersion,
		plaudit: version,
		made_at: made.toISOString(),
		site_url: siteUrl,
		space,
		with_emails: withEmails,
		tables: sizes,
		members: { rows: members.length, bytes: memberBytes },
		files: { count: written.count, bytes: written.bytes, missing: written.missing },
	}
	await zip.add(readmeName, [Buffer.from(readme(manifest))], true)
	await zip.add(manifestName, [Buffer.from(`${JSON.stringify(manifest, null, '\t')}\n`)], true)
	await zip.add(checksumsName, [Buffer.from(zip.checksums())], true)
	await zip.end()
	return manifest
}

function readme({ space, made_at }: Manifest): string {
	return `An archive of ${space.name}, made by Plaudit on ${made_at}.

manifest.json     what is inside
tables/*.jsonl    one row a line, as JSON
files.jsonl       the files in media/, with their former names
media/            photos, recordings and the pictures of the brand
checksums.sha256  sha256sum -c checksums.sha256

All words:        jq -r .body tables/testimonials.jsonl
Another Plaudit:  plaudit import FILE
`
}

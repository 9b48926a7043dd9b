import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fromFdPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** The entries of an archive, in order, by name. */
export type Entries = Map<string, Buffer>

export async function readEntries(path: string): Promise<Entries> {
	const file = await open(path)
	try {
		const zip = await fromFdPromise(file.fd, { lazyEntries: true, autoClose: false })
		const entries: Entries = new Map()
		for await (const entry of zip.eachEntry())
			entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
		return entries
	} finally {
		await file.close()
	}
}

/** Writes entries as an archive, by default with right checksums, as a person would who knows the format. */
export async function writeEntries(
	entries: Entries,
	path: string,
	{ modes = {}, checksums }: { modes?: Record<string, number>; checksums?: Buffer | undefined } = {},
): Promise<void> {
	const sums = [...entries].flatMap(([name, bytes]) =>
		name === 'checksums.sha256' ? [] : [`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`],
	)
	const all = new Map(entries).set('checksums.sha256', checksums ?? Buffer.from(sums.join('')))
	const zip = new ZipFile()
	for (const [name, bytes] of all) zip.addBuffer(bytes, name, { mode: modes[name] ?? 0o100644 })
	zip.end()
	await pipeline(zip.outputStream, createWriteStream(path))
}

/** Changes the rows of a table, and what the manifest says of it. */
export function changeRows(
	entries: Entries,
	table: string,
	change: (rows: Record<string, unknown>[]) => Record<string, unknown>[],
): Entries {
	const name = `tables/${table.replace(/^\w+\./, '')}.jsonl`
	const text = entries.get(name)?.toString() ?? ''
	const rows = change(
		text
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line)),
	)
	const changed = changeManifest(entries, (manifest) => {
		const of = manifest.tables[table]
		if (of) of.rows = rows.length
	})
	return changed.set(name, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
}

// biome-ignore lint/suspicious/noExplicitAny: Tests change anything in it.
export function changeManifest(entries: Entries, change: (manifest: any) => void): Entries {
	const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '')
	change(manifest)
	return new Map(entries).set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

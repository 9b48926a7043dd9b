import { open, rename, rm, stat } from 'node:fs/promises'
import { flag, printResult, readOptions, resolveCallerPath, text, UsageError } from '#cli/read-options.ts'
import { withDeps } from '#cli/with-deps.ts'
import type { Deps } from '#platform/deps.ts'
import { FileSink } from '#platform/media/disk/file-sink.ts'
import type { Manifest } from '#product/archive/archive-format.ts'
import { checkArchive } from '#product/archive/check-archive.ts'
import { exportArchive } from '#product/archive/export-archive.ts'
import { spaceOfSlug } from '#product/archive/queries.ts'
import { openZipFile } from '#product/archive/zip-reader.ts'
import { collectGarbageEarly } from './collect-garbage-early.ts'

/** Writes the archive of a space into a new file, and reads it again before it gets its name. */
export async function run(args: string[]): Promise<number> {
	collectGarbageEarly()
	const options = { space: text, out: text, 'without-emails': flag, json: flag }
	const { space, out, json, 'without-emails': withoutEmails = false } = readOptions(args, options)
	if (!space || !out) throw new UsageError('--space and --out are needed.')
	const file = resolveCallerPath(out)
	if (await stat(file).catch(() => undefined)) throw new UsageError(`${file} is there already. Name a new file.`)
	const manifest = await withDeps(async (deps) => {
		const id = await findSpace(deps, space)
		const unfinished = `${file}.part`
		try {
			const made = await write(deps, { space: id, withEmails: !withoutEmails }, unfinished)
			await check(unfinished)
			await rename(unfinished, file)
			return made
		} catch (error) {
			await rm(unfinished, { force: true })
			if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
				throw new Error(`The disk is full. ${file} was not written.`, { cause: error })
			throw error
		}
	})
	const { tables, files } = manifest
	const testimonials = tables['public.testimonials']?.rows ?? 0
	const lines = [
		`Wrote ${testimonials} testimonials and ${files.count} files of ${manifest.space.name} into ${file}.`,
		...(files.missing > 0
			? [`${files.missing} files were erased meanwhile, or are lost: plaudit doctor says which.`]
			: []),
		...(withoutEmails ? [] : ['It holds the addresses of customers: keep it where they are safe.']),
	]
	return printResult(json, { file, space: manifest.space.id, testimonials, files: files.count }, lines.join('\n'))
}

async function write(deps: Deps, what: { space: string; withEmails: boolean }, path: string): Promise<Manifest> {
	const file = await open(path, 'w', 0o600)
	try {
		const output = new FileSink(file, { checkSpace: async () => {}, releaseBuffers: true })
		return await exportArchive(deps, what, output)
	} finally {
		await file.close()
	}
}

async function findSpace({ db }: Deps, slug: string): Promise<string> {
	const [found] = await db.as({ role: 'service_role' }, (tx) => tx.final<{ id: string | null }>(spaceOfSlug(slug)))
	if (!found?.id) throw new Error(`No form and no wall here has the slug ${slug}.`)
	return found.id
}

async function check(path: string): Promise<void> {
	const zip = await openZipFile(path)
	try {
		await checkArchive(zip)
	} finally {
		zip.close()
	}
}

import { access, constants } from 'node:fs/promises'
import { flag, printResult, readOptions, resolveCallerPath, text, UsageError } from '#cli/read-options.ts'
import { withDeps } from '#cli/with-deps.ts'
import { checkArchive } from '#product/archive/check-archive.ts'
import { readArchive } from '#product/archive/read-archive.ts'
import { type Restored, restoreArchive } from '#product/archive/restore-archive.ts'
import { openZipFile, type ZipReader } from '#product/archive/zip-reader.ts'
import { collectGarbageEarly } from './collect-garbage-early.ts'

/** Loads an archive into this installation: all of it or nothing. */
export async function run(args: string[]): Promise<number> {
	collectGarbageEarly()
	const [path, ...rest] = args
	if (!path || path.startsWith('-')) throw new UsageError('Name an archive.')
	const { as, owner, check, json } = readOptions(rest, { as: text, owner: text, check: flag, json: flag })
	if (as !== undefined && !/^[a-z0-9](-?[a-z0-9])*$/.test(as))
		throw new UsageError('--as takes a slug: a-z, 0-9 and single dashes between them.')
	const file = resolveCallerPath(path)
	await access(file, constants.R_OK).catch((error: Error) => {
		throw new UsageError(`${path} cannot be read: ${error.message}`)
	})
	const zip = await openZipFile(file)
	try {
		if (check) return printChecked(await checkArchive(zip), json)
		const restored = await restore(zip, { as, owner })
		return printResult(json, restored, formatRestored(restored))
	} finally {
		zip.close()
	}
}

async function restore(zip: ZipReader, options: { as: string | undefined; owner: string | undefined }) {
	const archive = await readArchive(zip)
	return withDeps((deps) => restoreArchive(deps, archive, options))
}

function printChecked({ space, made_at, plaudit }: Awaited<ReturnType<typeof checkArchive>>, json?: boolean): number {
	const found = { space, made_at, plaudit }
	return printResult(json, found, `The archive of ${space.name} of ${made_at} is whole. Plaudit ${plaudit} made it.`)
}

function formatRestored({ space, testimonials, files, missing, erased, members, absent, renamed }: Restored): string {
	return [
		`${space.name} is here: ${testimonials} testimonials and ${files} files.`,
		`Members: ${members.join(', ')}.`,
		...(absent.length > 0 ? [`Without an account here: ${absent.join(', ')}. Invite them under Space, Members.`] : []),
		...renamed.map(([from, to]) => `${from} is ${to} here.`),
		...(missing > 0 ? [`${missing} files were missing when the archive was made.`] : []),
		...(erased > 0 ? [`${erased} testimonials stay erased, as they were erased here.`] : []),
	].join('\n')
}

import type { Tx } from '#platform/pg/db.ts'
import { ArchiveError } from './archive-error.ts'
import { tableEntry } from './archive-format.ts'
import { archiveClashes } from './queries.ts'
import type { Archive, ArchiveLine } from './read-archive.ts'

/** Changes a line of a table on its way in; null leaves it out. */
export type LineChange = (line: ArchiveLine) => Record<string, unknown> | null

type Slugs = {
	/** The current slugs of forms. */
	forms: string[]
	/** The slugs of forms, with former ones. */
	allForms: string[]
	walls: string[]
}

/**
 * Looks for what the database has already.
 * @param as the slug that replaces that of the first form; the others begin with it, too
 * @returns changes by table, and a text for each slug that is not kept
 * @throws ArchiveError that names every clash
 */
export async function planSlugs(tx: Tx, archive: Archive, as: string | undefined) {
	const slugs = await readSlugs(archive)
	const renamed = as === undefined ? undefined : newSlugs(archive.manifest.space.slug, slugs, as)
	const present = (list: string[]) => list.map((slug) => renamed?.get(slug) ?? slug)
	const clashes = await findClashes(tx, archive, present(renamed ? slugs.forms : slugs.allForms), present(slugs.walls))
	if (clashes.length > 0) {
		const taken = clashes.map((clash) => `${clash.name} (${clash.kind})`).join(', ')
		const advice = as === undefined ? 'Give the space other ones with --as SLUG.' : 'Choose another slug for --as.'
		throw new ArchiveError(`These slugs are taken here: ${taken}. ${advice}`, { problem: 'slug_taken' })
	}
	if (!renamed) return { changes: {}, renamed: [] }
	const rename: LineChange = ({ value }) => ({ ...value, slug: renamed.get(String(value.slug)) ?? value.slug })
	const changes: Record<string, LineChange> = {
		'public.forms': rename,
		'public.walls': rename,
		// Former slugs stay with the space that has the present ones.
		'private.form_slugs': (line) => (renamed.has(String(line.value.slug)) ? rename(line) : null),
	}
	return { changes, renamed: [...renamed] }
}

/** The slugs of an archive that are taken here. @throws ArchiveError when its space is here */
export async function findTakenSlugs(tx: Tx, archive: Archive): Promise<string[]> {
	const { allForms, walls } = await readSlugs(archive)
	const clashes = await findClashes(tx, archive, allForms, walls)
	return [...new Set(clashes.map(({ name }) => name))]
}

async function findClashes(tx: Tx, { manifest }: Archive, forms: readonly string[], walls: readonly string[]) {
	const { id, name } = manifest.space
	const clashes = await tx.query<{ kind: string; name: string }>(archiveClashes(id, forms, walls))
	if (!clashes.some(({ kind }) => kind === 'space')) return clashes
	throw new ArchiveError(
		`The space ${name} (${id}) is here already. Its ids stay what they are, so that links and proofs hold.`,
		{ problem: 'space_here' },
	)
}

async function readSlugs(archive: Archive): Promise<Slugs> {
	const slugs: Slugs = { forms: [], allForms: [], walls: [] }
	const read = async (table: string, into: string[]) => {
		if (!archive.manifest.tables[table]) return
		for await (const { value } of archive.lines(tableEntry(table)))
			if (into.push(String(value.slug)) > maxSlugs) throw new ArchiveError(`${tableEntry(table)} has too many slugs.`)
	}
	await read('public.forms', slugs.forms)
	await read('private.form_slugs', slugs.allForms)
	await read('public.walls', slugs.walls)
	return slugs
}

const maxSlugLength = 63
/** All of them are held in memory. */
const maxSlugs = 100_000

function newSlugs(first: string, { forms, walls }: Slugs, as: string): Map<string, string> {
	const renamed = new Map<string, string>()
	const used = new Set<string>()
	for (const slug of [...forms, ...walls]) {
		if (renamed.has(slug)) continue
		const rest = slug === first ? '' : slug.startsWith(`${first}-`) ? slug.slice(first.length) : `-${slug}`
		let name = `${as}${rest}`.slice(0, maxSlugLength).replace(/-+$/, '')
		for (let n = 2; used.has(name); n++) name = `${name.slice(0, maxSlugLength - 4).replace(/-+$/, '')}-${n}`
		used.add(name)
		renamed.set(slug, name)
	}
	return renamed
}

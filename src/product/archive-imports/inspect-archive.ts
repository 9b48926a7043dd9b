import type { Deps } from '#platform/deps.ts'
import { ArchiveError } from '#product/archive/archive-error.ts'
import { type Manifest, type MemberLine, membersName, tableEntry } from '#product/archive/archive-format.ts'
import { findTakenSlugs } from '#product/archive/archive-slugs.ts'
import { readAll } from '#product/archive/check-archive.ts'
import { originOf } from '#product/archive/distrust.ts'
import type { Archive } from '#product/archive/read-archive.ts'
import { knownTables, requireRoom } from '#product/archive/restore-archive.ts'
import type { ArchiveSummary } from '#shared/import/archive-import.ts'

const service = { role: 'service_role' } as const
/** Members that can be invited at once. */
const maxMembers = 50

/**
 * Reads all of an archive, and finds what would keep it from being loaded.
 * @param importer address of the person who brought it, who is not invited
 * @throws ArchiveError with the first reason
 */
export async function inspectArchive(
	{ config, db }: Pick<Deps, 'config' | 'db'>,
	archive: Archive,
	importer: string | null,
): Promise<ArchiveSummary> {
	const { manifest, sizes } = archive
	const tables = await db.as(service, (tx) => knownTables(tx, manifest))
	for (const { name, columns } of tables)
		for (const column of manifest.tables[name]?.columns ?? [])
			if (!columns.includes(column))
				throw new ArchiveError(
					`${tableEntry(name)} has a column "${column.slice(0, 80)}" that this Plaudit does not know. Was it made by a newer one?`,
					{ problem: 'newer' },
				)
	await requireRoom({ config }, archive)
	await readAll(archive)
	const taken = await db.as(service, (tx) => findTakenSlugs(tx, archive))
	const members = await readMembers(archive, importer)
	const rows = (table: string) => manifest.tables[table]?.rows ?? 0
	return {
		name: shorten(manifest.space.name, 120),
		slug: shorten(manifest.space.slug, 63),
		space_id: manifest.space.id,
		made_at: manifest.made_at,
		plaudit: shorten(manifest.plaudit, 40),
		site_url: originOf(manifest),
		parts: sizes.size,
		bytes: sizeOf(archive),
		testimonials: rows('public.testimonials'),
		files: manifest.files.count,
		forms: rows('public.forms'),
		walls: rows('public.walls'),
		invitations: rows('public.invitations'),
		events: rows('public.testimonial_events'),
		members,
		taken: taken.slice(0, 20),
	}
}

/** Bytes of all entries when unpacked. */
export function sizeOf({ sizes }: Pick<Archive, 'sizes'>): number {
	let bytes = 0
	for (const size of sizes.values()) bytes += size
	return bytes
}

async function readMembers(archive: Archive, importer: string | null): Promise<ArchiveSummary['members']> {
	const members: ArchiveSummary['members'] = []
	for await (const { value } of archive.lines(membersName)) {
		const { email, role } = value as MemberLine
		if (typeof email !== 'string' || email === importer || email.length > 255) continue
		if (members.length < maxMembers && ['owner', 'editor', 'viewer'].includes(role)) members.push({ email, role })
	}
	return members
}

const shorten = (text: Manifest['plaudit'], most: number) =>
	text
		.replace(/\p{Cc}/gu, '')
		.trim()
		.toWellFormed()
		.slice(0, most)

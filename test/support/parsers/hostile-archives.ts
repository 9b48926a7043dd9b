import { createHash } from 'node:crypto'
import { archiveFormat, checksumsName, manifestName } from '#product/archive/archive-format.ts'
import { makeZip } from '#test/support/make-zip.ts'
import { fill, type HostileInput, MiB, refused } from './hostile-input.ts'

const manifest = JSON.stringify({
	format: archiveFormat,
	version: 1,
	plaudit: '1.0.0',
	made_at: '2026-01-01T00:00:00.000Z',
	site_url: 'https://a.example',
	space: { id: '00000000-0000-4000-8000-000000000000', name: 'A', slug: 'a' },
	with_emails: true,
	tables: {},
	members: { rows: 0, bytes: 0 },
	files: { count: 0, bytes: 0, missing: 0 },
})

/** An archive with sound checksums. */
function archive(files: Record<string, string>): Buffer {
	const sums = Object.entries(files).map(
		([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
	)
	return makeZip({ ...files, [checksumsName]: sums.join('') })
}

const rows = (content: string) => archive({ [manifestName]: manifest, 'tables/forms.jsonl': content })

/** Archives of a space, as `plaudit import --check` reads them. */
export const hostileArchives: HostileInput[] = [
	refused('a manifest of lists in lists', () => archive({ [manifestName]: fill('[', MiB) })),
	refused('a manifest of 12 MB', () => archive({ [manifestName]: fill(' ', 12 * MiB) })),
	refused('a row of lists in lists', () => rows(`{"a":${fill('[', 12 * MiB)}\n`)),
	refused('a row without an end', () => rows(`{"a":"${fill('x', 20 * MiB)}`)),
	refused('checksums of 12 MB', () => makeZip({ [manifestName]: manifest, [checksumsName]: fill('0', 12 * MiB) })),
]

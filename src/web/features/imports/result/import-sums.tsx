import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { useImportState } from './use-import-state.ts'

/** The figures of an import: what is here now of what it brought, replies and pictures. */
export function ImportSums({ item }: { item: ListedImport }) {
	const { added, replies, pictures, pictures_done: done, pictures_failed: failed, state } = item
	const { data: now } = useImportState(item, state !== 'undone')
	const sums: [string, number, string][] = [
		...(state === 'undone'
			? []
			: ([['In Plaudit now', now?.present ?? added, nowText(added, now)]] satisfies [string, number, string][])),
		...(replies > 0
			? ([['Your replies', replies, 'public with their review']] satisfies [string, number, string][])
			: []),
		...(pictures > 0
			? ([
					[
						'Pictures',
						done - failed,
						done < pictures ? `of ${formatNumber(pictures)}, still coming` : `of ${formatNumber(pictures)} in the file`,
					],
				] satisfies [string, number, string][])
			: []),
	]
	if (sums.length === 0) return null
	return (
		<dl className="import-sums">
			{sums.map(([name, value, text]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>
						{formatNumber(value)} <small>{text}</small>
					</dd>
				</div>
			))}
		</dl>
	)
}

function nowText(added: number, now: { present: number; approved: number } | undefined): string {
	if (!now) return 'of this import'
	const gone = added - now.present
	const approved =
		now.approved === now.present
			? 'all approved'
			: now.approved === 0
				? 'none approved'
				: `${formatNumber(now.approved)} approved`
	if (now.present === 0) return 'all were deleted since'
	return gone > 0 ? `${approved}; ${formatNumber(gone)} deleted since` : approved
}

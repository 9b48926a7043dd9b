import type { ReactNode } from 'react'
import type { ImportTarget } from '#shared/import/import-api.ts'
import {
	delimiterLabels,
	formatLabel,
	importName,
	sourceName,
	targetLabels,
} from '#web/features/imports/import-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { formatCount, formatList, formatNumber, formatSize } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'

/** The facts of the file, and the choices that are not about a change. */
export function FileFacts({ item }: { item: ListedImport }) {
	const { summary, mapping, by, created_at: at } = item
	const facts: [string, ReactNode][] = [
		['Name', <NameFact key="name" item={item} />],
		['Read as', readAs(item)],
		['Columns', <ColumnFact key="columns" item={item} />],
		[
			'Permission',
			mapping.consent === 'public' ? (
				<>
					“They agreed”, stated{' '}
					{by ? (
						<>
							by <bdi>{by}</bdi>{' '}
						</>
					) : null}
					on {formatDate(at)}
				</>
			) : (
				'None yet: they came in as private'
			),
		],
		['Arrived as', { pending: 'Pending', approved: 'Approved', file: 'As the file says' }[mapping.status]],
		...(summary
			? ([['Fingerprint', <Fingerprint key="hash" text={summary.file.fingerprint} />]] as [string, ReactNode][])
			: []),
	]
	return (
		<section className="import-part" aria-labelledby="import-facts">
			<h2 className="ui-section-title" id="import-facts">
				The file
			</h2>
			<dl className="import-fact-list">
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

function NameFact({ item }: { item: ListedImport }) {
	const { summary, columns, row_count: rows } = item
	const size = summary ? `, ${formatSize(summary.file.size)}` : ''
	return (
		<>
			<bdi>{importName(item)}</bdi>
			{size}, {formatCount(columns.length, 'column')}, {formatCount(rows, 'row')}
		</>
	)
}

function readAs(item: ListedImport): string {
	const { summary, mapping } = item
	if (!summary) return sourceName(item)
	const { format, encoding, delimiter, heading_row: headingRow, sheet, bad_rows: bad } = summary.file
	return [
		summary.source_name,
		...(summary.source_name === formatLabel(format) ? [] : [formatLabel(format)]),
		...(sheet ? [`sheet ${sheet}`] : []),
		...(encoding ? [bad.count > 0 ? `${encoding} but for ${formatCount(bad.count, 'row')}` : encoding] : []),
		...(delimiter ? [delimiterLabels[delimiter]?.toLowerCase() ?? delimiter] : []),
		...(headingRow === null
			? []
			: [headingRow === 0 ? 'without headings' : `headings in row ${formatNumber(headingRow)}`]),
		...(mapping.time_zone && mapping.time_zone !== 'UTC' ? [`times of ${mapping.time_zone.replaceAll('_', ' ')}`] : []),
	].join(', ')
}

function ColumnFact({ item: { columns, mapping } }: { item: ListedImport }) {
	const named = columns.flatMap((heading, at) => {
		const target = mapping.columns[at] ?? 'none'
		return target === 'none' ? [] : [`${heading} as ${shortLabel(target)}`]
	})
	const left = columns.filter((_, at) => (mapping.columns[at] ?? 'none') === 'none')
	return (
		<>
			<bdi>{formatList(named)}</bdi>
			{left.length > 0 ? (
				<details className="import-left-columns">
					<summary>{formatCount(left.length, 'column')} left out</summary>
					<bdi>{formatList(left)}</bdi>
				</details>
			) : null}
		</>
	)
}

const shortLabel = (target: ImportTarget) => targetLabels[target].toLowerCase().replace(/,.*/, '')

/** The hash in groups of four, which can be compared by eye. */
function Fingerprint({ text }: { text: string }) {
	return (
		<code className="ui-mono" dir="ltr">
			sha256 {text.match(/.{1,4}/g)?.join(' ')}
		</code>
	)
}

import type { ReactNode } from 'react'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { BeforeAfter } from './before-after.tsx'
import { ChangeControl } from './change-control.tsx'
import { type ChangeContext, changeWords } from './change-words.ts'
import { type ListedChange, listChanges } from './listed-changes.ts'
import './changes.css'

type Props = {
	analysis: ImportAnalysis
	mapping: ImportMapping
	/** Sentences of the server about fields of the mapping. */
	faults: Record<string, string>
	onChange: (part: Partial<ImportMapping>) => void
}

/** Each kind of change with its number of rows, an example, and one control. */
export function ChangeList({ analysis, mapping, faults, onChange }: Props) {
	const changes = listChanges(analysis, mapping)
	if (changes.length === 0) return null
	const context = {
		mapping,
		sourceName: analysis.source_name,
		encoding: analysis.file.encoding,
		badRows: analysis.file.bad_rows.first,
	}
	// One choice counts for these three; the first of them has its switch.
	const plainText = changes.find(({ kind }) => kind === 'html' || kind === 'escapes' || kind === 'translation')?.kind
	return (
		<section className="import-part" aria-labelledby="import-changes">
			<div className="import-part-top">
				<h2 className="ui-section-title" id="import-changes">
					What would change, and your say in it
				</h2>
				<p className="ui-small ui-quiet">The file itself is not touched</p>
			</div>
			<ol className="import-changes">
				{changes.map((change) => (
					<Change key={change.kind} change={change} context={context}>
						<ChangeControl
							kind={change.kind}
							analysis={analysis}
							mapping={mapping}
							faults={faults}
							plainTextOwner={plainText}
							onChange={onChange}
						/>
					</Change>
				))}
			</ol>
		</section>
	)
}

function Change({ change, context, children }: { change: ListedChange; context: ChangeContext; children: ReactNode }) {
	const { kind, rows, reason } = change
	const { title, about } = changeWords[kind]
	return (
		<li className="import-change" id={`import-change-${kind}`}>
			<span className="import-change-rows">
				{rows === null ? <span aria-hidden="true">–</span> : formatNumber(rows)}
				{rows === null ? null : <span className="ui-sr">{rows === 1 ? ' row: ' : ' rows: '}</span>}
			</span>
			<div className="import-change-words">
				<h3>{title}</h3>
				<p className="ui-quiet">{about(context)}</p>
				{reason ? (
					<p className="ui-small">
						Row {formatNumber(change.row)}: <bdi>{reason}</bdi>
					</p>
				) : (
					<BeforeAfter change={change} />
				)}
			</div>
			{children}
		</li>
	)
}

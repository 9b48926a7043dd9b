import { BeforeAfter } from '#web/features/imports/changes/before-after.tsx'
import { changeWords, chosenWords } from '#web/features/imports/changes/change-words.ts'
import { LeftOutCells } from '#web/features/imports/changes/left-out-cells.tsx'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { formatNumber } from '#web/lib/format/format.ts'

/** Kinds that the rows below tell in full. */
const ofRows = new Set(['duplicate', 'erased', 'unwanted', 'no_name', 'stars_alone'])

/** Each kind of change with its rows, an example, and what was chosen. Imports of before this was kept have none. */
export function ChangeTable({ item: { summary, mapping } }: { item: ListedImport }) {
	const changes = summary?.changes.filter(({ kind }) => kind in changeWords && !ofRows.has(kind)) ?? []
	if (!summary || changes.length === 0) return null
	return (
		<section className="import-part" aria-labelledby="import-changed">
			<h2 className="ui-section-title" id="import-changed">
				What was changed, and what was chosen
			</h2>
			<table className="import-table">
				<thead>
					<tr>
						<th scope="col">Kind</th>
						<th scope="col" className="import-number">
							Rows
						</th>
						<th scope="col">Before and after</th>
						<th scope="col">Chosen</th>
					</tr>
				</thead>
				<tbody>
					{changes.map((change) => (
						<tr key={change.kind}>
							<th scope="row">{changeWords[change.kind].title}</th>
							<td className="import-number" data-label="Rows">
								{formatNumber(change.rows)}
							</td>
							<td>
								<BeforeAfter change={change} />
							</td>
							<td className="ui-small ui-quiet">
								{change.kind === 'cell_left_out' && summary.left_out_cells.length > 0 ? (
									<LeftOutCells cells={summary.left_out_cells} total={change.rows} />
								) : (
									<bdi>{chosenWords(change.kind, mapping) ?? ''}</bdi>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	)
}

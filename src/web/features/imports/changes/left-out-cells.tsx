import { useState } from 'react'
import type { LeftOutCell } from '#shared/import/import-api.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** A link to the cells that stay out of their rows. The list ends after the first hundred. */
export function LeftOutCells({ cells, total }: { cells: readonly LeftOutCell[]; total: number }) {
	const [isOpen, setOpen] = useState(false)
	if (cells.length === 0) return null
	const isAll = cells.length >= total
	return (
		<Dialog
			open={isOpen}
			onOpenChange={setOpen}
			wide
			trigger={<TextButton>See the {formatNumber(total)}</TextButton>}
			title="Cells that do not fit"
			description={
				isAll
					? 'These cells stay out. Everything else of their rows comes in.'
					: `The first ${formatNumber(cells.length)} of ${formatNumber(total)}. Everything else of their rows comes in.`
			}
		>
			<ul className="ui-rows import-cells">
				{cells.map(({ row, heading, value, reason }) => (
					<li key={`${row} ${heading} ${value}`}>
						<span className="ui-small ui-quiet">Row {formatNumber(row)}</span>
						<div>
							<p>
								<bdi className="import-heading">{heading}</bdi> <code dir="auto">{value}</code>
							</p>
							<p className="ui-small ui-quiet">{reason}</p>
						</div>
					</li>
				))}
			</ul>
		</Dialog>
	)
}

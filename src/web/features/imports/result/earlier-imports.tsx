import { describeImport, importName, sourceNames } from '#web/features/imports/import-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { UndoImport } from './undo-import.tsx'

/** Imports of before, each with its rows and its undo. */
export function EarlierImports({
	list,
	canEdit,
	onOpen,
}: {
	list: ListedImport[]
	canEdit: boolean
	onOpen: (id: string) => void
}) {
	if (list.length === 0) return null
	return (
		<section className="import-part" aria-labelledby="import-earlier">
			<h2 className="ui-section-title" id="import-earlier">
				Earlier imports
			</h2>
			<ul className="ui-rows">
				{list.map((item) => (
					<li key={item.id} className="import-earlier">
						<div className="import-grow">
							<p>
								<strong>
									<bdi>{importName(item)}</bdi>
								</strong>
							</p>
							<p className="ui-small ui-quiet">
								{sourceNames[item.source]}, {describeImport(item)}
								{item.by ? (
									<>
										, by <bdi>{item.by}</bdi>
									</>
								) : null}{' '}
								{formatRelative(item.created_at, 'day')}
								{isTooOld(item) ? '. Too old to undo: delete them one by one' : ''}
							</p>
						</div>
						<Button size="tiny" onClick={() => onOpen(item.id)}>
							Rows<span className="ui-sr"> of {importName(item)}</span>
						</Button>
						{canEdit && item.added > 0 && item.undo_until && !isTooOld(item) ? (
							<UndoImport item={item} size="tiny" />
						) : null}
					</li>
				))}
			</ul>
		</section>
	)
}

function isTooOld({ undo_until: until }: ListedImport): boolean {
	return until !== null && Date.parse(until) < Date.now()
}

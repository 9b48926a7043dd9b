import { formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { describeImport, importName, sourceName } from './import-words.ts'
import { UndoImport } from './result/undo-import.tsx'
import { SourceTile } from './source-tile.tsx'
import type { ListedImport } from './use-imports.ts'

/** Imports of before, each with its page and its undo. */
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
						<SourceTile name={sourceName(item)} />
						<div className="import-grow">
							<p>
								<strong>
									<bdi>{importName(item)}</bdi>
								</strong>
							</p>
							<p className="ui-small ui-quiet">
								{sourceName(item)}, {describeImport(item)}
								{item.by ? (
									<>
										, by <bdi>{item.by}</bdi>
									</>
								) : null}{' '}
								{formatRelative(item.created_at, 'day')}
							</p>
						</div>
						<Button size="tiny" onClick={() => onOpen(item.id)}>
							Open<span className="ui-sr"> the import of {importName(item)}</span>
						</Button>
						{canEdit && canUndo(item) ? <UndoImport item={item} size="tiny" /> : null}
					</li>
				))}
			</ul>
		</section>
	)
}

/** True while an import added something and its days of undo have not ended. */
export function canUndo({ added, replies, state, undo_until: until }: ListedImport): boolean {
	return added + replies > 0 && state !== 'undone' && until !== null && Date.parse(until) >= Date.now()
}

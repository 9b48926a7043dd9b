import { parseAsString, useQueryState } from 'nuqs'
import { useRef } from 'react'
import { describeImport, importName, sourceNames } from '#web/features/imports/import-words.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { ChooseInput } from './choose/choose-input.tsx'
import { ColumnMap } from './choose/column-map.tsx'
import { ImportChoices } from './choose/import-choices.tsx'
import { PreviewTable } from './choose/preview-table.tsx'
import { StartButtons } from './choose/start-buttons.tsx'
import { useImportInput } from './choose/use-import-input.ts'
import { ImportProgress } from './result/import-progress.tsx'
import { RowList } from './result/row-list.tsx'
import { UndoImport } from './result/undo-import.tsx'
import { useImports } from './use-imports.ts'
import './imports.css'

/** /dashboard/space/import: a file is chosen, its columns matched, its rows checked and imported; earlier imports and their undo. */
export function Page() {
	const { space, canEdit } = useSpace()
	usePageTitle('Import', space.name)
	const [openId, setOpenId] = useQueryState('import', parseAsString)
	const open = useImportInput(space.id)
	const list = useImports(space.id)
	const top = useRef<HTMLDivElement>(null)
	const imports = list.data ?? []
	const running = imports.filter(({ state }) => state === 'queued' || state === 'running' || state === 'undoing')
	const shown = imports.find(({ id }) => id === openId)
	const show = (id: string | null) => {
		void setOpenId(id)
		top.current?.focus()
	}
	return (
		<>
			<SettingsHead title="Import">
				Bring what people already wrote elsewhere. Each is marked “Imported”, arrives as pending, and keeps its date.
			</SettingsHead>
			<div className="import" ref={top} tabIndex={-1}>
				{running
					.filter(({ id }) => id !== shown?.id)
					.map((item) => (
						<ImportProgress key={item.id} item={item} canEdit={canEdit} />
					))}
				{shown ? (
					<>
						<ImportProgress item={shown} canEdit={canEdit} />
						{shown.done > 0 ? <RowList key={shown.id} item={shown} canEdit={canEdit} /> : null}
						{canEdit ? (
							<div>
								<Button onClick={() => show(null)}>Import another file</Button>
							</div>
						) : null}
					</>
				) : canEdit ? (
					<Choose spaceId={space.id} open={open} onStarted={show} />
				) : (
					<p className="ui-quiet">Editors and owners of this space can import.</p>
				)}
				{list.error ? <p className="ui-error">{errorMessage(list.error)}</p> : null}
				<EarlierImports
					list={imports.filter((item) => item.id !== shown?.id && !running.includes(item))}
					canEdit={canEdit}
					onOpen={show}
				/>
			</div>
		</>
	)
}

function Choose({
	spaceId,
	open,
	onStarted,
}: {
	spaceId: string
	open: ReturnType<typeof useImportInput>
	onStarted: (id: string) => void
}) {
	const { input, analysis, mapping, isChecking } = open
	return (
		<>
			<ChooseInput spaceId={spaceId} open={open} />
			{input && analysis && mapping ? (
				<>
					<ColumnMap analysis={analysis} mapping={mapping} onChange={open.choose} />
					<ImportChoices analysis={analysis} mapping={mapping} onChange={open.choose} />
					<PreviewTable analysis={analysis} isChecking={isChecking} />
					<StartButtons
						spaceId={spaceId}
						input={input}
						analysis={analysis}
						mapping={mapping}
						isChecking={isChecking}
						onStarted={(id) => {
							open.close()
							onStarted(id)
						}}
					/>
				</>
			) : null}
		</>
	)
}

/** Imports of before, each with its rows and its undo. */
function EarlierImports({
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

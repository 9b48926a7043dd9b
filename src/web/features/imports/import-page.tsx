import { parseAsString, useQueryState } from 'nuqs'
import { useEffect, useRef } from 'react'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { ChooseInput } from './choose/choose-input.tsx'
import { ChooseScreen } from './choose/choose-screen.tsx'
import { useImportInput } from './choose/use-import-input.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportProgress, isRunning } from './result/import-progress.tsx'
import { ImportResult } from './result/import-result.tsx'
import { useImports } from './use-imports.ts'
import './imports.css'

/** /dashboard/space/import: a file is chosen, its columns matched, its rows checked and imported; the imports of before, each as a page. */
export function Page() {
	const { space, canEdit } = useSpace()
	usePageTitle('Import', space.name)
	const [openId, setOpenId] = useQueryState('import', parseAsString)
	const open = useImportInput(space.id)
	const list = useImports(space.id)
	const imports = list.data ?? []
	const shown = imports.find(({ id }) => id === openId)
	const show = (id: string | null) => void setOpenId(id)
	useFocusedHeading(shown ? shown.id : canEdit && open.analysis ? 'choose' : 'begin')
	if (shown) return <ImportResult key={shown.id} item={shown} canEdit={canEdit} onBack={() => show(null)} />
	if (canEdit && open.analysis)
		return (
			<ChooseScreen
				open={open}
				onStarted={(id) => {
					open.close()
					show(id)
				}}
			/>
		)
	return (
		<>
			<SettingsHead title="Import">
				Bring what people already wrote elsewhere. Each is marked “Imported”, arrives as pending, and keeps its date.
			</SettingsHead>
			<div className="import import-begin">
				{imports.filter(isRunning).map((item) => (
					<ImportProgress key={item.id} item={item} canEdit={canEdit} />
				))}
				{canEdit ? (
					<ChooseInput spaceId={space.id} open={open} />
				) : (
					<p className="ui-quiet">Editors and owners of this space can import.</p>
				)}
				{list.error ? <p className="ui-error">{errorMessage(list.error)}</p> : null}
				<EarlierImports list={imports.filter((item) => !isRunning(item))} canEdit={canEdit} onOpen={show} />
			</div>
		</>
	)
}

/** Moves the focus to the heading when one view of the screen replaces another: the button that was pressed is gone. */
function useFocusedHeading(view: string): void {
	const before = useRef(view)
	useEffect(() => {
		if (before.current === view) return
		before.current = view
		document.querySelector<HTMLElement>('#main h1')?.focus()
	}, [view])
}

import { ChevronRight } from 'lucide-react'
import type { ImportChange } from '#shared/import/import-api.ts'

type Example = Pick<ImportChange, 'heading' | 'before' | 'after'>

/** A cell of the file and what it becomes. */
export function BeforeAfter({ change: { heading, before, after } }: { change: Example }) {
	if (!before) return null
	return (
		<p className="import-example">
			{heading ? <span className="ui-sr">{heading}: </span> : null}
			<code dir="auto">{before}</code>
			<ChevronRight size={13} aria-hidden="true" />
			<span className="ui-sr"> becomes </span>
			{after ? <strong dir="auto">{after}</strong> : <span className="ui-quiet">left out</span>}
		</p>
	)
}

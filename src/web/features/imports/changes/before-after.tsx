import { ChevronRight } from 'lucide-react'
import type { ImportChange } from '#shared/import/import-api.ts'
import { formatDateTime } from '#web/lib/format/format-time.ts'

type Example = Pick<ImportChange, 'kind' | 'heading' | 'before' | 'after'>

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A cell of the file and what it becomes. */
export function BeforeAfter({ change: { kind, heading, before, after } }: { change: Example }) {
	if (!before && !after) return null
	return (
		<p className="import-example">
			{heading ? <span className="ui-sr">{heading}: </span> : null}
			{before ? <code dir="auto">{before}</code> : <span className="ui-quiet">empty</span>}
			{kind === 'bad_bytes' && !after ? null : (
				<>
					<ChevronRight size={13} aria-hidden="true" />
					<span className="ui-sr"> becomes </span>
					{after ? (
						<strong dir="auto">{isTime.test(after) ? formatDateTime(after) : after}</strong>
					) : (
						<span className="ui-quiet">left out</span>
					)}
				</>
			)}
		</p>
	)
}

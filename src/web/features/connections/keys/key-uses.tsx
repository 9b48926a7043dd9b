import type { ApiKeyRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { scopeWords } from './key-words.ts'
import { type ScopeUses, useKeyUses } from './use-keys.ts'

/** "41 requests, last today". */
export const usesText = ({ uses, lastDay }: ScopeUses): string =>
	// Noon, so that the day is the same in each time zone.
	`${formatCount(uses, 'request')}, last ${formatRelative(`${lastDay}T12:00`, 'day')}`

/** The requests of a key in 28 days, by scope. */
export function KeyUses({ row }: { row: ApiKeyRow }) {
	const { data: uses, error } = useKeyUses(row)
	if (error) return <p className="ui-error">{errorMessage(error)}</p>
	if (!uses) return <Spinner />
	if (uses.length === 0) return <p className="ui-small ui-quiet">None.</p>
	return (
		<ul className="keys-uses-list ui-small">
			{uses.map((use) => (
				<li key={use.scope}>
					{use.scope ? scopeWords[use.scope].label : 'What no scope opens'}
					<span className="ui-quiet">{usesText(use)}</span>
				</li>
			))}
		</ul>
	)
}

import { Clock, Pencil, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ApiKeyRow } from '#shared/rows.ts'
import { formatDate, formatRelative } from '#web/lib/format/format-time.ts'
import { useActorNames } from '#web/lib/history/use-space-history.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { endsSoon, isIdle } from './key-state.ts'
import { KeyUses } from './key-uses.tsx'
import { rightsText } from './key-words.ts'
import { RenameDialog } from './rename-dialog.tsx'

/** A key that works: its name, rights, last use and end. */
export function KeyRow({ row, onRevoke }: { row: ApiKeyRow; onRevoke: () => void }) {
	const [isOpen, setOpen] = useState(false)
	const [isRenaming, setRenaming] = useState(false)
	const { name, last_used_at: used, expires_at: end } = row
	return (
		<li className="keys-row">
			<KeyName row={row} />
			<div>
				<p>{rightsText(row)}</p>
				<KeyWarning row={row} />
				<details className="keys-uses" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
					<summary className="ui-small ui-quiet">
						Uses in 28 days<span className="ui-sr"> of {name}</span>
					</summary>
					{isOpen ? <KeyUses row={row} /> : null}
				</details>
			</div>
			<div>
				<span>{used ? `Used ${formatRelative(used)}` : 'Never used'}</span>
				<span className="ui-small ui-quiet">{end ? `Ends ${formatDate(end)}` : 'No end'}</span>
			</div>
			<div className="keys-acts">
				<Button variant="quiet" size="tiny" icon aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
					<Pencil size={14} aria-hidden="true" />
				</Button>
				<Button variant="danger" size="tiny" aria-label={`Revoke ${name}`} onClick={onRevoke}>
					Revoke
				</Button>
			</div>
			{isRenaming ? <RenameDialog row={row} onClose={() => setRenaming(false)} /> : null}
		</li>
	)
}

function KeyName({ row: { name, prefix } }: { row: ApiKeyRow }) {
	return (
		<div>
			<strong>
				<bdi>{name}</bdi>
			</strong>
			<span className="ui-small ui-quiet ui-mono">{prefix}…</span>
		</div>
	)
}

/** Points out a key that was not used for nine months, or that ends soon. */
function KeyWarning({ row }: { row: ApiKeyRow }) {
	if (isIdle(row))
		return (
			<p className="keys-warning">
				<Badge tone="warm" icon={<TriangleAlert size={14} aria-hidden="true" />}>
					Not used for 9 months{row.role === 'editor' && !row.scopes ? ', and it may do most' : ''}
				</Badge>
			</p>
		)
	if (endsSoon(row))
		return (
			<p className="keys-warning">
				<Badge tone="warm" icon={<Clock size={14} aria-hidden="true" />}>
					Ends soon: make another in time
				</Badge>
			</p>
		)
	return null
}

/** A key that opens nothing any more. */
export function EndedKey({ row }: { row: ApiKeyRow }) {
	const nameOf = useActorNames(row.space_id)
	const { revoked_at: revoked, expires_at: end, revoked_by: by } = row
	return (
		<li className="keys-row">
			<KeyName row={row} />
			<div className="ui-quiet">{rightsText(row)}. All that it did is kept.</div>
			<div className="ui-quiet">
				<span>{revoked ? `Revoked ${formatRelative(revoked)}` : `Ended ${formatDate(end ?? row.created_at)}`}</span>
				<span className="ui-small">
					{revoked ? (
						<>
							by <bdi>{nameOf(by)}</bdi>
						</>
					) : (
						'on its date'
					)}
				</span>
			</div>
		</li>
	)
}

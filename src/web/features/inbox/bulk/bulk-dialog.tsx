import { LayoutGrid, Lock, type LucideIcon, Mail, Star, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { BulkAction, BulkSummary } from '#shared/bulk-api.ts'
import { useMembers } from '#web/features/inbox/assignment/use-members.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { formatCount, formatList, formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { bulkWords } from './bulk-words.ts'
import { bulkErrorMessage } from './call-bulk.ts'
import { useStartBulk } from './use-bulk.ts'

type Effect = [LucideIcon, string]

/** The effects of an action, in sentences; nothing is said that does not happen. */
function effectsOf(action: BulkAction, { walls, ratings, consents, mails }: BulkSummary): Effect[] {
	const effects: Effect[] = []
	if (action === 'approve') {
		if (walls.length > 0) effects.push([LayoutGrid, `They may show on ${formatList(walls)} from now on.`])
		if (ratings[1]) effects.push([Star, `Every rating is among them, also ${formatNumber(ratings[1])} with one star.`])
		const hidden = consents.private ?? 0
		if (hidden > 0)
			effects.push([
				Lock,
				hidden === 1 ? '1 is private and stays unseen.' : `${formatNumber(hidden)} are private and stay unseen.`,
			])
		effects.push([
			Mail,
			mails === 0
				? 'Nobody gets a mail.'
				: `${formatCount(mails, 'person hears', 'people hear')} by mail that they are published, once the time to undo is over.`,
		])
	}
	if (action === 'archive') effects.push([LayoutGrid, 'They leave your walls and embeds. Nothing is deleted.'])
	if (action === 'reject') effects.push([Lock, 'They move to Rejected. Nothing is deleted.'])
	if (action === 'restore')
		effects.push([LayoutGrid, 'Rejected and approved ones wait in Pending again; archived ones are approved.'])
	effects.push([Undo2, 'Undo takes all of it back, for ten minutes.'])
	return effects
}

/** Asks before a bulk action, with its effects; the button carries the number. */
export function BulkDialog({ action, summary }: { action: BulkAction; summary: BulkSummary }) {
	const { space, list, selection } = useInbox()
	const { facets } = list
	const { askBulk } = selection
	const members = useMembers(space.id)
	const start = useStartBulk()
	const [value, setValue] = useState('')
	const needsValue = action === 'tag' || action === 'assign'
	const count = action === 'tag' || action === 'untag' || action === 'assign' ? summary.total : summary.actions[action]
	const choices = action === 'tag' ? facets.tags : [...members, { id: 'nobody', name: 'Nobody' }]
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && askBulk(null)}
			title={`${bulkWords[action].label} ${formatCount(count, 'testimonial')}`}
		>
			{needsValue ? (
				<SelectField
					label={action === 'tag' ? 'Tag' : 'Member'}
					value={value}
					onChange={(event) => setValue(event.target.value)}
				>
					<option value="">Choose…</option>
					{choices.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
			) : null}
			<ul className="inbox-bulk-effects">
				{effectsOf(action, summary).map(([Icon, text]) => (
					<li key={text}>
						<Icon size={16} aria-hidden="true" />
						{text}
					</li>
				))}
			</ul>
			{start.error ? (
				<p className="ui-error" role="alert">
					{bulkErrorMessage(start.error)}
				</p>
			) : null}
			<DialogFooter>
				<Button onClick={() => askBulk(null)}>Cancel</Button>
				<Button
					variant="primary"
					busy={start.isPending}
					disabled={count === 0 || (needsValue && value === '')}
					onClick={() => start.mutate({ action, value: value === '' || value === 'nobody' ? null : value })}
				>
					{bulkWords[action].label} {formatNumber(count)}
				</Button>
			</DialogFooter>
		</Dialog>
	)
}

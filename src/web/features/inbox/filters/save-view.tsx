import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { randomUuid } from '#shared/random-uuid.ts'
import { useInbox, useLatestInbox } from '#web/features/inbox/inbox-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { useSavedViews } from './use-saved-views.ts'

/** Saves the filters and the order of the list under a name: for oneself or, by editors, for everyone in the space. */
export function SaveView({ disabled }: { disabled: boolean }) {
	const { space, canEdit } = useInbox()
	const latest = useLatestInbox()
	const { save } = useSavedViews(space.id)
	const [open, setOpen] = useState(false)
	const [name, setName] = useState('')
	const [audience, setAudience] = useState<'own' | 'space'>('own')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const view = {
			id: randomUuid(),
			name: name.trim(),
			filter: latest.current.list.filter,
			isOfSpace: audience === 'space',
		}
		save.mutate(view, {
			onSuccess: () => {
				setName('')
				setOpen(false)
			},
		})
	}
	return (
		<Popover
			label="Save this view"
			open={open}
			onOpenChange={setOpen}
			trigger={<IconButton size="tiny" label="Save this view" aria-keyshortcuts="v" Icon={Plus} disabled={disabled} />}
		>
			<form className="inbox-save-view" onSubmit={submit}>
				<TextField
					label="Name of this view"
					help="Kept with all of its filters and its order."
					value={name}
					maxLength={60}
					onChange={(event) => setName(event.target.value)}
				/>
				{canEdit ? (
					<SegmentedControl
						label="Who sees it"
						value={audience}
						options={[
							{ value: 'own', label: 'Only me' },
							{ value: 'space', label: 'Everyone here' },
						]}
						onChange={setAudience}
					/>
				) : null}
				<Button type="submit" variant="primary" busy={save.isPending} disabled={name.trim() === ''}>
					Save view
				</Button>
			</form>
		</Popover>
	)
}

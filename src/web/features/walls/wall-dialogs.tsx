import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import type { WallRow } from '#shared/rows.ts'
import { errorCode, errorHint, errorMessage } from '#web/lib/client/errors.ts'
import { slugError, suggestSlug } from '#web/lib/forms/slug.ts'
import { useSlugCheck } from '#web/lib/forms/use-availability.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddressField } from '#web/ui/fields/address-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog, Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useCreateWall, useDeleteWall, useSaveWall } from './use-walls.ts'

/** Asks for a name and an address, then opens the studio. */
export function NewWallDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
	return (
		<Dialog title="New wall" {...props}>
			{props.open ? <NewWallForm /> : null}
		</Dialog>
	)
}

function NewWallForm() {
	const { space } = useSpace()
	const make = useCreateWall(space)
	const navigate = useNavigate()
	const [name, setName] = useState('')
	const [typed, setTyped] = useState<string | null>(null)
	const slug = typed ?? suggestSlug(`${space.name} ${name}`)
	const isClaiming = make.isPending || make.isSuccess
	const { state, others } = useSlugCheck(slug, { isClaiming })
	const [wasSubmitted, setWasSubmitted] = useState(false)
	const problem = slugError(slug)
	// An error about another address no longer applies.
	const refusal = make.variables?.slug === slug ? make.error : null
	const hint = errorHint(refusal) ?? others[0]
	const submit = (event: FormEvent) => {
		event.preventDefault()
		setWasSubmitted(true)
		if (!name.trim() || problem) return
		make.mutate({ name: name.trim(), slug }, { onSuccess: (id) => navigate(`/dashboard/walls/${id}`) })
	}
	const taken = state === 'taken' || errorCode(refusal) === '23505'
	const refused = refusal && !taken ? errorMessage(refusal) : undefined
	return (
		<form onSubmit={submit} className="wall-form" noValidate>
			<TextField
				label="Name"
				help="Only you see it."
				maxLength={120}
				autoFocus
				value={name}
				error={wasSubmitted && !name.trim() ? 'Give the wall a name.' : undefined}
				onChange={(event) => setName(event.target.value)}
			/>
			<AddressField
				before={`${window.location.host}/w/`}
				slug={slug}
				ok={state === 'free' ? 'Free' : undefined}
				error={
					(wasSubmitted || typed) && problem ? problem : taken ? `Taken.${hint ? ` ${hint} is free.` : ''}` : refused
				}
				onChange={setTyped}
			/>
			<DialogFooter>
				<Button variant="primary" type="submit" busy={make.isPending}>
					Make the wall
				</Button>
			</DialogFooter>
		</form>
	)
}

export function RenameWallDialog({ wall, onClose }: { wall: WallRow; onClose: () => void }) {
	const save = useSaveWall(wall.space_id, wall.id)
	const [name, setName] = useState(wall.name)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (!name.trim()) return
		save.mutate({ name: name.trim() }, { onSuccess: onClose })
	}
	return (
		<Dialog title="Rename the wall" open onOpenChange={onClose}>
			<form onSubmit={submit} className="wall-form">
				<TextField
					label="Name"
					maxLength={120}
					autoFocus
					value={name}
					error={save.error ? errorMessage(save.error) : name.trim() ? undefined : 'Give it a name.'}
					onChange={(event) => setName(event.target.value)}
				/>
				<DialogFooter>
					<Button variant="primary" type="submit" busy={save.isPending}>
						Rename
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}

export function DeleteWallDialog({ wall, onClose }: { wall: WallRow; onClose: () => void }) {
	const remove = useDeleteWall(wall.space_id)
	return (
		<ConfirmDialog
			open
			onOpenChange={onClose}
			title={`Delete “${wall.name}”?`}
			description="Its page and its embeds stop showing at once. No testimonial is deleted."
			confirm="Delete the wall"
			busy={remove.isPending}
			onConfirm={() =>
				remove.mutate(wall.id, {
					onSuccess: () => {
						onClose()
						toast('The wall is deleted.')
					},
					onError: (error) => toast(errorMessage(error)),
				})
			}
		/>
	)
}

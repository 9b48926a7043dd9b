import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useCloseSpace } from '#web/lib/spaces/use-close-space.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsHead, SettingsSection } from '#web/ui/settings.tsx'
import { BrandSection } from './brand-section.tsx'
import { LookSection } from './look-section.tsx'
import { NameSection } from './name-section.tsx'
import { RetentionSection } from './retention-section.tsx'

/** /dashboard/space: name, language and brand of the space, and how long it keeps what no one approved. Only owners change them. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Space', space.name)
	return (
		<>
			<SettingsHead title="Name and look">What visitors see on every form and wall of this space.</SettingsHead>
			<NameSection space={space} locked={!isOwner} />
			<BrandSection space={space} locked={!isOwner} />
			<LookSection space={space} locked={!isOwner} />
			{isOwner ? <RetentionSection /> : null}
			{isOwner ? <DeleteSpaceSection /> : null}
		</>
	)
}

/** Deletes the space with everything in it, after its name was typed. For owners. */
function DeleteSpaceSection() {
	const { space } = useSpace()
	const close = useCloseSpace()
	const [asking, setAsking] = useState(false)
	const [typed, setTyped] = useState('')
	const removal = useMutation({
		mutationFn: async () => throwIfError(await (await supabase).from('spaces').delete().eq('id', space.id)),
		onSuccess: () => close('Space deleted'),
	})
	return (
		<SettingsSection id="delete" title="Delete" text="Every testimonial, form and wall goes with it, everywhere.">
			<div>
				<Button variant="danger" onClick={() => setAsking(true)}>
					Delete the space
				</Button>
			</div>
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title="Delete the space?"
				description="This cannot be taken back. Walls and embeds on other sites become empty within a minute."
				confirm="Delete the space"
				busy={removal.isPending}
				disabled={typed.trim() !== space.name}
				onConfirm={() => removal.mutate()}
			>
				<TextField
					label={
						<>
							Type <bdi>{space.name}</bdi> to confirm
						</>
					}
					dir="auto"
					autoComplete="off"
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
				{removal.error ? <p className="ui-error">{errorMessage(removal.error)}</p> : null}
			</ConfirmDialog>
		</SettingsSection>
	)
}

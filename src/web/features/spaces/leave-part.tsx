import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { check, sayError } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** The way out: members leave; owners delete the space with everything in it, after typing its name. */
export function LeavePart() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const navigate = useNavigate()
	const queries = useQueryClient()
	const [asking, setAsking] = useState(false)
	const [typed, setTyped] = useState('')
	const go = useMutation({
		mutationFn: async () => {
			const client = await supabase
			check(
				isOwner
					? await client.from('spaces').delete().eq('id', space.id)
					: await client
							.from('space_members')
							.delete()
							.eq('space_id', space.id)
							.eq('user_id', user.id),
			)
		},
		onSuccess: async () => {
			toast(isOwner ? 'Space deleted' : 'You left the space')
			queries.removeQueries({ queryKey: keys.space(space.id) })
			await readAnew(queries, keys.spaces(user.id))
			navigate('/dashboard')
		},
	})
	const title = isOwner ? 'Delete the space' : 'Leave the space'
	return (
		<SettingsPart
			id="leave"
			title={isOwner ? 'Delete' : 'Leave'}
			words={
				isOwner
					? 'Every testimonial, form and wall goes with it, everywhere.'
					: 'You can come back only when an owner adds you again.'
			}
		>
			<div>
				<Button variant="danger" onClick={() => setAsking(true)}>
					{title}
				</Button>
			</div>
			<Dialog
				open={asking}
				onOpenChange={setAsking}
				title={`${title}?`}
				description={
					isOwner
						? 'This cannot be taken back. Walls and embeds on other sites become empty within a minute.'
						: 'You lose sight of everything in it at once.'
				}
			>
				{isOwner ? (
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
				) : null}
				{go.error ? <p className="ui-error">{sayError(go.error)}</p> : null}
				<DialogFoot>
					<Button onClick={() => setAsking(false)}>Cancel</Button>
					<Button
						variant="danger"
						busy={go.isPending}
						disabled={isOwner && typed.trim() !== space.name}
						onClick={() => go.mutate()}
					>
						{title}
					</Button>
				</DialogFoot>
			</Dialog>
		</SettingsPart>
	)
}

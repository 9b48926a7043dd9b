import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Trash } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SpaceDeletionOutcome } from '#shared/result-rows.ts'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { useAttempt } from '#web/features/account/use-attempt.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Lists the effect on each space; deletes the account after its address is typed and the person reauthenticated. */
export function DeleteAccountDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title="Delete my account?"
			description="Your profile, your ways to sign in and your sessions are gone at once. This cannot be taken back."
		>
			{open ? <DeleteForm onCancel={() => onOpenChange(false)} /> : null}
		</Dialog>
	)
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
	const user = useUser()
	const withStepUp = useStepUp()
	const [typed, setTyped] = useState('')
	const { busy, problem, attempt } = useAttempt<'delete'>()
	const outcomes = useQuery({
		queryKey: queryKeys.departure(user.id),
		queryFn: () => withStepUp(async () => unwrap(await (await supabase).rpc('spaces_without_me'))),
		staleTime: 0,
	})
	const confirmation = user.email || 'delete'
	const isBlocked = outcomes.data?.some(({ fate }) => fate === 'needs_owner') ?? true
	const deleteAccount = (event: FormEvent) => {
		event.preventDefault()
		void attempt('delete', async () => {
			const client = await supabase
			await withStepUp(async () => throwIfError(await client.rpc('delete_account')))
			// The account no longer exists, so only this browser's session is removed.
			await client.auth.signOut({ scope: 'local' })
		})
	}
	if (outcomes.isPending) return <Spinner />
	if (outcomes.error) return <Notice isError>{authErrorMessage(outcomes.error)}</Notice>
	return (
		<form className="ui-stack" onSubmit={deleteAccount} noValidate>
			<ul className="account-fates">
				{outcomes.data.map((space) => (
					<SpaceOutcome key={space.space_id} space={space} />
				))}
			</ul>
			{problem ? <Notice isError>{problem}</Notice> : null}
			{isBlocked ? null : (
				<TextField
					label={
						<>
							Type <bdi>{confirmation}</bdi> to confirm
						</>
					}
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					value={typed}
					onChange={({ target }) => setTyped(target.value)}
				/>
			)}
			<DialogFooter>
				<Button onClick={onCancel}>{isBlocked ? 'Close' : 'Cancel'}</Button>
				{isBlocked ? null : (
					<Button
						type="submit"
						variant="danger"
						busy={busy.has('delete')}
						disabled={typed.trim().toLowerCase() !== confirmation.toLowerCase()}
					>
						Delete my account
					</Button>
				)}
			</DialogFooter>
		</form>
	)
}

function SpaceOutcome({ space: { name, fate, testimonials } }: { space: SpaceDeletionOutcome }) {
	const noun = testimonials === 1 ? 'testimonial' : 'testimonials'
	const count = testimonials > 0 ? `${formatNumber(testimonials)} ${noun}, ` : ''
	const text = {
		deleted: `Only you are in it: it is deleted, with ${count}its forms and its walls.`,
		kept: 'Stays, with its other owners. You are no longer in it.',
		needs_owner:
			'Others work in it and only you own it. Make one of them an owner under Space, Members, or delete it there first.',
	}[fate]
	const Icon = { deleted: Trash, kept: Check, needs_owner: CircleAlert }[fate]
	return (
		<li data-fate={fate}>
			<Icon size={16} aria-hidden="true" />
			<div>
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>
				</p>
				<p className="ui-quiet">{text}</p>
			</div>
		</li>
	)
}

import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Trash } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SpaceFate } from '#shared/account.ts'
import { useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check, unwrap } from '#web/lib/errors.ts'
import { formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/query-keys.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useStepUp } from './step-up.tsx'

/** Says what becomes of each space, and deletes the account after its address was typed and the person is proven. */
export function DeleteAccount({
	open,
	onOpenChange,
}: {
	open: boolean
	onOpenChange: (open: boolean) => void
}) {
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
	const confirmed = useStepUp()
	const [typed, setTyped] = useState('')
	const [busy, setBusy] = useState(false)
	const [problem, setProblem] = useState<string>()
	const fates = useQuery({
		queryKey: keys.departure(user.id),
		queryFn: () => confirmed(async () => unwrap(await (await supabase).rpc('spaces_without_me'))),
		staleTime: 0,
	})
	const word = user.email || 'delete'
	const isBlocked = fates.data?.some(({ fate }) => fate === 'needs_owner') ?? true
	const leave = async (event: FormEvent) => {
		event.preventDefault()
		setBusy(true)
		setProblem(undefined)
		try {
			const client = await supabase
			await confirmed(async () => check(await client.rpc('delete_account')))
			// The account is gone, so there is nobody to sign out but this browser.
			await client.auth.signOut({ scope: 'local' })
		} catch (error) {
			setProblem(sayAuthError(error))
			setBusy(false)
		}
	}
	if (fates.isPending) return <Spinner />
	if (fates.error) return <Notice bad>{sayAuthError(fates.error)}</Notice>
	return (
		<form className="ui-stack" onSubmit={leave} noValidate>
			<ul className="account-fates">
				{fates.data.map((space) => (
					<Fate key={space.space_id} space={space} />
				))}
			</ul>
			{problem ? <Notice bad>{problem}</Notice> : null}
			{isBlocked ? null : (
				<TextField
					label={
						<>
							Type <bdi>{word}</bdi> to confirm
						</>
					}
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					value={typed}
					onChange={({ target }) => setTyped(target.value)}
				/>
			)}
			<DialogFoot>
				<Button onClick={onCancel}>{isBlocked ? 'Close' : 'Cancel'}</Button>
				{isBlocked ? null : (
					<Button
						type="submit"
						variant="danger"
						busy={busy}
						disabled={typed.trim().toLowerCase() !== word.toLowerCase()}
					>
						Delete my account
					</Button>
				)}
			</DialogFoot>
		</form>
	)
}

function Fate({ space: { name, fate, testimonials } }: { space: SpaceFate }) {
	const noun = testimonials === 1 ? 'testimonial' : 'testimonials'
	const count = testimonials > 0 ? `${formatNumber(testimonials)} ${noun}, ` : ''
	const words = {
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
				<p className="ui-quiet">{words}</p>
			</div>
		</li>
	)
}

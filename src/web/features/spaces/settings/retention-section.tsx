import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import './retention-section.css'

const usualDays = 365
/** The preview counts up to this: db/functions/public/spaces/retention_preview.sql. */
const mostCounted = 1000

/** The time that unapproved testimonials are kept. Saving says first how many go now. */
export function RetentionSection() {
	const { space } = useSpace()
	const stored = space.retention_days
	return <RetentionForm key={String(stored)} spaceId={space.id} stored={stored} />
}

function RetentionForm({ spaceId, stored }: { spaceId: string; stored: number | null }) {
	const { id } = useUser()
	const queries = useQueryClient()
	const [isOn, setOn] = useState(stored !== null)
	const [text, setText] = useState(String(stored ?? usualDays))
	const [wasSubmitted, setWasSubmitted] = useState(false)
	const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
	const isValid = !isOn || (days >= 30 && days <= 3650)
	const next = isOn ? days : null
	const save = useMutation({
		mutationFn: async (retention_days: number | null) =>
			throwIfError(await (await supabase).from('spaces').update({ retention_days }).eq('id', spaceId)),
		onSuccess: () => toast(next === null ? 'Everything is kept.' : `Kept for ${formatCount(next, 'day')}.`),
		onSettled: () => refetchQueries(queries, queryKeys.spaces(id)),
	})
	const preview = useMutation({
		mutationFn: async (days: number) =>
			unwrap(await (await supabase).rpc('retention_preview', { space_id: spaceId, days })),
	})
	const submit = (event: FormEvent) => {
		event.preventDefault()
		setWasSubmitted(true)
		if (!isValid || save.isPending || preview.isPending) return
		if (next === null) save.mutate(null)
		else preview.mutate(next, { onSuccess: (count) => count === 0 && save.mutate(next) })
	}
	const count = preview.data ?? 0
	return (
		<SettingsSection
			id="retention"
			title="Keep for"
			text="Testimonials that nobody approved: pending, rejected and spam. What was approved once always stays."
		>
			<form className="ui-stack" onSubmit={submit} noValidate>
				<Checkbox checked={isOn} onChange={({ target }) => setOn(target.checked)}>
					Delete them for good after some time
				</Checkbox>
				{isOn ? (
					<div className="retention-days">
						<TextField
							label="Days after they were sent or last edited"
							inputMode="numeric"
							maxLength={4}
							value={text}
							error={wasSubmitted && !isValid ? 'Choose 30 to 3650 days.' : undefined}
							onChange={({ target }) => setText(target.value)}
						/>
					</div>
				) : null}
				{(save.error ?? preview.error) ? (
					<p className="ui-error" role="alert">
						{errorMessage(save.error ?? preview.error)}
					</p>
				) : null}
				<div>
					<Button type="submit" variant="primary" busy={save.isPending || preview.isPending} disabled={next === stored}>
						Save time
					</Button>
				</div>
			</form>
			<ConfirmDialog
				open={count > 0 && !save.isSuccess}
				onOpenChange={(open) => open || preview.reset()}
				title={`Delete ${count > mostCounted ? 'more than ' : ''}${formatCount(Math.min(count, mostCounted), 'testimonial')} within the hour?`}
				description={`They are older than ${formatCount(days, 'day')}, and nobody approved them. They are deleted for good, with their pictures and recordings. From then on, this happens every hour.`}
				confirm="Save and delete"
				dismiss="Keep them"
				busy={save.isPending}
				onConfirm={() => save.mutate(next)}
			>
				{save.error ? <p className="ui-error">{errorMessage(save.error)}</p> : null}
			</ConfirmDialog>
		</SettingsSection>
	)
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { AddedRefused, createAddedDraft, permissionText, sendAdded } from '#web/lib/testimonials/send-added.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import '#web/ui/settings.css'

const emptyInput = { body: '', name: '', origin: '', agreed: false }
type VouchedInput = typeof emptyInput

/** Adds a testimonial that the owner received elsewhere and vouches for. */
export function VouchedTestimonialForm() {
	const { space } = useSpace()
	const queries = useQueryClient()
	const form = useRef<HTMLFormElement>(null)
	const [typed, setTyped] = useSessionStorage(`plaudit-quotation-${space.id}`, emptyInput)
	const [tried, setTried] = useState(false)
	const change = (part: Partial<VouchedInput>) => setTyped((before) => ({ ...before, ...part }))
	const add = useMutation({
		mutationFn: async ({ body, name, origin, agreed }: VouchedInput) =>
			sendAdded(await supabase, space.id, { ...createAddedDraft(), body, name, origin, mayPublish: agreed }),
		onSuccess: (_id, sent) => {
			setTyped((now) => clearSent(now, sent))
			setTried(false)
			return refetchQueries(queries, queryKeys.space(space.id))
		},
	})
	const submit = (event: FormEvent) => {
		event.preventDefault()
		setTried(true)
		if (typed.body.trim() && typed.name.trim()) return add.mutate(typed)
		requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
	}
	return (
		<section className="start-first" aria-labelledby="first-title">
			<div>
				<h2 className="ui-section-title" id="first-title">
					Somebody has already said it?
				</h2>
				<p className="ui-quiet start-first-words">
					Paste a line from a letter or a mail. It is kept word for word. Walls say “Entered by <bdi>{space.name}</bdi>
					”, because nobody checked who wrote it.
				</p>
			</div>
			<form ref={form} onSubmit={submit} noValidate>
				{add.isSuccess && !tried ? (
					<Notice>
						It is in <Link to="/dashboard/inbox">your inbox</Link>, waiting for you to approve it.
					</Notice>
				) : null}
				{add.error ? <Notice isError>{refusalText(add.error)}</Notice> : null}
				<TextAreaField
					label="Their words"
					hideLabel
					className="start-words"
					dir="auto"
					maxLength={5000}
					placeholder="Their words, as they wrote them"
					value={typed.body}
					error={tried && !typed.body.trim() ? 'Paste what was said.' : undefined}
					onChange={(event) => change({ body: event.target.value })}
				/>
				<div className="ui-two">
					<TextField
						label="Name"
						dir="auto"
						maxLength={120}
						value={typed.name}
						error={tried && !typed.name.trim() ? 'Who said it?' : undefined}
						onChange={(event) => change({ name: event.target.value })}
					/>
					<TextField
						label="Where it comes from"
						placeholder="Letter, 3 November"
						dir="auto"
						maxLength={200}
						value={typed.origin}
						onChange={(event) => change({ origin: event.target.value })}
					/>
				</div>
				<Checkbox checked={typed.agreed} onChange={(event) => change({ agreed: event.target.checked })}>
					{permissionText()} Without that, only you and your team can read them here.
				</Checkbox>
				<div>
					<Button type="submit" variant="primary" busy={add.isPending}>
						Add it
					</Button>
				</div>
			</form>
		</section>
	)
}

/** The first sentence about a field, or that of the whole form. */
const refusalText = (error: unknown): string =>
	(error instanceof AddedRefused ? Object.values(error.fields)[0] : undefined) ?? errorMessage(error)

/** The next one may have been begun while this one was being saved: fields edited since then keep their values. */
function clearSent(now: VouchedInput, sent: VouchedInput): VouchedInput {
	const edited = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof VouchedInput])
	return { ...emptyInput, ...Object.fromEntries(edited) }
}

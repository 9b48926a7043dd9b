import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { sayError, unwrap } from '#web/lib/errors.ts'
import { useKept } from '#web/lib/kept.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AreaField, TextField } from '#web/ui/text-field.tsx'
import '#web/ui/settings.css'

const empty = { body: '', name: '', origin: '', agreed: false }
type Typed = typeof empty

/** A quotation that reached the owner another way; kept word for word, vouched for by the owner. */
export function FirstQuotation() {
	const { space } = useSpace()
	const queries = useQueryClient()
	const form = useRef<HTMLFormElement>(null)
	const [typed, setTyped] = useKept(`plaudit-quotation-${space.id}`, empty)
	const [tried, setTried] = useState(false)
	const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
	const add = useMutation({
		mutationFn: async (sent: Typed) =>
			unwrap(
				await (await supabase).rpc('vouch_testimonial', {
					space_id: space.id,
					body: sent.body,
					author_name: sent.name,
					origin: sent.origin,
					may_publish: sent.agreed,
				}),
			),
		onSuccess: (_id, sent) => {
			setTyped((now) => begunSince(now, sent))
			setTried(false)
			return readAnew(queries, keys.space(space.id))
		},
	})
	const submit = (event: FormEvent) => {
		event.preventDefault()
		setTried(true)
		if (typed.body.trim() && typed.name.trim()) return add.mutate(typed)
		requestAnimationFrame(() =>
			form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
		)
	}
	return (
		<section className="start-first" aria-labelledby="first-title">
			<div>
				<h2 className="ui-section-title" id="first-title">
					Somebody has already said it?
				</h2>
				<p className="ui-quiet start-first-words">
					Paste a line from a letter or a mail. It is kept word for word and marked{' '}
					<Mark icon={<UserRoundCheck size={14} aria-hidden="true" />}>Vouched by you</Mark>,
					because we did not hear it ourselves.
				</p>
			</div>
			<form ref={form} onSubmit={submit} noValidate>
				{add.isSuccess && !tried ? (
					<Notice>
						It is in <Link to="/dashboard/inbox">your inbox</Link>, waiting for you to approve it.
					</Notice>
				) : null}
				{add.error ? <Notice bad>{sayError(add.error)}</Notice> : null}
				<AreaField
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
				<Checkbox
					checked={typed.agreed}
					onChange={(event) => change({ agreed: event.target.checked })}
				>
					They agreed that I may publish these words with their name. Without that, only you and
					your team can read them here.
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

/** The next one may have been begun while this one was on its way: what is no longer as it was sent stays. */
function begunSince(now: Typed, sent: Typed): Typed {
	return {
		body: now.body === sent.body ? '' : now.body,
		name: now.name === sent.name ? '' : now.name,
		origin: now.origin === sent.origin ? '' : now.origin,
		agreed: now.agreed && !sent.agreed,
	}
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { useUser } from '#web/lib/auth-context.tsx'
import { errorCode, errorHint, sayError, unwrap } from '#web/lib/errors.ts'
import { useKept, writeKept } from '#web/lib/kept.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { slugProblem, suggestSlug } from '#web/lib/slug.ts'
import { useMaybeSpace, writeCurrentSpace } from '#web/lib/space-context.tsx'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SlugField } from './slug-field.tsx'
import { StartFrame } from './start-frame.tsx'

const draftKey = 'plaudit-new-space'
type Draft = { name: string; typedSlug: string | null }

/** /dashboard/new: a name and an address make a space, its first form and its first wall. */
export function Page() {
	usePageTitle('A new space')
	const navigate = useNavigate()
	const user = useUser()
	const current = useMaybeSpace()
	const queries = useQueryClient()
	const [{ name, typedSlug }, setDraft] = useKept<Draft>(draftKey, { name: '', typedSlug: null })
	const [tried, setTried] = useState(false)
	const form = useRef<HTMLFormElement>(null)
	const slug = typedSlug ?? suggestSlug(name)
	const make = useMutation({
		mutationFn: async () =>
			unwrap(await (await supabase).rpc('create_space', { name: name.trim(), slug })),
		onSuccess: async ({ space_id }) => {
			writeKept(draftKey, null)
			writeCurrentSpace(space_id)
			await readAnew(queries, keys.spaces(user.id))
			current?.select(space_id)
		},
	})
	// Only a refusal: a request that is on its way would be made a second time.
	const forgetRefusal = () => make.isError && make.reset()
	const refused = make.error
	useLayoutEffect(() => {
		if (refused) focusWrong(form.current)
	}, [refused])
	const slugRefused = ['23505', '22023'].includes(errorCode(refused) ?? '')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		flushSync(() => setTried(true))
		if (name.trim() && !slugProblem(slug))
			// Whoever has left this screen by then stays where they are.
			make.mutate(undefined, { onSuccess: () => navigate('/dashboard/start') })
		else focusWrong(form.current)
	}
	return (
		<StartFrame>
			<form className="start-one" ref={form} onSubmit={submit} noValidate>
				<div>
					<h1 tabIndex={-1}>Who is being praised?</h1>
					<p className="start-lead">
						Your shop, your practice, your product. You can change both of these later; old links
						keep working.
					</p>
				</div>
				{refused && !slugRefused ? <Notice bad>{sayError(refused)}</Notice> : null}
				<TextField
					label="Name"
					className="start-name"
					dir="auto"
					autoComplete="organization"
					maxLength={120}
					value={name}
					error={tried && !name.trim() ? 'Type the name that your customers know.' : undefined}
					onChange={(event) => {
						forgetRefusal()
						const name = event.target.value
						setDraft((before) => ({ ...before, name }))
					}}
				/>
				<SlugField
					label="Address of your form"
					prefix="/collect/"
					slug={slug}
					refused={slugRefused ? sayRefusal(refused) : undefined}
					offer={errorHint(refused)}
					strict={tried || typedSlug !== null}
					isClaiming={make.isPending || make.isSuccess}
					onChange={(next) => {
						forgetRefusal()
						setDraft((before) => ({ ...before, typedSlug: next }))
					}}
				/>
				<div>
					<Button type="submit" variant="primary" size="tall" busy={make.isPending}>
						Make the form
					</Button>
				</div>
				<p className="ui-help">
					Makes a space, a form and an empty wall in one step. Nothing is public until you share the
					link.
				</p>
			</form>
		</StartFrame>
	)
}

function sayRefusal(error: unknown): string {
	return errorCode(error) === '23505' ? 'Taken.' : sayError(error).replace('slug', 'address')
}

function focusWrong(form: HTMLFormElement | null) {
	form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

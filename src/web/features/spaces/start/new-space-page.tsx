import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { wallLanguages } from '#shared/wall/wall-languages.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorCode, errorHint, errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { languageName } from '#web/lib/format/format.ts'
import { slugError, suggestSlug } from '#web/lib/forms/slug.ts'
import { isSlugRefused } from '#web/lib/forms/use-availability.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useOptionalSpace, writeCurrentSpace } from '#web/lib/spaces/space-context.tsx'
import { useSessionStorage, writeSessionValue } from '#web/lib/storage/session-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { SlugField } from './slug-field.tsx'

const draftKey = 'plaudit-new-space'
type Draft = { name: string; typedSlug: string | null; locale?: string }

/** /dashboard/new: creates a space with its first form and wall from a name and an address. */
export function Page() {
	usePageTitle('A new space')
	const navigate = useNavigate()
	const user = useUser()
	const current = useOptionalSpace()
	const queries = useQueryClient()
	const [{ name, typedSlug, locale = browserLanguage() }, setDraft] = useSessionStorage<Draft>(draftKey, {
		name: '',
		typedSlug: null,
	})
	const [tried, setTried] = useState(false)
	const form = useRef<HTMLFormElement>(null)
	const slug = typedSlug ?? suggestSlug(name)
	const createSpace = useMutation({
		mutationFn: async () => unwrap(await (await supabase).rpc('create_space', { name: name.trim(), slug, locale })),
		onSuccess: async ({ space_id }) => {
			writeSessionValue(draftKey, null)
			writeCurrentSpace(space_id)
			await refetchQueries(queries, queryKeys.spaces(user.id))
			current?.select(space_id)
		},
	})
	// Only after a refusal: a request in flight would be sent a second time.
	const clearError = () => createSpace.isError && createSpace.reset()
	const refused = createSpace.error
	useLayoutEffect(() => {
		if (refused) focusInvalid(form.current)
	}, [refused])
	const slugRefused = isSlugRefused(refused)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		flushSync(() => setTried(true))
		if (name.trim() && !slugError(slug))
			// A person who has left this screen meanwhile is not navigated away.
			createSpace.mutate(undefined, { onSuccess: () => navigate('/dashboard/start') })
		else focusInvalid(form.current)
	}
	return (
		<OnboardingLayout>
			<form className="start-one" ref={form} onSubmit={submit} noValidate>
				<div>
					<h1 tabIndex={-1}>Name your space</h1>
					<p className="start-lead">
						Your shop, your practice, your product. You can change all of this later; old links keep working.
					</p>
				</div>
				{refused && !slugRefused ? <Notice isError>{errorMessage(refused)}</Notice> : null}
				<TextField
					label="Name"
					className="start-name"
					dir="auto"
					autoComplete="organization"
					maxLength={120}
					autoFocus
					value={name}
					error={tried && !name.trim() ? 'Type the name that your customers know.' : undefined}
					onChange={(event) => {
						clearError()
						const name = event.target.value
						setDraft((before) => ({ ...before, name }))
					}}
				/>
				<SlugField
					slug={slug}
					refused={slugRefused ? slugErrorMessage(refused) : undefined}
					offer={errorHint(refused)}
					strict={tried || typedSlug !== null}
					isClaiming={createSpace.isPending || createSpace.isSuccess}
					onChange={(next) => {
						clearError()
						setDraft((before) => ({ ...before, typedSlug: next }))
					}}
				/>
				<SelectField
					label="Language of your form"
					help="Your customers read it."
					value={locale}
					onChange={(event) => {
						clearError()
						const locale = event.target.value
						setDraft((before) => ({ ...before, locale }))
					}}
				>
					{wallLanguages.map((language) => (
						<option key={language} value={language}>
							{languageName(language)}
						</option>
					))}
				</SelectField>
				<div>
					<Button type="submit" variant="primary" size="tall" busy={createSpace.isPending}>
						Make the form
					</Button>
				</div>
				<p className="ui-help">
					Makes a space, a form and an empty wall in one step. Nothing is public until you share the link.
				</p>
				<p className="ui-help">
					Or <Link to="/dashboard/new/archive">bring an archive</Link>: a whole space from another Plaudit.
				</p>
			</form>
		</OnboardingLayout>
	)
}

/** The first language of the browser that forms speak. */
function browserLanguage(): string {
	const known: readonly string[] = wallLanguages
	return (
		navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '').find((language) => known.includes(language)) ?? 'en'
	)
}

function slugErrorMessage(error: unknown): string {
	return errorCode(error) === '23505' ? 'Taken.' : errorMessage(error).replace('slug', 'address')
}

function focusInvalid(form: HTMLFormElement | null) {
	form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorHint, errorMessage } from '#web/lib/client/errors.ts'
import { suggestSlug } from '#web/lib/forms/slug.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { formTextsFor } from './default-texts.ts'
import { FormRow } from './form-row.tsx'
import { NewFormDialog } from './new-form-dialog.tsx'
import { useCreateForm } from './use-create-form.ts'
import { useFormNumbers } from './use-form-numbers.ts'
import { useForms, useFormTexts } from './use-forms.ts'
import './forms-page.css'

/** /dashboard/forms: all forms of the space, with their numbers of the last 28 days. */
export function Page() {
	const { space, canEdit } = useSpace()
	const list = useForms(space.id)
	const numbers = useFormNumbers(space.id).data
	const { data: forms, error, isPending } = list
	usePageTitle('Forms', space.name)
	return (
		<div className="ui-page">
			<header className="forms-head">
				<div>
					<h1 className="ui-page-title" tabIndex={-1}>
						Forms
					</h1>
					<p className="ui-quiet">Each is a page where people send you their words. Numbers of the last 28 days.</p>
				</div>
				{canEdit && forms?.length !== 0 ? <NewFormDialog /> : null}
			</header>
			{isPending ? <FormsSkeleton /> : null}
			{error && !forms ? <ReadError query={list}>The forms could not be read.</ReadError> : null}
			{forms?.length === 0 ? (
				<EmptyState
					title="Nobody can write to you yet."
					actions={canEdit ? <NewFormDialog label="Write my own" variant="plain" /> : null}
				>
					<p>A form is one page with one question. It is ready as soon as it has a name; everything else can wait.</p>
					{canEdit ? <FirstForm /> : null}
				</EmptyState>
			) : null}
			{forms && forms.length > 0 ? (
				<ul className="ui-rows">
					{forms.map((form) => (
						<FormRow key={form.id} form={form} numbers={numbers && (numbers.get(form.id) ?? null)} />
					))}
				</ul>
			) : null}
		</div>
	)
}

function FormsSkeleton() {
	return (
		<div className="ui-rows" aria-busy="true">
			<p className="ui-sr" role="status">
				Loading forms
			</p>
			{['a', 'b'].map((row) => (
				<div key={row} className="forms-skeleton" aria-hidden="true">
					<span />
					<span />
				</div>
			))}
		</div>
	)
}

/** Makes a form with the question of the space's language in one step, at the first free address. */
function FirstForm() {
	const { space } = useSpace()
	const texts = useFormTexts().data
	const createForm = useCreateForm()
	const { error, isPending, createAndOpen } = createForm
	if (!texts) return null
	const { title, dir } = formTextsFor(texts, space.locale, space.name)
	const slug = errorHint(error) ?? (suggestSlug(space.name) || 'testimonials')
	return (
		<>
			<button
				type="button"
				className="forms-first"
				disabled={isPending}
				onClick={() => createAndOpen({ name: 'Testimonials', slug })}
			>
				<span className="forms-title" dir={dir}>
					{title}
				</span>
				<span className={buttonClass({ variant: 'primary' }, 'forms-first-act')}>
					{isPending ? <Spinner /> : 'Use this question'}
				</span>
			</button>
			{error ? (
				<p className="ui-error" role="alert">
					{errorMessage(error)} {errorHint(error) ? `Press again for /collect/${slug}.` : null}
				</p>
			) : null}
		</>
	)
}

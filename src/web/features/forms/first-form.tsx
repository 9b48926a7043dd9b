import { errorHint, errorMessage } from '#web/lib/client/errors.ts'
import { suggestSlug } from '#web/lib/forms/slug.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { formTextsFor } from './default-texts.ts'
import { useCreateForm } from './use-create-form.ts'
import { useFormTexts } from './use-forms.ts'

/** Makes a form with the question of the space's language in one step, at the first free address. */
export function FirstForm() {
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

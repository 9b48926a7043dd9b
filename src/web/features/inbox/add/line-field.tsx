import type { ComponentProps } from 'react'
import type { AddedDraft } from '#web/lib/testimonials/send-added.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { AddedErrors } from './use-add-testimonial.ts'

/** The members that the fields of the form share. */
export type AddedEntry = {
	draft: AddedDraft
	change: (part: Partial<AddedDraft>) => void
	errors: AddedErrors
}

type LineName = 'headline' | 'name' | 'title' | 'company' | 'url' | 'origin' | 'source_url'

/** Marks a field that may stay empty. */
export const optional = <span className="ui-quiet ui-small">optional</span>

/** One line of the form under the name that the draft and the server's errors have for it. */
export function LineField({
	entry: { draft, change, errors },
	name,
	...props
}: { entry: AddedEntry; name: LineName } & Omit<ComponentProps<typeof TextField>, 'name'>) {
	return (
		<TextField
			aside={optional}
			dir="auto"
			maxLength={120}
			autoComplete="off"
			{...props}
			value={draft[name]}
			error={errors[name]}
			onChange={(event) => change({ [name]: event.target.value })}
		/>
	)
}

/** An address of the web. */
export function LinkField(props: Omit<ComponentProps<typeof LineField>, 'type'>) {
	return <LineField type="url" placeholder="https://" dir="ltr" maxLength={2000} {...props} />
}

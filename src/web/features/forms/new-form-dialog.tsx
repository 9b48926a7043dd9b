import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '#web/lib/client/errors.ts'
import { slugError, suggestSlug } from '#web/lib/forms/slug.ts'
import { isSlugRefused } from '#web/lib/forms/use-availability.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { FormAddressField } from './form-address-field.tsx'
import { useCreateForm } from './use-create-form.ts'

/** Creates another form in this space and opens it. */
export function NewFormDialog(props: { label?: string; variant?: 'primary' | 'plain' }) {
	const { label = 'New form', variant = 'primary' } = props
	const [name, setName] = useState('')
	const [typedSlug, setTypedSlug] = useState<string | null>(null)
	const slug = typedSlug ?? suggestSlug(name)
	const createForm = useCreateForm()
	const isSlugError = isSlugRefused(createForm.error)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (name.trim() === '' || slugError(slug)) return
		createForm.createAndOpen({ name: name.trim(), slug })
	}
	return (
		<Dialog
			title="Another form"
			description="Each form has a page and a link of its own: one for buyers, one for partners, one in another language."
			trigger={
				<Button variant={variant}>
					<Plus size={16} aria-hidden="true" />
					{label}
				</Button>
			}
		>
			<form className="forms-new" onSubmit={submit}>
				{createForm.error && !isSlugError ? <Notice isError>{errorMessage(createForm.error)}</Notice> : null}
				<TextField
					label="Name"
					autoFocus
					help="Only members of this space see it."
					value={name}
					maxLength={120}
					dir="auto"
					onChange={(event) => setName(event.target.value)}
				/>
				<FormAddressField
					slug={slug}
					refused={isSlugError && createForm.variables?.slug === slug ? errorMessage(createForm.error) : undefined}
					isClaiming={createForm.isPending || createForm.isSuccess}
					onChange={setTypedSlug}
				/>
				<DialogFooter>
					<Button
						type="submit"
						variant="primary"
						busy={createForm.isPending}
						disabled={name.trim() === '' || slugError(slug) !== undefined}
					>
						Make form
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}

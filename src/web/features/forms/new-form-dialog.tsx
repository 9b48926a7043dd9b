import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { slugError, suggestSlug } from '#web/lib/forms/slug.ts'
import { isSlugRefused } from '#web/lib/forms/use-availability.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { FormAddressField } from './form-address-field.tsx'

/** Creates another form in this space and opens it. */
export function NewFormDialog() {
	const { space } = useSpace()
	const cache = useQueryClient()
	const navigate = useNavigate()
	const [name, setName] = useState('')
	const [typedSlug, setTypedSlug] = useState<string | null>(null)
	const slug = typedSlug ?? suggestSlug(name)
	const createForm = useMutation({
		mutationFn: async (slug: string) => {
			const client = await supabase
			return unwrap(
				await client
					.from('forms')
					.insert({
						space_id: space.id,
						name: name.trim(),
						slug,
						// The database adds the title and the consent text of this language.
						locale: space.locale,
					})
					.select('id')
					.single(),
			)
		},
		onSuccess: () => void refetchQueries(cache, queryKeys.forms(space.id)),
	})
	const isSlugError = isSlugRefused(createForm.error)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (name.trim() === '' || slugError(slug)) return
		// A person who has left this screen meanwhile is not navigated away.
		createForm.mutate(slug, { onSuccess: ({ id }) => void navigate(`/dashboard/forms/${id}`) })
	}
	return (
		<Dialog
			title="Another form"
			description="Each form has a page and a link of its own: one for buyers, one for partners, one in another language."
			trigger={
				<Button variant="primary">
					<Plus size={16} aria-hidden="true" />
					New form
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
					refused={isSlugError && createForm.variables === slug ? errorMessage(createForm.error) : undefined}
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

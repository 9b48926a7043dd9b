import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorCode, sayError, unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { slugProblem, suggestSlug } from '#web/lib/slug.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FormAddressField } from './form-address-field.tsx'

/** Makes another form in this space and opens it. */
export function NewFormDialog() {
	const { space } = useSpace()
	const cache = useQueryClient()
	const go = useNavigate()
	const [name, setName] = useState('')
	const [typedSlug, setTypedSlug] = useState<string | null>(null)
	const slug = typedSlug ?? suggestSlug(name)
	const make = useMutation({
		mutationFn: async (slug: string) => {
			const client = await supabase
			return unwrap(
				await client
					.from('forms')
					.insert({
						space_id: space.id,
						name: name.trim(),
						slug,
						title: `What would you say about ${space.name}?`.slice(0, 200),
						locale: space.locale,
					})
					.select('id')
					.single(),
			)
		},
		onSuccess: () => void readAnew(cache, keys.forms(space.id)),
	})
	const about = ['23505', '22023'].includes(errorCode(make.error) ?? '')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (name.trim() === '' || slugProblem(slug)) return
		// Whoever has left this screen by then stays where they are.
		make.mutate(slug, { onSuccess: ({ id }) => void go(`/dashboard/forms/${id}`) })
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
				{make.error && !about ? <Notice bad>{sayError(make.error)}</Notice> : null}
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
					refused={about && make.variables === slug ? sayError(make.error) : undefined}
					isClaiming={make.isPending || make.isSuccess}
					onChange={setTypedSlug}
				/>
				<DialogFoot>
					<Button
						type="submit"
						variant="primary"
						busy={make.isPending}
						disabled={name.trim() === '' || slugProblem(slug) !== undefined}
					>
						Make form
					</Button>
				</DialogFoot>
			</form>
		</Dialog>
	)
}

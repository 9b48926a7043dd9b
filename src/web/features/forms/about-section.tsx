import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { check, errorCode, sayError } from '#web/lib/errors.ts'
import { languageName } from '#web/lib/in-words.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { slugProblem } from '#web/lib/slug.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/text-field.tsx'
import { FormAddressField } from './form-address-field.tsx'
import type { LoadedForm } from './forms-data.ts'
import type { PartProps } from './words-section.tsx'

/** The languages that the page speaks. */
const locales = ['en', 'de', 'es', 'fr', 'ar']

/** What concerns the form as a whole: its name, address and language, open or closed, deleting it. */
export function AboutSection({ form, draft, problems, change }: PartProps & { form: LoadedForm }) {
	const languages = locales.includes(draft.locale) ? locales : [draft.locale, ...locales]
	return (
		<section aria-labelledby="about-title">
			<div className="editor-head">
				<h2 className="ui-section-title" id="about-title">
					This form
				</h2>
			</div>
			<div className="editor-fields">
				<Switch
					checked={draft.is_open}
					onChange={(event) => change({ type: 'set', part: { is_open: event.target.checked } })}
				>
					{draft.is_open
						? 'Open: the page takes testimonials'
						: 'Closed: the page says so and takes nothing'}
				</Switch>
				<div className="question-two">
					<TextField
						label="Name"
						help="Only members of this space see it."
						dir="auto"
						maxLength={120}
						value={draft.name}
						error={problems.name}
						onChange={(event) => change({ type: 'set', part: { name: event.target.value } })}
					/>
					<SelectField
						label="Language"
						help="Of the page’s own words."
						value={draft.locale}
						onChange={(event) => change({ type: 'set', part: { locale: event.target.value } })}
					>
						{languages.map((locale) => (
							<option key={locale} value={locale}>
								{languageName(locale)}
							</option>
						))}
					</SelectField>
				</div>
				<AddressChange form={form} />
				<DeleteForm form={form} name={draft.name} />
			</div>
		</section>
	)
}

/** A new address is a step of its own: it is claimed for good, and the old one leads on to it. */
function AddressChange({ form }: { form: LoadedForm }) {
	const cache = useQueryClient()
	const [typed, setTyped] = useState<string | null>(null)
	const slug = typed ?? form.slug
	const move = useMutation({
		mutationFn: async (wanted: string) =>
			check(await (await supabase).from('forms').update({ slug: wanted }).eq('id', form.id)),
		onSuccess: async (_data, wanted) => {
			toast(`The form now lives at /collect/${wanted}. The old link leads there.`)
			await readAnew(cache, keys.forms(form.space_id))
			setTyped((now) => (now === wanted ? null : now))
		},
		onError: (error) => {
			if (!['23505', '22023'].includes(errorCode(error) ?? '')) toast.error(sayError(error))
		},
	})
	const changed = slug !== form.slug
	const refused = move.error && move.variables === slug ? sayError(move.error) : undefined
	return (
		<div className="editor-address">
			<FormAddressField
				slug={slug}
				mine={form.slug}
				refused={refused}
				isClaiming={move.isPending}
				onChange={setTyped}
			/>
			{changed ? (
				<div className="editor-row">
					<Button
						busy={move.isPending}
						disabled={slugProblem(slug) !== undefined}
						onClick={() => move.mutate(slug)}
					>
						Change address
					</Button>
					<Button variant="quiet" onClick={() => setTyped(null)}>
						Keep the old
					</Button>
					<p className="ui-help">Links and QR codes to /collect/{form.slug} keep working.</p>
				</div>
			) : null}
		</div>
	)
}

function DeleteForm({ form, name }: { form: LoadedForm; name: string }) {
	const cache = useQueryClient()
	const go = useNavigate()
	const remove = useMutation({
		mutationFn: async () => check(await (await supabase).from('forms').delete().eq('id', form.id)),
		onSuccess: () => {
			cache.removeQueries({ queryKey: keys.form(form.space_id, form.id) })
			toast('The form is deleted. Its testimonials are kept.')
			void readAnew(cache, keys.forms(form.space_id))
		},
		onError: (error) => toast.error(sayError(error)),
	})
	return (
		<div>
			<ConfirmDialog
				title="Delete this form?"
				description={`“${name}” and its page go for good, and its links and QR codes lead nowhere. The testimonials it brought stay. To stop it for a while, close it instead.`}
				confirm="Delete form"
				busy={remove.isPending}
				trigger={<Button variant="danger">Delete this form</Button>}
				onConfirm={() => remove.mutate(undefined, { onSuccess: () => void go('/dashboard/forms') })}
			/>
		</div>
	)
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { FormAddressField } from '#web/features/forms/form-address-field.tsx'
import { useDuplicateForm } from '#web/features/forms/use-duplicate-form.ts'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { slugError } from '#web/lib/forms/slug.ts'
import { isSlugRefused } from '#web/lib/forms/use-availability.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { EditorSection, type SectionProps } from './editor-section.tsx'
import { LanguageField } from './language-field.tsx'

/** Settings of the whole form: name, address, language, open or closed, deletion. */
export function FormSettingsSection(
	props: SectionProps & { form: LoadedForm; texts: FormTextsByLanguage; isSaved: boolean },
) {
	const { form, draft, problems, edit, texts, isSaved } = props
	return (
		<EditorSection id="about-title" title="This form">
			<div className="editor-fields">
				<Switch checked={draft.is_open} onChange={(event) => edit({ is_open: event.target.checked })}>
					{draft.is_open ? 'Open: the page takes testimonials' : 'Closed: the page says so and takes nothing'}
				</Switch>
				<TextAreaField
					label="What visitors read when it is closed"
					className="editor-short"
					placeholder="We are not asking for new words at the moment. Thank you for coming by."
					dir={draft.closed_text ? 'auto' : undefined}
					maxLength={1000}
					value={draft.closed_text}
					onChange={(event) => edit({ closed_text: event.target.value })}
				/>
				<div className="question-two">
					<TextField
						label="Name"
						help="Only members of this space see it."
						dir="auto"
						maxLength={120}
						value={draft.name}
						error={problems.name}
						onChange={(event) => edit({ name: event.target.value })}
					/>
					<LanguageField draft={draft} edit={edit} texts={texts} />
				</div>
				<AddressChange form={form} />
				<div className="editor-row">
					<DuplicateForm form={form} isSaved={isSaved} />
					<DeleteForm form={form} name={draft.name} />
				</div>
			</div>
		</EditorSection>
	)
}

/** A new address is a separate action: it is claimed permanently, and the old one redirects to it. */
function AddressChange({ form }: { form: LoadedForm }) {
	const cache = useQueryClient()
	const [typed, setTyped] = useState<string | null>(null)
	const slug = typed ?? form.slug
	const changeSlug = useMutation({
		mutationFn: async (wanted: string) =>
			throwIfError(await (await supabase).from('forms').update({ slug: wanted }).eq('id', form.id)),
		onSuccess: async (_data, wanted) => {
			toast(`The form now lives at /collect/${wanted}. The old link leads there.`)
			await refetchQueries(cache, queryKeys.forms(form.space_id))
			setTyped((now) => (now === wanted ? null : now))
		},
		onError: (error) => {
			if (!isSlugRefused(error)) toast.error(errorMessage(error))
		},
	})
	const changed = slug !== form.slug
	const refused = changeSlug.error && changeSlug.variables === slug ? errorMessage(changeSlug.error) : undefined
	return (
		<div className="editor-address">
			<FormAddressField
				slug={slug}
				mine={form.slug}
				refused={refused}
				isClaiming={changeSlug.isPending}
				onChange={setTyped}
			/>
			{changed ? (
				<div className="editor-row">
					<Button
						busy={changeSlug.isPending}
						disabled={slugError(slug) !== undefined}
						onClick={() => changeSlug.mutate(slug)}
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

/** The server copies what is saved, so the button waits for that. */
function DuplicateForm({ form, isSaved }: { form: LoadedForm; isSaved: boolean }) {
	const copy = useDuplicateForm(form.space_id)
	return (
		<Button busy={copy.isPending} disabled={!isSaved} onClick={() => copy.mutate(form.id)}>
			Duplicate this form
		</Button>
	)
}

function DeleteForm({ form, name }: { form: LoadedForm; name: string }) {
	const cache = useQueryClient()
	const navigate = useNavigate()
	const remove = useMutation({
		mutationFn: async () => throwIfError(await (await supabase).from('forms').delete().eq('id', form.id)),
		onSuccess: () => {
			cache.removeQueries({ queryKey: queryKeys.form(form.space_id, form.id) })
			toast('The form is deleted. Its testimonials are kept.')
			void refetchQueries(cache, queryKeys.forms(form.space_id))
		},
		onError: (error) => toast.error(errorMessage(error)),
	})
	return (
		<div>
			<ConfirmDialog
				title="Delete this form?"
				description={`“${name}” and its page go for good, and its links and QR codes lead nowhere. The testimonials it brought stay. To stop it for a while, close it instead.`}
				confirm="Delete form"
				busy={remove.isPending}
				trigger={<Button variant="danger">Delete this form</Button>}
				onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate('/dashboard/forms') })}
			/>
		</div>
	)
}

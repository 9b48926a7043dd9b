import { UserCheck } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { submissionLimits } from '#shared/form/submission-api.ts'
import { maxOriginLength } from '#shared/import/added-testimonial.ts'
import { countWords } from '#web/features/inbox/detail/excerpt.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { languageChoices } from '#web/lib/format/language-choices.ts'
import { permissionText } from '#web/lib/testimonials/send-added.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { today } from '#web/ui/date/calendar-days.ts'
import { DateField } from '#web/ui/date/date-field.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { RatingField } from '#web/ui/fields/rating-field.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { FromLink } from './from-link.tsx'
import { type AddedEntry, LineField, LinkField, optional } from './line-field.tsx'
import { PictureField } from './picture-field.tsx'
import { TagsField } from './tags-field.tsx'
import { useAddTestimonial } from './use-add-testimonial.ts'
import { useAddedDraft } from './use-added-draft.ts'
import { useAddedFiles } from './use-added-files.ts'
import './add-dialog.css'

const pasteText = 'From a mail, a card, a message. Word for word: please mend nothing.'

/** Adds a testimonial that was given elsewhere: word for word, vouched for by the member who types it in. */
export function AddDialog({ onClose }: { onClose: () => void }) {
	const { space } = useInbox()
	const form = useRef<HTMLFormElement>(null)
	const kept = useAddedDraft(space.id)
	const { draft, change } = kept
	const { files, changeFile, clearFiles } = useAddedFiles(space.id)
	const hasPictures = files.photo !== null || files.avatar !== null
	const empty = () => {
		kept.clear()
		clearFiles()
	}
	const { busy, errors, send } = useAddTestimonial({ ...kept, clear: empty }, form, onClose)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (!busy) void send(files)
	}
	return (
		<Dialog open title="Add a testimonial" onOpenChange={(open) => open || onClose()}>
			<form className="added" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<LineField
					entry={{ draft, change, errors }}
					name="headline"
					label="Their title"
					help="The line above their words, where they gave one."
					maxLength={submissionLimits.headline}
				/>
				<TextAreaField
					label="Their words, exactly"
					className="added-words"
					dir="auto"
					maxLength={5000}
					value={draft.body}
					error={errors.body}
					// The first thing to do here; without it, the button that closes the dialog has the focus.
					autoFocus
					help={draft.body.trim() === '' ? pasteText : `${pasteText} ${formatCount(countWords(draft.body), 'word')}.`}
					onChange={(event) => change({ body: event.target.value })}
				/>
				<FromLink
					draft={draft}
					change={change}
					portrait={files.avatar}
					onPortrait={(avatar) => changeFile('avatar', avatar)}
				/>
				<PersonFields draft={draft} change={change} errors={errors} />
				<RatingField
					label="Stars, only if they gave some"
					value={draft.rating}
					help={errors.rating ?? (draft.rating === null ? 'None chosen: walls show no stars.' : 'As they gave them.')}
					onChange={(rating) => change({ rating })}
				/>
				<OriginFields draft={draft} change={change} errors={errors} />
				<div className="added-two">
					<PictureField
						kind="avatar"
						label="Portrait"
						help="JPEG, PNG or WebP, up to 10 MB."
						file={files.avatar}
						error={errors.avatar}
						onChange={(avatar) => changeFile('avatar', avatar)}
					/>
					<PictureField
						kind="photo"
						label="Picture"
						help="Of the thing they praise, or of their card."
						file={files.photo}
						error={errors.photo}
						onChange={(photo) => changeFile('photo', photo)}
					/>
				</div>
				<TagsField chosen={draft.tags} onChange={(tags) => change({ tags })} />
				<Checkbox
					className="added-permission"
					checked={draft.mayPublish}
					onChange={(event) => change({ mayPublish: event.target.checked })}
				>
					{permissionText(hasPictures)}
					<span className="ui-quiet">
						Stored as your statement, with the date. Without it, only members of this space can read the testimonial.
					</span>
				</Checkbox>
				<p className="added-note ui-small ui-quiet">
					<UserCheck size={14} aria-hidden="true" />
					<span>
						Walls say “Entered by <bdi>{space.name}</bdi>”, without a seal: nobody checked who wrote it.{' '}
						{kept.isEmpty && !hasPictures ? null : (
							<>
								What you filled in is kept in this browser. <TextButton onClick={empty}>Empty the form</TextButton>
							</>
						)}
					</span>
				</p>
				<DialogFooter>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" variant="primary" busy={busy}>
						Add testimonial
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}

/** The author: name, title, company, website. */
function PersonFields(entry: AddedEntry) {
	return (
		<div className="added-two">
			<LineField entry={entry} name="name" label="Name" aside={undefined} />
			<LineField entry={entry} name="title" label="Title" placeholder="Baker" />
			<LineField entry={entry} name="company" label="Company" placeholder="Night Oven" />
			<LinkField entry={entry} name="url" label="Website" />
		</div>
	)
}

/** Origin, link, date and language of the words. */
function OriginFields(entry: AddedEntry) {
	const { space } = useInbox()
	const { draft, change, errors } = entry
	return (
		<div className="added-two">
			<LineField
				entry={entry}
				name="origin"
				label="Where it comes from"
				placeholder="A card with the order"
				maxLength={maxOriginLength}
			/>
			<LinkField entry={entry} name="source_url" label="Link to it" help="Walls name the site and link to it." />
			<DateField
				label="When it was said"
				aside={optional}
				min="1900-01-01"
				max={today()}
				value={draft.said_on}
				error={errors.said_on}
				onChange={(said_on) => change({ said_on })}
				help={`Becomes its date, here and on the wall’s page.${draft.said_on === '' ? ' Empty means today.' : ''}`}
			/>
			<SelectField
				label="Language"
				value={draft.locale || space.locale}
				error={errors.locale}
				onChange={(event) => change({ locale: event.target.value })}
			>
				{languageChoices(space.locale).map(({ tag, name }) => (
					<option key={tag} value={tag}>
						{name}
					</option>
				))}
			</SelectField>
		</div>
	)
}

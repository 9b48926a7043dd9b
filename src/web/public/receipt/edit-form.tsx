import type { ReceiptProps } from '#shared/page-props.ts'
import { StarRadios } from '#web/public/page-shell/stars.tsx'
import { TextField } from '#web/public/page-shell/text-field.tsx'
import { starLabels, starTexts } from './receipt-text.ts'

const optional = { note: 'optional', maxLength: 120 }

/** Edits the submitter's own text: a plain form inside a native details element. */
export function EditForm({ receipt, typed, problems, textLimit }: ReceiptProps) {
	const { author, form, rating, space, body } = receipt
	const value = (name: string, kept: string | null) => typed[name] ?? kept ?? ''
	return (
		<section className="entry">
			<h2>Edit</h2>
			<div>
				<p>{space.name} reads an edit before it is published. What is public now stays up until then.</p>
				<details open={problems.length > 0}>
					<summary className="btn">Edit my words</summary>
					<form className="fold" method="post">
						{form?.rating === 'off' ? null : (
							<fieldset>
								<legend>Your rating</legend>
								<input type="hidden" name="rated" value="yes" />
								<StarRadios
									chosen={typed.rating ?? (rating ? String(rating) : undefined)}
									required={form?.rating === 'required'}
									label={(stars) => starLabels[stars - 1] ?? ''}
									said={(stars) => starTexts[stars - 1] ?? ''}
								/>
							</fieldset>
						)}
						<div>
							<label className="label" htmlFor="body">
								Your words
							</label>
							<div className="sheet">
								<textarea id="body" name="body" dir="auto" rows={6} required defaultValue={value('body', body)} />
								<p className="under">
									<span />
									<span className="nums">Up to {textLimit.toLocaleString('en')} characters</span>
								</p>
							</div>
						</div>
						<TextField name="name" label="Name" value={value('name', author.name)} maxLength={120} required />
						<div className="two">
							<TextField {...optional} name="title" label="Job or title" value={value('title', author.title)} />
							<TextField {...optional} name="company" label="Company" value={value('company', author.company)} />
						</div>
						<TextField name="url" label="Website" note="optional" value={value('url', author.url)} type="url" />
						<div className="row">
							<button className="btn first" type="submit" name="do" value="edit">
								Save edit
							</button>
							<button className="btn plain" type="reset">
								Undo changes
							</button>
						</div>
					</form>
				</details>
			</div>
		</section>
	)
}

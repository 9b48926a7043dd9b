import type { ReceiptProps } from '#shared/page-props.ts'
import { StarRadios } from '#web/public/page-shell/stars.tsx'
import { starLabels, starTexts } from './receipt-text.ts'

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
						<Field name="name" label="Name" value={value('name', author.name)} required />
						<div className="two">
							<Field name="title" label="Job or title" value={value('title', author.title)} />
							<Field name="company" label="Company" value={value('company', author.company)} />
						</div>
						<Field name="url" label="Website" value={value('url', author.url)} />
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

function Field(props: { name: string; label: string; value: string; required?: boolean }) {
	const { name, label, value, required = false } = props
	return (
		<div>
			<label className="label" htmlFor={name}>
				{`${label} `}
				{required ? null : <span className="opt">optional</span>}
			</label>
			<input
				className="in"
				id={name}
				name={name}
				type={name === 'url' ? 'url' : 'text'}
				dir={name === 'url' ? 'ltr' : 'auto'}
				maxLength={name === 'url' ? 2000 : 120}
				required={required}
				defaultValue={value}
			/>
		</div>
	)
}

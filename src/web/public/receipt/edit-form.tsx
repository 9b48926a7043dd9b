import { submissionLimits } from '#shared/form/submission-api.ts'
import type { ReceiptProps } from '#shared/page-props.ts'
import { StarRadios } from '#web/public/page-shell/stars.tsx'
import { TextField } from '#web/public/page-shell/text-field.tsx'
import type { ReceiptTexts } from './receipt-text.ts'

/** Edits the submitter's own text: a plain form inside a native details element. */
export function EditForm({ receipt, typed, problems, textLimit, texts }: ReceiptProps & { texts: ReceiptTexts }) {
	const { say, form: words } = texts
	const optional = { note: words.optional, maxLength: 120 }
	const stars = [1, 2, 3, 4, 5] as const
	const { author, form, kind, rating, space, body, title } = receipt
	const hasTitle = title !== null || (form !== null && form.title_rule !== 'off')
	const value = (name: string, kept: string | null) => typed[name] ?? kept ?? ''
	const needsWords = kind === 'text'
	return (
		<section className="entry" id="edit">
			<h2>{say('edit')}</h2>
			<div>
				<p>{say('editText', { space: space.name })}</p>
				<details open={problems.length > 0 || receipt.proposal !== null}>
					<summary className="btn">{say(hasTitle ? 'editTitled' : 'editWords')}</summary>
					<form className="fold" method="post">
						{form?.rating === 'off' ? null : (
							<fieldset>
								<legend>{words.rating}</legend>
								<input type="hidden" name="rated" value="yes" />
								<StarRadios
									chosen={typed.rating ?? (rating ? String(rating) : undefined)}
									required={form?.rating === 'required'}
									label={(count) => words[`star${stars[count - 1] ?? 1}`]}
									said={(count) => words[`said${stars[count - 1] ?? 1}`]}
								/>
							</fieldset>
						)}
						{hasTitle ? (
							<TextField
								name="headline"
								label={words.headline}
								note={words.optional}
								value={value('headline', title)}
								maxLength={submissionLimits.headline}
							/>
						) : null}
						<div>
							<label className="label" htmlFor="body">
								{words.words} {needsWords ? null : <span className="opt">{words.optional}</span>}
							</label>
							<div className="sheet">
								<textarea
									id="body"
									name="body"
									dir="auto"
									rows={6}
									required={needsWords}
									defaultValue={value('body', body)}
								/>
								<p className="under">
									<span />
									<span className="nums">{texts.fill(words.upTo, { max: texts.number(textLimit) })}</span>
								</p>
							</div>
						</div>
						<TextField name="name" label={words.name} value={value('name', author.name)} maxLength={120} required />
						<div className="two">
							<TextField {...optional} name="title" label={words.title} value={value('title', author.title)} />
							<TextField {...optional} name="company" label={words.company} value={value('company', author.company)} />
						</div>
						<TextField name="url" label={words.url} note={words.optional} value={value('url', author.url)} type="url" />
						<div className="row">
							<button className="btn first" type="submit" name="do" value="edit">
								{say('saveEdit')}
							</button>
							<button className="btn plain" type="reset">
								{say('undoChanges')}
							</button>
						</div>
					</form>
				</details>
				{title === null ? null : (
					<form className="after-field" method="post">
						<button className="btn" type="submit" name="do" value="untitle">
							{say('takeTitle')}
						</button>
					</form>
				)}
			</div>
		</section>
	)
}

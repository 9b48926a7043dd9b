import type { ReceiptProps } from '#shared/page-props.ts'
import { firstName } from '#web/public/page-shell/first-name.ts'
import { CouponField, couponLabel } from './coupon-section.tsx'
import type { ReceiptTexts } from './receipt-text.ts'

/** The thanks after sending, where the form's page did not give them: the owner's words, button and code, then what happens next. */
export function ThanksSection({ receipt, address, texts }: ReceiptProps & { texts: ReceiptTexts }) {
	const { space, author, email, form } = receipt
	const { say } = texts
	return (
		<section className="news thanks" aria-labelledby="thanks">
			<h2 id="thanks" dir="auto">
				{form?.thanks.title ?? (
					<>
						<span>{say('thanks', { name: firstName(author.name) })}</span> {say('goodHands')}
					</>
				)}
			</h2>
			{form?.thanks.message ? (
				<p className="own-words" dir="auto">
					{form.thanks.message}
				</p>
			) : null}
			{form?.link ? (
				<p>
					<a className="btn first" href={form.link.url} rel="noopener noreferrer" dir="auto">
						{form.link.label ?? form.link.url}
					</a>
				</p>
			) : null}
			{form?.coupon ? (
				<div>
					<h3 dir="auto">{couponLabel(receipt, texts)}</h3>
					<CouponField receipt={receipt} texts={texts} />
				</div>
			) : null}
			<ol className="next">
				<li>{say('next1', { space: space.name })}</li>
				<li>{say('next2')}</li>
				<li>{say('next3')}</li>
			</ol>
			<div>
				<label className="label" htmlFor="plink">
					{say('link')}
				</label>
				<div className="keylink">
					<input className="in" id="plink" readOnly dir="ltr" value={address} />
					<button className={form?.link ? 'btn' : 'btn first'} type="button" id="copy" hidden>
						{say('copyLink')}
					</button>
				</div>
				<p className="hint after-field">
					{say('linkHint')} {email && form?.is_mailed ? say('mailed', { email }) : say('bookmark')}
				</p>
				<p className="hint" role="status" id="copied" data-copied={say('copied')} />
			</div>
		</section>
	)
}

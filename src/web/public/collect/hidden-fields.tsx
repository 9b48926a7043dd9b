import type { CollectProps } from '#shared/page-props.ts'

type Props = Pick<CollectProps, 'form' | 'proof' | 'sendKey' | 'trap'> & { lang: string }

/**
 * Fields for the server, which the page's script leaves as they are. The last is a trap for programs, which browsers and
 * password managers are asked to leave alone.
 */
export function HiddenFields({ form, proof, sendKey, trap, lang }: Props) {
	return (
		<>
			<input type="hidden" name="form" value={form.slug} />
			<input type="hidden" name="locale" value={lang} />
			<input type="hidden" name="consent_asked" value={form.consent_text} />
			<input type="hidden" name="proof" value={proof} />
			<input type="hidden" name="idempotency_key" value={sendKey} />
			<input
				className="trap"
				name={trap}
				tabIndex={-1}
				aria-hidden="true"
				autoComplete="off"
				data-1p-ignore=""
				data-lpignore="true"
				data-bwignore=""
				data-form-type="other"
				data-protonpass-ignore=""
			/>
		</>
	)
}

import type { ReactNode } from 'react'
import { fill } from './fill.ts'
import type { Island } from './island.ts'

/** Consent is never ticked for anybody; left alone it still sends, for the owner's eyes only. */
export function ConsentPart(props: { island: Island; sending: boolean; outcome: ReactNode }) {
	const { island, sending, outcome } = props
	const { words, values, form } = island
	const space = form.space.name
	return (
		<div className="part send">
			<label className="check">
				<input
					type="checkbox"
					name="consent"
					id="consent"
					value="yes"
					// A browser would put the tick back under whatever the form says by then.
					autoComplete="off"
					defaultChecked={values.consent === 'yes'}
				/>
				<span dir="auto">{form.consent_text}</span>
			</label>
			<fieldset className="scope">
				<legend>{words.scope}</legend>
				<Scope value="public" label={words.scopePublic} checked={values.scope !== 'anonymous'} />
				<Scope
					value="anonymous"
					label={words.scopeAnonymous}
					checked={values.scope === 'anonymous'}
				/>
			</fieldset>
			{form.reward_disclosure ? (
				<p className="hint" dir="auto">
					{form.reward_disclosure}
				</p>
			) : null}
			{outcome}
			<button className="btn first" type="submit" aria-disabled={sending ? true : undefined}>
				{sending ? words.sending : words.send}
			</button>
			<p className="hint fate">
				<span className="if-no">{fill(words.fateNo, { space })}</span>
				<span className="if-yes">{fill(words.fateYes, { space })}</span>
			</p>
		</div>
	)
}

function Scope({ value, label, checked }: { value: string; label: string; checked: boolean }) {
	return (
		<label className="check">
			<input type="radio" name="scope" value={value} defaultChecked={checked} />
			<span>{label}</span>
		</label>
	)
}

import type { ReactNode } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { TextField } from '#web/public/page-shell/text-field.tsx'
import { PhotoField } from './photo-field.tsx'

/** The author's fields. The name is always required, the others as the owner chose. */
export function AuthorFields(props: { island: Island; problemOf: (field: string) => Problem | undefined }) {
	const { island, problemOf } = props
	const { words, values, form } = island
	const rules = { name: 'required', ...form.author_fields } as const
	const line = (name: Exclude<keyof typeof rules, 'avatar'>, autoComplete: string, more?: object) => {
		const required = rules[name] === 'required'
		return (
			rules[name] !== 'off' && (
				<TextField
					{...{ name, autoComplete, required }}
					label={words[name]}
					value={values[name]}
					problem={problemOf(name)}
					note={required ? '' : words.optional}
					{...more}
				/>
			)
		)
	}
	return (
		<fieldset className="part fields">
			<legend className="vh">{words.about}</legend>
			{rules.avatar !== 'off' && (
				<PhotoField
					name="avatar"
					pick={words.addPhoto}
					hint={words.portraitHint}
					island={island}
					problem={problemOf('avatar')}
				/>
			)}
			{line('name', 'name')}
			<div className="two">
				{line('title', 'organization-title')}
				{line('company', 'organization')}
			</div>
			{line('url', 'url', { type: 'url' })}
			{line('email', 'email', {
				note: words.neverShown,
				type: 'email',
				hint: interpolate(words.emailHint, { space: form.space.name }),
			})}
			<div {...island.account} />
		</fieldset>
	)
}

/** Consent is never preselected; without it the form still sends, visible to the owner only. */
export function ConsentFieldset(props: {
	island: Island
	sending: boolean
	waiting: string | null
	outcome: ReactNode
}) {
	const { island, sending, waiting, outcome } = props
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
					// A browser would restore the tick under a consent text that has changed.
					autoComplete="off"
					defaultChecked={values.consent === 'yes'}
				/>
				<span dir="auto">{form.consent_text}</span>
			</label>
			<fieldset className="scope">
				<legend>{words.scope}</legend>
				<ScopeRadio value="public" label={words.scopePublic} checked={values.scope !== 'anonymous'} />
				<ScopeRadio value="anonymous" label={words.scopeAnonymous} checked={values.scope === 'anonymous'} />
			</fieldset>
			{form.reward_disclosure ? (
				<p className="hint" dir="auto">
					{form.reward_disclosure}
				</p>
			) : null}
			{outcome}
			<button
				className={waiting ? 'btn wait' : 'btn first'}
				type="submit"
				aria-disabled={sending || waiting ? true : undefined}
			>
				{sending ? words.sending : (waiting ?? words.send)}
			</button>
			<p className="hint fate">
				<span className="if-no">{interpolate(words.fateNo, { space })}</span>
				<span className="if-yes">{interpolate(words.fateYes, { space })}</span>
			</p>
		</div>
	)
}

function ScopeRadio({ value, label, checked }: { value: string; label: string; checked: boolean }) {
	return (
		<label className="check">
			<input type="radio" name="scope" value={value} defaultChecked={checked} />
			<span>{label}</span>
		</label>
	)
}

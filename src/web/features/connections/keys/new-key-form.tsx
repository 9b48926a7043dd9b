import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { type ApiKeyScope, viewerScopes } from '#shared/api-key-scopes.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { RadioList } from '#web/ui/fields/choice.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { dayFromNow, endChoices, endOf, type KeyEnd } from './key-end.ts'
import { KeySummary } from './key-summary.tsx'
import { ScopeList } from './scope-list.tsx'
import { type MadeKey, useMakeKey } from './use-keys.ts'

type Rights = 'viewer' | 'editor' | 'scopes'

const rightsChoices = [
	{ value: 'viewer', label: 'Read', text: 'All that a viewer sees, without e-mail addresses' },
	{ value: 'editor', label: 'Read and change', text: 'All that an editor may' },
	{ value: 'scopes', label: 'Only what I tick', text: 'The safest for a program that does one thing' },
] as const

/** The form of a new key. A refusal leaves everything as it was typed. */
export function NewKeyForm({ onMade }: { onMade: (made: MadeKey) => void }) {
	const { space } = useSpace()
	const make = useMakeKey(space.id)
	const [name, setName] = useState('')
	const [rights, setRights] = useState<Rights>('scopes')
	const [ticked, setTicked] = useState<readonly ApiKeyScope[]>(['testimonials:read'])
	const [end, setEnd] = useState<KeyEnd>('365')
	const [day, setDay] = useState(() => dayFromNow(60))
	const scopes = rights === 'scopes' ? ticked : null
	const isViewer = scopes ? scopes.every((scope) => viewerScopes.includes(scope)) : rights === 'viewer'
	const wanted = { name: name.trim(), role: isViewer ? ('viewer' as const) : ('editor' as const), scopes }
	const missing = scopes?.length === 0 || (end === 'day' && day === '')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (!missing) make.mutate({ ...wanted, expires_at: endOf(end, day) }, { onSuccess: onMade })
	}
	return (
		<div className="keys-new">
			<form className="keys-form" onSubmit={submit}>
				<TextField
					label="Name"
					value={name}
					required
					maxLength={80}
					autoComplete="off"
					placeholder="Website build"
					help={
						<>
							What will use it. It stands in the history of all that the key does: “approved by key{' '}
							<bdi>{name.trim() || 'Website build'}</bdi>”.
						</>
					}
					onChange={({ target }) => setName(target.value)}
				/>
				<div>
					<p className="keys-label">It may</p>
					<RadioList label="It may" value={rights} options={rightsChoices} onChange={setRights} />
					{rights === 'scopes' ? <ScopeList ticked={ticked} onChange={setTicked} /> : null}
				</div>
				<div className="keys-end">
					<SelectField
						label="It ends"
						value={end}
						help={
							end === 'never' ? 'You are told when it was not used for 9 months.' : 'You get a mail 14 days before.'
						}
						onChange={({ target }) => setEnd(target.value as KeyEnd)}
					>
						{endChoices().map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</SelectField>
					{end === 'day' ? (
						<DateField label="Its last day" value={day} min={dayFromNow(1)} max={dayFromNow(3650)} onChange={setDay} />
					) : null}
				</div>
				{make.error ? (
					<p className="ui-error" role="alert">
						{errorMessage(make.error)}
					</p>
				) : null}
				<div className="ui-buttons">
					<Button type="submit" variant="primary" busy={make.isPending} disabled={missing}>
						Make the key
					</Button>
					<Link className={buttonClass({ variant: 'quiet' })} to="/dashboard/space/keys">
						Cancel
					</Link>
				</div>
			</form>
			<KeySummary wanted={wanted} />
		</div>
	)
}

import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiKeyScope } from '#shared/api-key-scopes.ts'
import { viewerScopes } from '#shared/api-key-scopes.ts'
import { endOf, type KeyEnd } from '#web/features/connections/keys/key-end.ts'
import { isLive } from '#web/features/connections/keys/key-state.ts'
import { type MadeKey, useKeys, useMakeKey } from '#web/features/connections/keys/use-keys.ts'
import { SecretBox } from '#web/features/connections/secret-box.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDate, formatRelative } from '#web/lib/format/format-time.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { type Service, serviceOfKey } from './services.ts'

/** Rights that a service may be given, in words. Without a role it is the least one that has the scopes. */
export type RightsChoice = { label: string; scopes: readonly ApiKeyScope[]; role?: 'editor' }

/** The key of a service: one that was made a moment ago, else the one that is used, else any that works. */
export function useServiceKey(service: Service) {
	const { space, isOwner } = useSpace()
	const { data: keys = [] } = useKeys(space.id, isOwner)
	const [made, setMade] = useState<MadeKey>()
	const fitting = keys.filter((key) => isLive(key) && serviceOfKey(key.name)?.id === service.id)
	const row = made ? keys.find(({ id }) => id === made.id) : (fitting.find((key) => key.last_used_at) ?? fitting[0])
	return { made, setMade, row, hasKey: made !== undefined || row !== undefined, isUsed: Boolean(row?.last_used_at) }
}

export type ServiceKey = ReturnType<typeof useServiceKey>

/** Makes a key for a service in one press and shows it once; for owners. */
export function KeyForService({
	serviceKey: { made, setMade, row },
	name: suggested,
	choices,
	end = '365',
}: {
	serviceKey: ServiceKey
	/** Begins with the name of the service, by which the key is known to be its. */
	name: string
	choices: readonly [RightsChoice, ...RightsChoice[]]
	end?: KeyEnd
}) {
	const { space, isOwner } = useSpace()
	const make = useMakeKey(space.id)
	const [name, setName] = useState(suggested)
	const [at, setAt] = useState(0)
	const [first] = choices
	const { scopes, role: named } = choices[at] ?? first
	const expires = endOf(end, '')
	if (!isOwner) return <p className="ui-quiet">Only owners of the space make keys. Ask one of them for it.</p>
	if (made)
		return (
			<>
				<SecretBox label="The key" text={made.key} copy="Copy key" isPrimary />
				<p className="ui-small ui-quiet">
					It is shown this once. It is in your <Link to="/dashboard/space/keys">keys</Link> as “<bdi>{made.name}</bdi>”.{' '}
					<LastUse at={row?.last_used_at ?? null} />
				</p>
			</>
		)
	const role = named ?? (scopes.every((scope) => viewerScopes.includes(scope)) ? 'viewer' : 'editor')
	const submit = () => make.mutate({ name: name.trim(), role, scopes, expires_at: expires }, { onSuccess: setMade })
	return (
		<form
			className="ui-stack"
			onSubmit={(event) => {
				event.preventDefault()
				submit()
			}}
		>
			{row ? (
				<p className="ui-small">
					There is a key for it: “<bdi>{row.name}</bdi>”. <LastUse at={row.last_used_at} />
				</p>
			) : null}
			<div className="ui-two">
				<TextField
					label="Name"
					value={name}
					required
					maxLength={80}
					autoComplete="off"
					onChange={({ target }) => setName(target.value)}
				/>
				<SelectField label="It may" value={at} onChange={({ target }) => setAt(Number(target.value))}>
					{choices.map(({ label }, index) => (
						<option key={label} value={index}>
							{label}
						</option>
					))}
				</SelectField>
			</div>
			<div className="ui-buttons">
				<Button type="submit" {...(row ? {} : { variant: 'primary' as const })} busy={make.isPending}>
					{row ? 'Make another key' : 'Make the key'}
				</Button>
				<span className="ui-small ui-quiet">{expires ? `Ends ${formatDate(expires)}` : 'No end'}</span>
			</div>
			{make.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(make.error)}
				</p>
			) : null}
		</form>
	)
}

function LastUse({ at }: { at: string | null }) {
	return <span role="status">{at ? `It was used ${formatRelative(at)}.` : 'It was not used yet.'}</span>
}

import { useState } from 'react'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/**
 * The first step of adding a factor or passkey: its name.
 * @param taken names already in use by this person
 */
export function NameForm({
	label,
	proposal,
	taken,
	submitLabel,
	onName,
	onCancel,
}: {
	label: string
	proposal: string
	taken: readonly string[]
	submitLabel: string
	onName: (name: string) => Promise<void>
	onCancel: () => void
}) {
	const [name, setName] = useState(() => unusedName(proposal, taken))
	const { busy, errors, form, submit, edit } = useSubmit(async () => {
		const given = name.trim()
		if (!given) return { name: 'Give it a name.' }
		if (taken.includes(given)) return { name: 'You already have one with this name.' }
		await onName(given)
	})
	return (
		<form className="account-enrol account-enrol-one" ref={form} onSubmit={submit} noValidate>
			{errors.form ? <Notice isError>{errors.form}</Notice> : null}
			<TextField
				label={label}
				autoComplete="off"
				dir="auto"
				maxLength={60}
				value={name}
				error={errors.name}
				onChange={edit('name', ({ target }) => setName(target.value))}
			/>
			<div className="ui-buttons">
				<Button type="submit" variant="primary" busy={busy}>
					{submitLabel}
				</Button>
				<Button variant="quiet" onClick={onCancel}>
					Cancel
				</Button>
			</div>
		</form>
	)
}

/** `My phone`, or `My phone 2` when there is one. */
function unusedName(proposal: string, taken: readonly string[]): string {
	if (!taken.includes(proposal)) return proposal
	for (let number = 2; ; number++) if (!taken.includes(`${proposal} ${number}`)) return `${proposal} ${number}`
}

import { type FormEvent, useState } from 'react'
import type { SpaceRow } from '#shared/rows.ts'
import { sayError } from '#web/lib/errors.ts'
import { useMerged } from '#web/lib/use-merged.ts'
import { Button } from '#web/ui/button.tsx'
import { CollisionNotice } from '#web/ui/collision-notice.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { SelectField, TextField } from '#web/ui/text-field.tsx'
import { localeChoices } from './locales.ts'
import { partWords, useSaveSpace } from './use-save-space.ts'

/** What the space is called and which language it speaks first. */
export function NamePart({ space, locked }: { space: SpaceRow; locked: boolean }) {
	const { mine, edit, sending, collisions, takeTheirs, keepMine } = useMerged({
		name: space.name,
		locale: space.locale,
	})
	const { name, locale } = mine
	const [tried, setTried] = useState(false)
	const save = useSaveSpace(space, 'Space saved')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		setTried(true)
		if (!name.trim()) return
		const sent = { name: name.trim(), locale }
		edit(sent)
		sending(sent)
		save.mutate(sent)
	}
	return (
		<SettingsPart
			id="name"
			title="Name and language"
			words={
				locked
					? 'Only owners change these.'
					: 'Your customers read the name on every form and wall.'
			}
		>
			<form className="ui-stack" onSubmit={submit} noValidate>
				<div className="ui-two">
					<TextField
						label="Name"
						dir="auto"
						autoComplete="organization"
						maxLength={120}
						disabled={locked}
						value={name}
						error={tried && !name.trim() ? 'Type the name that your customers know.' : undefined}
						onChange={(event) => edit({ name: event.target.value })}
					/>
					<SelectField
						label="Language"
						disabled={locked}
						value={locale}
						help="New forms begin with it."
						onChange={(event) => edit({ locale: event.target.value })}
					>
						{localeChoices(space.locale).map(({ code, label }) => (
							<option key={code} value={code}>
								{label}
							</option>
						))}
					</SelectField>
				</div>
				<CollisionNotice
					what="space"
					savedBy="save"
					words={partWords}
					collisions={collisions}
					onTheirs={takeTheirs}
					onMine={keepMine}
				/>
				{save.error && collisions.length === 0 ? (
					<p className="ui-error">{sayError(save.error)}</p>
				) : null}
				{locked ? null : (
					<div className="ui-buttons">
						<Button type="submit" variant="primary" busy={save.isPending}>
							Save
						</Button>
					</div>
				)}
			</form>
		</SettingsPart>
	)
}

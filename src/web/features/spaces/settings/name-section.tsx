import { type FormEvent, useState } from 'react'
import type { SpaceRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useMergeState } from '#web/lib/drafts/use-merge-state.ts'
import { languageName } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { spaceFieldLabels, useSaveSpace } from './use-save-space.ts'

/** Name and default language of the space. */
export function NameSection({ space, locked }: { space: SpaceRow; locked: boolean }) {
	const { value, edit, markSent, collisions, acceptRemote, keepLocal } = useMergeState({
		name: space.name,
		locale: space.locale,
	})
	const { name, locale } = value
	const languages = codes.includes(space.locale) ? codes : [space.locale, ...codes]
	const [tried, setTried] = useState(false)
	const save = useSaveSpace(space, 'Space saved')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		setTried(true)
		if (!name.trim()) return
		const sent = { name: name.trim(), locale }
		edit(sent)
		markSent(sent)
		save.mutate(sent)
	}
	return (
		<SettingsSection
			id="name"
			title="Name and language"
			text={locked ? 'Only owners change these.' : 'Your customers read the name on every form and wall.'}
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
						{languages.map((code) => (
							<option key={code} value={code}>
								{nativeName(code)}
							</option>
						))}
					</SelectField>
				</div>
				<ConflictNotice
					what="space"
					savedBy="save"
					labels={spaceFieldLabels}
					collisions={collisions}
					onTheirs={acceptRemote}
					onMine={keepLocal}
				/>
				{save.error && collisions.length === 0 ? <p className="ui-error">{errorMessage(save.error)}</p> : null}
				{locked ? null : (
					<div className="ui-buttons">
						<Button type="submit" variant="primary" busy={save.isPending}>
							Save
						</Button>
					</div>
				)}
			</form>
		</SettingsSection>
	)
}

const codes = ['en', 'ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'tr', 'uk', 'zh']

/** The language's name in itself, as it begins a line. */
function nativeName(code: string): string {
	const name = languageName(code, code)
	return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

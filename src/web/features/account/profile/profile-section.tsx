import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { toast } from 'sonner'
import type { ProfileRow } from '#shared/rows.ts'
import { type ThemeChoice, useTheme } from '#web/lib/browser/theme.ts'
import { errorCode, errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useMergeState } from '#web/lib/drafts/use-merge-state.ts'
import { useUsernameCheck } from '#web/lib/forms/use-availability.ts'
import { suggestUsername, usernameError } from '#web/lib/forms/username.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Avatar } from '#web/ui/badge.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { PicturePicker } from '#web/ui/pictures/picture-picker.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import '#web/features/account/account.css'

/** Name, username and photo. */
export function ProfileSection({ profile }: { profile: Omit<ProfileRow, 'created_at'> }) {
	const queries = useQueryClient()
	const update = async (columns: Partial<ProfileRow>) =>
		throwIfError(await (await supabase).from('profiles').update(columns).eq('id', profile.id))
	const refetch = () => refetchQueries(queries, queryKeys.profile(profile.id))
	// A save writes only the changed fields, so it never restores values that another device changed.
	const { value, edit } = useMergeState({
		fullName: profile.full_name ?? '',
		username: profile.username ?? '',
	})
	const { fullName, username } = value
	const save = useMutation({
		mutationFn: async () => {
			const changed = {
				...(fullName.trim() === (profile.full_name ?? '') ? {} : { full_name: fullName.trim() || null }),
				...(username === (profile.username ?? '') ? {} : { username }),
			}
			if (Object.keys(changed).length > 0) await update(changed)
		},
		onSuccess: () => {
			toast('Profile saved')
			return refetch()
		},
	})
	const free = useUsernameCheck(username, { mine: profile.username, isClaiming: save.isPending })
	const isTaken = errorCode(save.error) === '23505'
	const wrong = usernameError(username)
	const taken = free === 'taken' || isTaken
	const suggestion = suggestUsername(username)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (!wrong && !taken) save.mutate()
	}
	return (
		<SettingsSection id="profile" title="Profile" text="Seen by the people in your spaces. Never on a wall.">
			<PicturePicker
				stored={{ bucket: 'avatars', folder: profile.id, path: profile.avatar_path }}
				save={(avatar_path) => update({ avatar_path }).then(refetch)}
				picture={(src) => <Avatar size="large" name={profile.full_name || profile.username || ''} src={src} />}
				choose="Choose a photo"
				help="JPEG, PNG or WebP. Initials until then."
			/>
			<form className="ui-stack" onSubmit={submit} noValidate>
				<div className="ui-two">
					<TextField
						label="Full name"
						autoComplete="name"
						dir="auto"
						maxLength={120}
						value={fullName}
						onChange={(event) => edit({ fullName: event.target.value })}
					/>
					<TextField
						label="Username"
						autoComplete="nickname"
						autoCapitalize="off"
						spellCheck={false}
						value={username}
						ok={free === 'free' ? 'Free, and yours when you save' : undefined}
						error={
							taken
								? 'Taken. Choose another one.'
								: wrong && (
										<>
											{wrong}{' '}
											{suggestion && suggestion !== username ? (
												<TextButton inheritColor onClick={() => edit({ username: suggestion })}>
													Use {suggestion}
												</TextButton>
											) : null}
										</>
									)
						}
						onChange={(event) => {
							if (save.isError) save.reset()
							edit({ username: event.target.value })
						}}
					/>
				</div>
				{save.error && !isTaken ? <p className="ui-error">{errorMessage(save.error)}</p> : null}
				<div className="ui-buttons">
					<Button type="submit" variant="primary" busy={save.isPending}>
						Save profile
					</Button>
				</div>
			</form>
		</SettingsSection>
	)
}

const choices: { value: ThemeChoice; label: string }[] = [
	{ value: 'system', label: 'As the system' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
]

/** Light or dark, in this browser. */
export function AppearanceSection() {
	const { choice, choose } = useTheme()
	return (
		<SettingsSection id="appearance" title="Appearance" text="In this browser only.">
			<div>
				<SegmentedControl label="Theme" value={choice} options={choices} onChange={choose} />
			</div>
		</SettingsSection>
	)
}

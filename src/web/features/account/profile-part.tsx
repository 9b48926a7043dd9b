import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { toast } from 'sonner'
import type { ProfileRow } from '#shared/rows.ts'
import { check, errorCode, sayError } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useMerged } from '#web/lib/use-merged.ts'
import { suggestUsername, usernameProblem } from '#web/lib/username.ts'
import { useUsernameCheck } from '#web/lib/username-check.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AvatarPicker } from './avatar-picker.tsx'

/** Name, username and face. */
export function ProfilePart({ profile }: { profile: ProfileRow }) {
	const queries = useQueryClient()
	// What another device changed is not written back by a save of the rest.
	const { mine, edit } = useMerged({
		fullName: profile.full_name ?? '',
		username: profile.username ?? '',
	})
	const { fullName, username } = mine
	const save = useMutation({
		mutationFn: async () => {
			const changed = {
				...(fullName.trim() === (profile.full_name ?? '')
					? {}
					: { full_name: fullName.trim() || null }),
				...(username === (profile.username ?? '') ? {} : { username }),
			}
			if (Object.keys(changed).length === 0) return
			check(await (await supabase).from('profiles').update(changed).eq('id', profile.id))
		},
		onSuccess: () => {
			toast('Profile saved')
			return readAnew(queries, keys.profile(profile.id))
		},
	})
	const free = useUsernameCheck(username, { mine: profile.username, isClaiming: save.isPending })
	const clash = errorCode(save.error) === '23505'
	const wrong = usernameProblem(username)
	const taken = free === 'taken' || clash
	const nearest = suggestUsername(username)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (!wrong && !taken) save.mutate()
	}
	return (
		<SettingsPart
			id="profile"
			title="Profile"
			words="Seen by the people in your spaces. Never on a wall."
		>
			<AvatarPicker profile={profile} />
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
											{nearest && nearest !== username ? (
												<TextButton same onClick={() => edit({ username: nearest })}>
													Use {nearest}
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
				{save.error && !clash ? <p className="ui-error">{sayError(save.error)}</p> : null}
				<div className="ui-buttons">
					<Button type="submit" variant="primary" busy={save.isPending}>
						Save profile
					</Button>
				</div>
			</form>
		</SettingsPart>
	)
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProfileRow } from '#shared/rows.ts'
import { check, sayError } from '#web/lib/errors.ts'
import { pictureProblem, uploadPicture } from '#web/lib/picture-upload.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { supabase } from '#web/lib/supabase.ts'
import { usePublicFile } from '#web/lib/use-public-file.ts'
import { Avatar } from '#web/ui/marks.tsx'
import { PicturePicker } from '#web/ui/picture-picker.tsx'

/** The person's photo in bucket `avatars`; saved as soon as it is chosen. */
export function AvatarPicker({ profile }: { profile: ProfileRow }) {
	const queries = useQueryClient()
	const shown = usePublicFile('avatars', profile.avatar_path)
	const change = useMutation({
		mutationFn: async (file: File | null) => {
			const problem = file && pictureProblem(file)
			if (problem) throw Object.assign(new Error(problem), { code: 'P0001' })
			const client = await supabase
			const path = file ? await uploadPicture(client, 'avatars', profile.id, file) : null
			check(await client.from('profiles').update({ avatar_path: path }).eq('id', profile.id))
			if (profile.avatar_path) await client.storage.from('avatars').remove([profile.avatar_path])
		},
		onSuccess: () => readAnew(queries, keys.profile(profile.id)),
	})
	return (
		<PicturePicker
			picture={
				<Avatar size="large" name={profile.full_name || profile.username || ''} src={shown} />
			}
			has={Boolean(profile.avatar_path)}
			choose="Choose a photo"
			help="JPEG, PNG or WebP. Initials until then."
			error={change.error ? sayError(change.error) : undefined}
			busy={change.isPending}
			onChoose={(file) => change.mutate(file)}
			onRemove={() => change.mutate(null)}
		/>
	)
}

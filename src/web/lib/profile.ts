import { useQuery } from '@tanstack/react-query'
import { useUser } from './auth-context.tsx'
import { unwrap } from './errors.ts'
import { keys } from './query-keys.ts'
import { supabase } from './supabase.ts'

/** The signed-in person's own profile. */
export function useProfile() {
	const { id } = useUser()
	return useQuery({
		queryKey: keys.profile(id),
		queryFn: async () => {
			const client = await supabase
			return unwrap(
				await client
					.from('profiles')
					.select('id, username, full_name, avatar_path')
					.eq('id', id)
					.single(),
			)
		},
	})
}

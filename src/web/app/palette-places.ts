import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'

/** A form or wall that the palette can jump to. */
export type Place = { to: string; name: string; kind: 'form' | 'wall' }

/** The forms and walls of a space by name. */
export function places(spaceId: string) {
	return queryOptions({
		queryKey: ['space', spaceId, 'places'],
		// Names change on many screens: what was known shows at once, and is read again at each opening.
		staleTime: 0,
		queryFn: async (): Promise<Place[]> => {
			const client = await supabase
			const [forms, walls] = await Promise.all([
				client.from('forms').select('id, name').eq('space_id', spaceId).order('name').limit(50),
				client.from('walls').select('id, name').eq('space_id', spaceId).order('name').limit(50),
			])
			return [
				...unwrap(forms).map(
					({ id, name }): Place => ({ to: `/dashboard/forms/${id}`, name, kind: 'form' }),
				),
				...unwrap(walls).map(
					({ id, name }): Place => ({ to: `/dashboard/walls/${id}`, name, kind: 'wall' }),
				),
			]
		},
	})
}

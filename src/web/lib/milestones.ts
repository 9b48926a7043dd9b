import { useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from './errors.ts'
import { keys } from './query-keys.ts'
import { useSpace } from './space-context.tsx'
import { readStored, writeStored } from './stored.ts'
import { supabase } from './supabase.ts'

/** The first five things to do with a space; they tick themselves. */
export type Milestone = 'form' | 'share' | 'testimonial' | 'wall' | 'embed'
export const milestones: readonly Milestone[] = ['form', 'share', 'testimonial', 'wall', 'embed']

/** Which of the five are done, and whether the person has put the list away. */
export type Milestones = { done: ReadonlySet<Milestone>; hidden: boolean; hide: () => void }

/** Reads the five of the current space; undefined until known. */
export function useMilestones(): Milestones | undefined {
	const { space } = useSpace()
	const queries = useQueryClient()
	const key = keys.milestones(space.id)
	const { data } = useQuery({
		queryKey: key,
		queryFn: async () => {
			const client = await supabase
			const [sent, walls] = await Promise.all([
				client.from('testimonials').select('source').eq('space_id', space.id).limit(20),
				client.from('walls').select('version').eq('space_id', space.id).gt('version', 1).limit(1),
			])
			const testimonials = unwrap(sent)
			const done = new Set<Milestone>(['form'])
			if (testimonials.length > 0) done.add('testimonial')
			if (testimonials.some(({ source }) => source === 'form') || remembered(space.id, 'share'))
				done.add('share')
			if (unwrap(walls).length > 0) done.add('wall')
			if (remembered(space.id, 'embed')) done.add('embed')
			return { done, hidden: remembered(space.id, 'hidden') }
		},
	})
	if (!data) return undefined
	return {
		...data,
		hide: () => {
			writeStored(name(space.id, 'hidden'), 'yes')
			void queries.invalidateQueries({ queryKey: key })
		},
	}
}

/** Ticks what only the browser can see: the link was copied or printed, the embed code was taken. */
export function useTick(): (step: 'share' | 'embed') => void {
	const { space } = useSpace()
	const queries = useQueryClient()
	return (step) => {
		writeStored(name(space.id, step), 'yes')
		void queries.invalidateQueries({ queryKey: keys.milestones(space.id) })
	}
}

function remembered(spaceId: string, what: string): boolean {
	return readStored(name(spaceId, what)) !== null
}

function name(spaceId: string, what: string): string {
	return `plaudit-${what}-${spaceId}`
}

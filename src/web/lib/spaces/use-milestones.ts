import { useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { readLocalValue, useLocalStorage, writeLocalValue } from '#web/lib/storage/local-storage.ts'
import { useSpace } from './space-context.tsx'

/** The first five steps of a space; they tick themselves. */
export type Milestone = 'form' | 'share' | 'testimonial' | 'wall' | 'embed'
export const milestones: readonly Milestone[] = ['form', 'share', 'testimonial', 'wall', 'embed']

/** Which of the five are done, and whether the list was dismissed. */
export type Milestones = {
	done: ReadonlySet<Milestone>
	/** Whether the server's state is known. */
	isRead: boolean
	hidden: boolean
	hide: () => void
}

/** The steps of the current space; until the server has answered, those that this browser has stored. */
export function useMilestones(): Milestones {
	const { space } = useSpace()
	const [hidden, setHidden] = useLocalStorage(storageKey(space.id, 'hidden'))
	const { data } = useQuery({
		queryKey: queryKeys.milestones(space.id),
		queryFn: async () => {
			const client = await supabase
			const [sent, walls] = await Promise.all([
				client.from('testimonials').select('source').eq('space_id', space.id).limit(20),
				client.from('walls').select('version').eq('space_id', space.id).gt('version', 1).limit(1),
			])
			const testimonials = unwrap(sent)
			const done = localMilestones(space.id)
			if (testimonials.length > 0) done.add('testimonial')
			if (testimonials.some(({ source }) => source === 'form')) done.add('share')
			if (unwrap(walls).length > 0) done.add('wall')
			return done
		},
	})
	return {
		done: data ?? localMilestones(space.id),
		isRead: data !== undefined,
		hidden: hidden !== null,
		hide: () => setHidden('yes'),
	}
}

function localMilestones(spaceId: string): Set<Milestone> {
	const done = new Set<Milestone>(['form'])
	for (const step of ['share', 'embed'] as const) if (isRemembered(spaceId, step)) done.add(step)
	return done
}

/** Ticks steps that only the browser can see: the link was copied or printed, the embed code was copied. */
export function useCompleteMilestone(): (step: 'share' | 'embed') => void {
	const { space } = useSpace()
	const queries = useQueryClient()
	return (step) => {
		writeLocalValue(storageKey(space.id, step), 'yes')
		void refetchQueries(queries, queryKeys.milestones(space.id))
	}
}

function isRemembered(spaceId: string, what: string): boolean {
	return readLocalValue(storageKey(spaceId, what)) !== null
}

function storageKey(spaceId: string, what: string): string {
	return `plaudit-${what}-${spaceId}`
}

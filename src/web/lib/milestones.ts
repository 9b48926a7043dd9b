import { useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from './errors.ts'
import { keys } from './query-keys.ts'
import { useSpace } from './space-context.tsx'
import { readStored, writeStored } from './stored.ts'
import { supabase } from './supabase.ts'
import { useStored } from './use-stored.ts'

/** The first five things to do with a space; they tick themselves. */
export type Milestone = 'form' | 'share' | 'testimonial' | 'wall' | 'embed'
export const milestones: readonly Milestone[] = ['form', 'share', 'testimonial', 'wall', 'embed']

/** Which of the five are done, and whether the person has put the list away. */
export type Milestones = {
	done: ReadonlySet<Milestone>
	/** Whether the server has said which. */
	isRead: boolean
	hidden: boolean
	hide: () => void
}

/** The five of the current space; until the server has answered, those that this browser knows of. */
export function useMilestones(): Milestones {
	const { space } = useSpace()
	const [hidden, setHidden] = useStored(name(space.id, 'hidden'))
	const { data } = useQuery({
		queryKey: keys.milestones(space.id),
		queryFn: async () => {
			const client = await supabase
			const [sent, walls] = await Promise.all([
				client.from('testimonials').select('source').eq('space_id', space.id).limit(20),
				client.from('walls').select('version').eq('space_id', space.id).gt('version', 1).limit(1),
			])
			const testimonials = unwrap(sent)
			const done = knownHere(space.id)
			if (testimonials.length > 0) done.add('testimonial')
			if (testimonials.some(({ source }) => source === 'form')) done.add('share')
			if (unwrap(walls).length > 0) done.add('wall')
			return done
		},
	})
	return {
		done: data ?? knownHere(space.id),
		isRead: data !== undefined,
		hidden: hidden !== null,
		hide: () => setHidden('yes'),
	}
}

function knownHere(spaceId: string): Set<Milestone> {
	const done = new Set<Milestone>(['form'])
	for (const step of ['share', 'embed'] as const) if (remembered(spaceId, step)) done.add(step)
	return done
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

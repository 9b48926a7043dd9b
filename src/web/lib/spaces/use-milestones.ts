import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Milestone, type Milestones, milestones } from '#shared/rows.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatRelative, formatTime } from '#web/lib/format/format-time.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useLocalStorage } from '#web/lib/storage/local-storage.ts'
import { useSpace } from './space-context.tsx'

/** The first five steps of a space, as every member on every device has them. */
export type Guide = {
	/** When each step happened; null for one that did not. */
	times: Milestones
	doneCount: number
	next: Milestone | undefined
	/** The step that was ticked last. */
	latest: Milestone | undefined
	/** True when the server's state is known. */
	isRead: boolean
	/** The person put the list away in this browser, or it has been whole for a week. */
	isHidden: boolean
	hide: () => void
}

/** Time that a guide with every step is still shown, in milliseconds. */
const shownWhenWhole = 7 * 86_400_000

/** The steps of the current space, live. Until the server has answered, those that came with the space. */
export function useMilestones(): Guide {
	const { space } = useSpace()
	const queries = useQueryClient()
	const [putAway, setPutAway] = useLocalStorage(`plaudit-hidden-${space.id}`)
	const queryKey = queryKeys.milestones(space.id)
	const { data } = useQuery({
		queryKey,
		queryFn: async () => {
			const spaces = (await supabase).from('spaces')
			return unwrap(await spaces.select('milestones').eq('id', space.id).limit(1))[0]?.milestones ?? space.milestones
		},
	})
	const times = data ?? space.milestones
	const done = milestones.filter((step) => times[step]).sort((one, other) => timeOf(times[one]) - timeOf(times[other]))
	const latest = done.at(-1)
	const isWhole = done.length === milestones.length
	const isHidden = putAway !== null || (isWhole && Date.now() - timeOf(latest && times[latest]) > shownWhenWhole)
	const isFollowed = !isWhole && !isHidden
	useEffect(() => {
		if (!isFollowed) return
		const change = { table: 'spaces', event: 'UPDATE', filter: `id=eq.${space.id}` } as const
		return followChanges(`guide:${space.id}`, [change], () => {
			void refetchQueries(queries, queryKeys.milestones(space.id))
		})
	}, [isFollowed, queries, space.id])
	return {
		times,
		doneCount: done.length,
		next: milestones.find((step) => !times[step]),
		latest,
		isRead: data !== undefined,
		isHidden,
		hide: () => setPutAway('yes'),
	}
}

const timeOf = (time: string | null | undefined): number => (time ? Date.parse(time) : 0)

/** Ticks steps that only the browser can see: the link was copied, saved or printed, the code of a wall was copied. */
export function useCompleteMilestone(): (step: 'shared' | 'embedded') => void {
	const { space, canEdit } = useSpace()
	const queries = useQueryClient()
	const { mutate } = useMutation({
		mutationFn: async (step: 'shared' | 'embedded') =>
			throwIfError(await (await supabase).rpc('record_milestone', { space_id: space.id, step })),
		retry: 2,
		onSuccess: () => refetchQueries(queries, queryKeys.milestones(space.id)),
	})
	return (step) => {
		if (canEdit) mutate(step)
	}
}

/** When a step was ticked: "2 minutes ago" for one of this hour that is the latest, the time of today, else the day. */
export function formatStepTime(time: string, isLatest: boolean): string {
	const at = new Date(time)
	if (isLatest && Date.now() - at.getTime() < 3_600_000) return formatRelative(time)
	return at.toDateString() === new Date().toDateString() ? formatTime(time) : formatRelative(time, 'row')
}
